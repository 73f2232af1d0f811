package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/store"
)

// overtaken is why an entry of the journal cannot be undone: a later one changed the same field or decision.
type overtaken struct {
	entity string
	id     int64
	field  string // "" = any
	target target // of corrections
}

func (o *overtaken) Error() string { return "overtaken by a later entry of the journal" }

// overtakenBy is the refusal; which entry it was is found by withLater, beside the writer.
func overtakenBy(o *overtaken, format string, args ...any) error {
	return &race.Error{Code: race.CodeConflict, Field: o.field, Message: fmt.Sprintf(format, args...), Cause: o}
}

// by reports whether a change is what overtook.
func (o *overtaken) by(ch *race.Change) bool {
	if ch.Entity != o.entity {
		return false
	}
	if ch.Entity == "correction" {
		var k race.Correction
		return json.Unmarshal(ch.After, &k) == nil && targetOf(&k) == o.target
	}
	if ch.ID != o.id {
		return false
	}
	var f fields
	_ = json.Unmarshal(ch.After, &f) // a removal holds none
	_, touched := f[o.field]
	return touched || o.field == "" || isNull(ch.After)
}

// laterPages is how far the journal is searched for the entry that stands in the way, 200 entries a page.
const laterPages = 25

// withLater names the entry that stands in the way of an undo, so that whoever asked knows what to undo first.
func (c *Control) withLater(ctx context.Context, e *race.Edit, err error) error {
	var o *overtaken
	var refusal *race.Error
	if !errors.As(err, &o) || !errors.As(err, &refusal) {
		return err
	}
	named := *refusal
	named.Message += "; undo that first"
	f := store.EditFilter{EventID: e.EventID, After: e.ID, Limit: 200}
	for range laterPages {
		later, err := c.st.Edits(ctx, f)
		if err != nil || len(later) == 0 {
			break
		}
		for i := range later {
			for k := range later[i].Changes {
				if o.by(&later[i].Changes[k]) {
					named.Message = fmt.Sprintf("%s, by entry %d of the journal (%s, %q); undo that one first", refusal.Message, later[i].ID, later[i].Actor.User, later[i].Summary)
					return &named
				}
			}
		}
		f.Before = later[len(later)-1].ID
	}
	return &named
}

// words puts values into words as this event knows them; without an event only what needs none.
func (es *eventState) words() *answer.Event {
	if es == nil {
		return &answer.Event{Event: &race.Event{}}
	}
	return &answer.Event{Event: es.event, Board: es.board, People: es.people}
}
