package racectl

import (
	"strconv"

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

func editRows(e race.Edit) []output.Row {
	return []output.Row{
		{Name: "id", Value: strconv.FormatInt(int64(e.ID), 10)}, {Name: "at", Value: e.At.String()}, {Name: "user", Value: e.Actor.User},
		{Name: "kind", Value: e.Kind}, {Name: "summary", Value: e.Summary}, {Name: "changes", Value: strconv.Itoa(len(e.Changes))},
	}
}
