// Package mapfile reads and writes archives of map tiles in the PMTiles format, version 3: what kind of map an archive holds and
// whether it is whole, one tile out of it, and small archives of heights. It is pure: readers and writers in, values out; it must not
// open files. Start reading at header.go.
package mapfile
