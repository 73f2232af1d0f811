// Package outlet is where something leaves the house for a machine that is no client of ours: a label printer on the local network, a
// tracking server anywhere. It owns which addresses may be talked to, how, and how long that may take. It must not know what it sends,
// nor anything of races beyond error codes. Start reading at printer.go, and at target.go for tracking servers.
package outlet
