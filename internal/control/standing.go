package control

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// standing is what everybody of an event has at one moment, for comparing.
type standing map[race.ParticipantID]result

// result is what of a person's result people look at.
type result struct {
	place  int
	status race.Status
	ended  bool
	split  race.SplitID
	laps   int
	ms     [4]int64 // official, gun, chip, at the last crossing
}

// standingOf looks at the board of an event.
func (c *Control) standingOf(es *eventState) standing {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make(standing, len(es.people))
	var perf scoring.Performance
	for id := range es.people {
		if es.board.Refill(&perf, id) {
			out[id] = result{
				place: es.board.Places(id).Overall, status: perf.Status, ended: perf.Finished, split: perf.LastSplitID, laps: perf.LapCount,
				ms: [4]int64{perf.TimeMs, perf.GunMs, perf.ChipMs, perf.LastElapsedMs},
			}
		}
	}
	return out
}

// against counts whose result differs now; nil for nobody's. Somebody who was or is not in the event does not count.
func (s standing) against(now standing) *wire.Rescored {
	var out wire.Rescored
	for id, was := range s {
		is, ok := now[id]
		if !ok || was == is {
			continue
		}
		out.People++
		out.Places += boolInt(was.place != is.place)
		out.Statuses += boolInt(was.status != is.status)
		out.Times += boolInt(was.ms != is.ms || was.laps != is.laps || was.split != is.split || was.ended != is.ended)
	}
	if out.People == 0 {
		return nil
	}
	return &out
}
