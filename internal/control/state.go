package control

import (
	"cmp"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// state is what the writer knows; guarded by Control.mu.
type state struct {
	events        map[race.EventID]*eventState
	sources       map[race.SourceID]*race.Source
	routed        map[race.SourceID][]race.EventID // events whose races route a source, by id
	claimed       map[race.ReadID][]race.EventID   // events that a correction ties a read to
	users         map[string]race.User             // by lower-case name
	notifications []race.Notification              // oldest first
	dismissed     map[string]map[int64]bool        // user -> notification
	tracking      map[race.EventID]race.Tracking   // events whose standings are pushed elsewhere
}

// eventState is one live event. Its event and people are never changed in place: an edit puts new ones there.
type eventState struct {
	event     *race.Event
	board     *scoring.Board
	people    map[race.ParticipantID]*race.Participant
	effective map[target]race.Correction
	orders    orders
	accepted  map[string]wire.Acceptance // problems that somebody let be, by id

	coming *rebuild // the board that is to take the place of this one; nil for none

	roster  uint64  // grows with every change of people or orders
	beside  *beside // set in the copy that a decision beside the writer looks at: it has no board, and nothing that was said
	version uint64  // grows with every change of the board
	settled uint64  // the version that the derived tables hold

	told   map[race.ParticipantID]*wire.Participant // rows as last published; nobody else's
	toldOf *race.Event                              // the set-up that told is about
	placed map[race.ParticipantID]placement         // as last published
	dirty  map[race.RaceID]bool                     // races whose places may differ from placed
	turn   map[race.RaceID]int                      // where in a dirty race the places go on that were not published yet
}

// target is what a correction is about; the newest correction of a target holds.
type target struct {
	kind   race.CorrectionKind
	read   race.ReadID
	person race.ParticipantID
}

func targetOf(c *race.Correction) target {
	switch c.Kind {
	case race.CorrectStatus, race.CorrectPlace:
		return target{c.Kind, 0, c.ParticipantID}
	}
	return target{c.Kind, c.ReadID, 0}
}

func newEventState(e *race.Event) *eventState {
	return &eventState{
		event:     e,
		people:    map[race.ParticipantID]*race.Participant{},
		effective: map[target]race.Correction{},
		orders:    newOrders(),
		told:      map[race.ParticipantID]*wire.Participant{},
		placed:    map[race.ParticipantID]placement{},
		dirty:     map[race.RaceID]bool{},
		turn:      map[race.RaceID]int{},
	}
}

// routesOf lists the sources whose reads an event hears: those that its races route, split or roaming, and those of its outside feeds.
func routesOf(e *race.Event) map[race.SourceID]bool {
	out := map[race.SourceID]bool{}
	for i := range e.Races {
		for _, s := range e.Races[i].Splits {
			for _, r := range s.EventRoutes {
				out[r.SourceID] = true
			}
		}
		for _, id := range e.Races[i].RoamingESIDs {
			out[id] = true
		}
	}
	for _, id := range e.PosIngressSources {
		out[id] = true
	}
	return out
}

// rebuildRouting derives which events a source's reads go to.
func (s *state) rebuildRouting() {
	s.routed = map[race.SourceID][]race.EventID{}
	for id, es := range s.events {
		for src := range routesOf(es.event) {
			s.routed[src] = append(s.routed[src], id)
		}
	}
	for _, list := range s.routed {
		slices.Sort(list)
	}
}

// setup is what scoring needs to know about an event: its sources and the events that share them.
func (s *state) setup(e *race.Event) scoring.Setup {
	routes := routesOf(e)
	var sources []race.Source
	for _, src := range s.sources {
		sources = append(sources, *src)
	}
	slices.SortFunc(sources, func(a, b race.Source) int { return cmp.Compare(a.ID, b.ID) })
	out := scoring.Setup{Event: e, Sources: sources}
	for _, id := range sortedKeys(s.events) {
		if id == e.ID {
			continue
		}
		if o, ok := s.other(id, routes); ok {
			out.Others = append(out.Others, o)
		}
	}
	return out
}

func (s *state) other(id race.EventID, routes map[race.SourceID]bool) (scoring.OtherEvent, bool) {
	e := s.events[id].event
	from, to, ok := e.Window()
	if !ok {
		return scoring.OtherEvent{}, false
	}
	o := scoring.OtherEvent{Name: e.Name, From: from, To: to, Knows: func(tag string) bool {
		es := s.events[id] // looked up each time: the board may have been replaced
		return es != nil && es.board != nil && es.board.Owner(tag) != 0
	}}
	for src := range routesOf(e) {
		if routes[src] {
			o.Sources = append(o.Sources, src)
		}
	}
	slices.Sort(o.Sources)
	return o, len(o.Sources) > 0
}

// neighbours are the other events that share a source with this one: their dispositions may depend on it.
func (s *state) neighbours(e *race.Event) []*eventState {
	var out []*eventState
	routes := routesOf(e)
	for _, id := range sortedKeys(s.events) {
		if id == e.ID {
			continue
		}
		for src := range routesOf(s.events[id].event) {
			if routes[src] {
				out = append(out, s.events[id])
				break
			}
		}
	}
	return out
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
