package api

import (
	"strings"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// tooMany rows in one message would make a text that is much too large; a message takes at most these.
const tooMany = 100

// controlMessages says a frame of the hub in the words of the control channel: rows of one kind together, in an order
// in which nothing older overrides something newer.
func controlMessages(f *live.Frame) []wire.Message {
	if f.Resync {
		return []wire.Message{{MsgType: wire.Resync}}
	}
	g := &gathering{newer: wholeRowsNewerThanPlaces(f.Changes)}
	for i := range f.Changes {
		g.add(&f.Changes[i])
	}
	g.flush()
	return g.out
}

// eventMessages are the crossings of an event, and those that have another id now; of all events when it is 0.
func eventMessages(f *live.Frame, event race.EventID) []wire.Message {
	if f.Resync {
		return []wire.Message{{MsgType: wire.Resync}}
	}
	var out []wire.Message
	for i := range f.Changes {
		c := &f.Changes[i]
		if event != 0 && c.EventID != event {
			continue
		}
		switch v := c.Value.(type) {
		case *wire.Crossing:
			out = append(out, wire.Message{MsgType: "crossing", RaceEventID: c.EventID, Crossing: v})
		case wire.Removed:
			if v.Collection == "crossings" {
				out = append(out, deleted(c.EventID, v))
			}
		}
	}
	return out
}

func deleted(event race.EventID, r wire.Removed) wire.Message {
	return wire.Message{MsgType: "entityDelete", RaceEventID: event, Collection: r.Collection, IDs: r.IDs}
}

// gathering collects rows of one kind until something comes that must not be overtaken: a removal.
type gathering struct {
	out      []wire.Message
	entities []*wire.Message // entityCreate, entityUpdate, by event and collection
	places   []*wire.Message
	others   []wire.Message
	newer    map[string]bool
}

func (g *gathering) add(c *live.Change) {
	switch v := c.Value.(type) {
	case *wire.Placement:
		// A participant's whole row that came later holds its places already.
		if !g.newer[c.Key] {
			g.place(c, v)
		}
	case *wire.Participant:
		g.entity(c, "participants", v)
	case *race.Event:
		g.entity(c, "raceEvents", v)
	case *race.Source:
		g.entity(c, "eventSources", v)
		g.others = append(g.others, wire.Message{
			MsgType: "status_change", EventSourceID: v.ID, Status: v.Status, UpdatedAt: v.UpdatedAt, MessageID: v.LastMessageID,
		})
	case *race.AddOn:
		g.entity(c, "addons", v)
	case *race.LineItem:
		g.entity(c, "lineItems", v)
	case *wire.Crossing:
		g.others = append(g.others, wire.Message{MsgType: "crossing", RaceEventID: c.EventID, Crossing: v})
	case *race.Notification:
		g.others = append(g.others, wire.Message{MsgType: "notification", RaceEventID: v.EventID, Notification: v})
	case wire.Progress:
		g.others = append(g.others, wire.Message{MsgType: "progress", RaceEventID: c.EventID, Tag: v.Tag, P: v.P})
	case wire.LpsStatus:
		g.others = append(g.others, wire.Message{MsgType: "lps_monitor", RaceEventID: c.EventID, Status: v.Status})
	case wire.LivetrackStatus:
		g.others = append(g.others, wire.Message{MsgType: "livetrackStatus", RaceEventID: c.EventID, Status: v.Status, At: v.At})
	case wire.CrossingsChanged:
		g.others = append(g.others, wire.Message{MsgType: "entityUpdate", RaceEventID: c.EventID, Entities: map[string][]any{"crossings": {}}})
	case wire.ProblemsChanged:
		g.others = append(g.others, wire.Message{MsgType: "entityUpdate", RaceEventID: c.EventID, Entities: map[string][]any{"problems": {}}})
	case wire.OrdersChanged:
		g.others = append(g.others, wire.Message{MsgType: "entityUpdate", RaceEventID: c.EventID, Entities: map[string][]any{"lineItems": {}}})
	case wire.Reload:
		g.others = append(g.others, wire.Message{MsgType: "reload"})
	case wire.Removed:
		g.flush()
		g.out = append(g.out, deleted(c.EventID, v))
	}
}

// entity puts a row beside others of its kind.
func (g *gathering) entity(c *live.Change, collection string, row any) {
	kind := "entityUpdate"
	if c.Fields != 0 {
		row = wire.Part{Row: row, Fields: c.Fields}
	}
	if c.Created {
		kind = "entityCreate"
		if c.EphemeralID != "" {
			row = named(row, c.EphemeralID)
		}
	}
	for _, m := range g.entities {
		if rows := m.Entities[collection]; m.MsgType == kind && m.RaceEventID == c.EventID && rows != nil && len(rows) < tooMany {
			m.Entities[collection] = append(rows, row)
			return
		}
	}
	g.entities = append(g.entities, &wire.Message{
		MsgType: kind, RaceEventID: c.EventID, Entities: map[string][]any{collection: {row}},
	})
}

func (g *gathering) place(c *live.Change, p *wire.Placement) {
	row := *p // it is shared
	row.Fields = c.Fields
	for _, m := range g.places {
		if m.RaceEventID == c.EventID && len(m.Participants) < 10*tooMany {
			m.Participants = append(m.Participants, row)
			return
		}
	}
	g.places = append(g.places, &wire.Message{
		MsgType: "entityPlacements", RaceEventID: c.EventID, Participants: []wire.Placement{row},
	})
}

// flush says what was gathered: rows first, then their places, then what happened to them.
func (g *gathering) flush() {
	for _, m := range g.entities {
		g.out = append(g.out, *m)
	}
	for _, m := range g.places {
		g.out = append(g.out, *m)
	}
	g.out = append(g.out, g.others...)
	g.entities, g.places, g.others = nil, nil, nil
}

// wholeRowsNewerThanPlaces finds the places that a later whole row of the same person makes old.
func wholeRowsNewerThanPlaces(changes []live.Change) map[string]bool {
	place := map[string]bool{}
	for i := range changes {
		if key := changes[i].Key; strings.HasPrefix(key, "place/") {
			place[key] = false
		} else if id, ok := strings.CutPrefix(key, "participant/"); ok && changes[i].Fields == 0 {
			if _, earlier := place["place/"+id]; earlier {
				place["place/"+id] = true
			}
		}
	}
	return place
}

// named is a created row with what its creator called it until now.
func named(row any, ephemeral string) any {
	switch v := row.(type) {
	case *wire.Participant:
		return struct {
			*wire.Participant
			EphemeralID string `json:"ephemeralId"`
		}{v, ephemeral}
	case *race.Event:
		return wire.SavedEvent{Event: *v, EphemeralID: ephemeral}
	case *race.Source:
		return wire.SavedSource{Source: *v, EphemeralID: ephemeral}
	}
	return row
}
