package answer

import (
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// The least and the most runners that a team can be scored by.
const (
	minTeam = 2
	maxTeam = 10
)

// Teams ranks the teams of a race by their best n; n is 2 … 10, 0 means scoring.DefaultTeamSize. Members lists everybody of the
// team, those that score first. Codes: not_found, invalid (field n).
func (e *Event) Teams(id race.RaceID, n int) ([]wire.TeamResult, error) {
	r, err := e.FindRace(id)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		n = scoring.DefaultTeamSize
	}
	if n < minTeam || n > maxTeam {
		return nil, race.Invalid("n", "a team of %d cannot be scored; choose %d to %d runners", n, minTeam, maxTeam)
	}
	out := []wire.TeamResult{}
	for _, t := range e.Board.Teams(id, n) {
		row := wire.TeamResult{
			Place: place(t.Place), Team: t.Name,
			Scoring: append([]race.ParticipantID{}, t.Scoring...), Members: slices.Concat(t.Scoring, t.Members),
		}
		switch {
		case len(t.Scoring) == 0:
		case r.Repeats():
			row.Metres = &t.Metres
		default:
			row.TimeMs = &t.TimeMs
		}
		out = append(out, row)
	}
	return out, nil
}
