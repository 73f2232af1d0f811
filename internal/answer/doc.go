// Package answer turns what the board concluded and who is on the roster into the shapes of the network: rows of
// participants, results, crossings, explanations, summaries, checks and teams. It is pure: it decides no place, no time
// and no status, it only looks them up and puts them into words. It must not read a clock, a file or the network, and it
// must not keep anything between two calls. Start reading at event.go, then roster.go.
package answer
