package api

import (
	"context"
	"fmt"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/store"
)

// setAside says of reads that were known when they were imported that a reset of the event may be why they do not count; "" when there was
// none. Which of them the reset set aside is not looked up: they are known by their prints alone.
func (a *API) setAside(ctx context.Context, id race.EventID, known int) (string, error) {
	through := race.ReadID(0)
	err := a.Control.View(id, func(v *control.View) error {
		through = v.Event.DiscardedThrough
		return nil
	})
	if err != nil || known == 0 || through == 0 {
		return "", err
	}
	resets, err := a.Store.Edits(ctx, store.EditFilter{EventID: id, Kind: control.ResetKind, Limit: 1000})
	if err != nil {
		return "", err
	}
	words := fmt.Sprintf("%d of these reads were stored already.", known)
	if known == 1 {
		words = "One of these reads was stored already."
	}
	words += " What was stored before the event was reset stays set aside and does not count, however often it is imported"
	for _, e := range resets {
		if e.UndoneBy == 0 {
			return fmt.Sprintf("%s; undo the reset, entry %d of the journal, to let it count again.", words, e.ID), nil
		}
	}
	return words + ".", nil
}
