// Package sim is an imaginary field of runners: it makes people up and lets them run an event, and tells what the readers
// on the course would report. The same seed gives the same people and the same reads, to the millisecond, on every machine.
// It is pure: it must not read a clock, wait, or use any randomness but its seed, and it knows nothing about scoring.
// Start reading at sim.go (the race), then runner.go (one person) and mat.go (one passing of a mat).
package sim
