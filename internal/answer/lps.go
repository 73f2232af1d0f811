package answer

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// LpsRaces says how each last-person-standing race of the event stands now, in the order of the event.
func (e *Event) LpsRaces() []wire.LpsRace {
	out := []wire.LpsRace{}
	for i := range e.Event.Races {
		r := &e.Event.Races[i]
		if l, ok := e.Board.Lps(r.ID, e.Now); ok {
			out = append(out, e.lpsRace(r, &l))
		}
	}
	return out
}

func (e *Event) lpsRace(r *race.Race, l *scoring.Lps) wire.LpsRace {
	out := wire.LpsRace{
		RaceID: r.ID, Race: r.Name, Round: l.Round, Bell: l.Rings, In: len(l.In), Completed: len(l.In) - len(l.Missing),
		WouldBe: e.lpsPeople(l.Missing), Due: []wire.LpsBell{}, Unread: []wire.LpsUnread{}, Winner: e.lpsWinner(l.Winner),
	}
	if l.Rings.IsSet() && l.Round > 0 {
		out.DecidesAt = l.Rings.Add(scoring.LateReads)
	}
	for i := range l.Due {
		out.Due = append(out.Due, e.LpsBell(&l.Due[i]))
	}
	for _, u := range l.Unread {
		out.Unread = append(out.Unread, wire.LpsUnread{Round: u.Round, Bell: u.At, People: e.lpsPeople(u.People)})
	}
	return out
}

// LpsBell is what is decided at a bell, with the people by name.
func (e *Event) LpsBell(b *scoring.Bell) wire.LpsBell {
	out := wire.LpsBell{Round: b.Round, Bell: b.At, Out: []wire.LpsPerson{}}
	for i := range b.Out {
		out.Out = append(out.Out, e.lpsPerson(b.Out[i].ParticipantID))
	}
	if b.Won != nil {
		out.Winner = e.lpsWinner(b.Won.ParticipantID)
	}
	return out
}

func (e *Event) lpsPeople(ids []race.ParticipantID) []wire.LpsPerson {
	out := make([]wire.LpsPerson, len(ids))
	for i, id := range ids {
		out[i] = e.lpsPerson(id)
	}
	return out
}

func (e *Event) lpsWinner(id race.ParticipantID) *wire.LpsPerson {
	if id == 0 {
		return nil
	}
	p := e.lpsPerson(id)
	return &p
}

func (e *Event) lpsPerson(id race.ParticipantID) wire.LpsPerson {
	out := wire.LpsPerson{ParticipantID: id, Laps: e.Board.LapsOf(id)}
	if p := e.People[id]; p != nil {
		out.Bib, out.Name = p.Bib, p.Name()
	}
	return out
}
