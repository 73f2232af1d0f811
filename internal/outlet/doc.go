// Package outlet is where something leaves the house for a device that is no client of ours: a label printer on the local network.
// It owns which addresses may be talked to and how long that may take. It must not know what it sends, nor anything of races beyond
// error codes. Start reading at printer.go.
package outlet
