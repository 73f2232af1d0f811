// Package raced is the daemon as a library: it takes the data directory, opens the store, assembles all rooms, listens, and
// takes everything down again in reverse. It decides nothing about races. racectl starts the same daemon inside its own
// process when nobody else holds the data. Start reading at daemon.go.
package raced
