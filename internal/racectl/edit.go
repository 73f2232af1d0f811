package racectl

import (
	"context"
	"strconv"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
)

// showEdit writes what one command changed, or with dry would change, and how to take it back.
func (a *app) showEdit(e race.Edit, dry bool) error {
	if !a.io.ForPeople() {
		return output.One(a.io, e, editRows(e))
	}
	if len(e.Changes) == 0 {
		return a.io.Printf("nothing to change\n")
	}
	word := ""
	if dry {
		word = "would "
	}
	if err := a.io.Printf("%s%s\n", word, output.Clean(e.Summary)); err != nil {
		return err
	}
	if !dry && e.ID != 0 {
		a.io.Say("take it back with: racectl undo %d", e.ID)
	}
	return nil
}

// sayUndo tells how to take back what was just done, for calls that do not answer with their entry of the journal: the
// newest entry, if it is of that kind and about that thing. It is a courtesy; without it racectl history has the number.
func (a *app) sayUndo(ctx context.Context, s *session, kind, entity string, id int64) {
	if a.io.Quiet || !a.io.ForPeople() {
		return
	}
	edits, err := s.Edits(ctx, client.EditFilter{EventID: s.event.ID, Limit: 1})
	if err != nil || len(edits) == 0 || edits[0].Kind != kind {
		return
	}
	for _, c := range edits[0].Changes {
		if c.Entity == entity && c.ID == id {
			a.io.Say("take it back with: racectl undo %d", edits[0].ID)
			return
		}
	}
}

func editRows(e race.Edit) []output.Row {
	return []output.Row{
		{Name: "id", Value: strconv.FormatInt(int64(e.ID), 10)}, {Name: "at", Value: e.At.String()}, {Name: "user", Value: e.Actor.User},
		{Name: "kind", Value: e.Kind}, {Name: "summary", Value: e.Summary}, {Name: "changes", Value: strconv.Itoa(len(e.Changes))},
	}
}
