//go:build race

package control

// underRace is whether the race detector slows everything down.
const underRace = true
