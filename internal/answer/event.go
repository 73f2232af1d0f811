package answer

import (
	"cmp"
	"slices"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// Event is one event as it is now. All fields but Sources and Now are needed; nothing in it is changed by this package.
type Event struct {
	Event   *race.Event
	Board   *scoring.Board
	People  map[race.ParticipantID]*race.Participant
	Sources map[race.SourceID]*race.Source
	Now     race.Instant // the moment of the question; unset = no race is over because its time has run out
}

// Zone is the event's own; UTC when the name is unknown here.
func (e *Event) Zone() *time.Location { return e.Event.Zone() }

// sourceName is what people call a source; "" for one that is unknown.
func (e *Event) sourceName(id race.SourceID) string {
	if s := e.Sources[id]; s != nil {
		return s.Name
	}
	return ""
}

// person finds a participant or answers not_found.
func (e *Event) person(id race.ParticipantID) (*race.Participant, error) {
	if p := e.People[id]; p != nil {
		return p, nil
	}
	return nil, race.NotFound("participant", int64(id))
}

// byBib finds a participant by bib, leading zeros aside.
func (e *Event) byBib(bib string) *race.Participant {
	want := race.CleanBib(bib)
	if want == "" {
		return nil
	}
	for _, p := range e.People {
		if race.CleanBib(p.Bib) == want {
			return p
		}
	}
	return nil
}

// FindRace finds a race by id; code not_found when the event has none such.
func (e *Event) FindRace(id race.RaceID) (*race.Race, error) {
	if r := e.Event.Race(id); r != nil {
		return r, nil
	}
	return nil, race.NotFound("race", int64(id))
}

// raceless lists the people that are in no race of the event, by bib.
func (e *Event) raceless() []race.ParticipantID {
	known := make(map[race.RaceID]bool, len(e.Event.Races))
	for i := range e.Event.Races {
		known[e.Event.Races[i].ID] = true
	}
	var out []race.ParticipantID
	for id, p := range e.People {
		if !known[p.RaceID] {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b race.ParticipantID) int { return e.compareBibs(a, b) })
	return out
}

func (e *Event) compareBibs(a, b race.ParticipantID) int {
	x, y := race.CleanBib(e.People[a].Bib), race.CleanBib(e.People[b].Bib)
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y), cmp.Compare(a, b))
}

// splitName is the name of a split of a race, "" for none.
func splitName(r *race.Race, id race.SplitID) string {
	if r == nil || id == 0 {
		return ""
	}
	if s := r.Split(id); s != nil {
		return s.Name
	}
	return ""
}

// place is a place for JSON: null where there is none.
func place(n int) *int {
	if n <= 0 {
		return nil
	}
	return &n
}
