// Package course is the line on the map: it reads a track from GPX or GeoJSON, measures along it, finds where splits
// stand and how much it climbs, and writes it as GeoJSON. It is pure: readers in, values out; it must not open files or
// know about the network. Start reading at line.go, then read.go.
package course
