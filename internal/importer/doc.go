// Package importer turns files that people and machines wrote into rows of ours: files of reads (reads.go), gun markers
// (markers.go) and participants (sheet.go to read the columns, merge.go to meet the roster).
//
// It owns formats, encodings, header aliases and the rules of matching. It must not store anything, open files or know
// the time: readers, zones and the moment are handed in. Nothing is guessed silently: what cannot be read is listed
// with its line and a reason, and the rest of the file goes on.
//
// Start reading at reads.go for files of reads, at sheet.go for participants.
package importer
