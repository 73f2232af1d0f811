// Package planner proposes bibs and start waves. It owns the order in which people get a number or a place, and says of everybody why:
// the parts of their score, and who is left over for which reason. It writes nothing, knows no clock and no chance: the same people
// and settings give the same plan, in whatever order they come.
//
// Start reading at Bibs (bibs.go), which walks the ranges, and at Waves (waves.go): settings.go has what a race is planned by, score.go
// what each person is worth, party.go who stays together, fill.go how the waves fill.
package planner

import "racectl/internal/race"

// Person is somebody of the race that is planned. The participant is not changed.
type Person struct {
	*race.Participant
	Ranking float64 // 0 … 1, the best is 1
	Count   int     // results that the ranking is made of; 0 = no ranking
}
