package control

import (
	"context"
	"errors"
	"fmt"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// maxEphemeral is how long an id may be that a client gives to what it creates.
const maxEphemeral = 180

// sentBefore stops a decision that would enter crossings which its client has sent already, and lost the answer.
type sentBefore struct {
	source race.SourceID
	key    string
}

func (sentBefore) Error() string { return "these crossings were entered already" }

// entryKey is the key of the nth crossing, from 0, that a request of a client creates; "" without an id of its own.
func entryKey(ephemeral string, n int) string {
	if ephemeral == "" {
		return ""
	}
	return fmt.Sprintf("manual %s %d", ephemeral, n)
}

// once refuses a request that was carried out already: it must be asked by the writer, before anything is looked at that the first time
// has changed.
func (d *draft) once(ephemeral string) error {
	if len(ephemeral) > maxEphemeral {
		return race.Invalid("ephemeralId", "an id of your own has at most %d characters", maxEphemeral)
	}
	if ephemeral == "" || d.dry {
		return nil
	}
	key := entryKey(ephemeral, 0)
	for id := range d.c.state.sources {
		if d.c.seen.has(fingerprint(d.c.seen.seeds, id, key, "", 0)) {
			return sentBefore{id, key}
		}
	}
	return nil
}

// again answers a request that comes for the second time with what it did the first time, and the ids of the crossings that it entered;
// any other error stays. Code conflict when that was taken back since.
func (c *Control) again(ctx context.Context, id race.EventID, err error) (*wire.Acted, []race.ReadID, error) {
	var sent sentBefore
	if !errors.As(err, &sent) {
		return nil, nil, err
	}
	entry, err := c.st.EditOfKey(ctx, sent.source, sent.key)
	if err != nil {
		return nil, nil, err
	}
	edit, err := c.st.Edit(ctx, entry)
	if err != nil {
		return nil, nil, err
	}
	if edit.UndoneBy != 0 {
		return nil, nil, race.Errorf(race.CodeConflict, "that was done already, and taken back since by entry %d of the journal; send it under another id to do it again", edit.UndoneBy)
	}
	ids, err := c.st.ReadsOfEdit(ctx, entry)
	if err != nil {
		return nil, nil, err
	}
	acted := told(noneActed(), &edit)
	err = c.View(id, func(v *View) error {
		e := v.answer()
		for _, x := range ids {
			if found, err := e.Crossing(x); err == nil {
				acted.Crossings = append(acted.Crossings, found)
			}
		}
		return nil
	})
	return acted, ids, err
}
