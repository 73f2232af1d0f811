package racectl

import (
	"strconv"
	"strings"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// showEdit writes what one command changed, or with dry would change, and how to take it back.
func (a *app) showEdit(e race.Edit, dry bool) error {
	return a.showLine(wire.JournalLine{Edit: e}, dry)
}

// showLine is showEdit for an entry that comes with its changes in words; they are written below it.
func (a *app) showLine(e wire.JournalLine, dry bool) error {
	if !a.io.ForPeople() {
		return output.One(a.io, e, editRows(e.Edit))
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
	if err := a.showTold(e, ""); err != nil {
		return err
	}
	if !dry && e.ID != 0 {
		a.io.Say("take it back with: racectl undo %d", e.ID)
	}
	return nil
}

// showTold writes what an entry changed, a line for each thing.
func (a *app) showTold(e wire.JournalLine, indent string) error {
	for i, t := range e.Told {
		if i == mostLines {
			break
		}
		if err := a.io.Printf("%s  %s\n", indent, output.Clean(toldText(t))); err != nil {
			return err
		}
	}
	if n := max(len(e.Told)-mostLines, 0) + e.MoreChanges; n > 0 {
		return a.io.Printf("%s  … and %s more\n", indent, output.Thousands(n))
	}
	return nil
}

// toldText is one change as a line: "#12 Ana Ito: team Harriers -> none (moved)".
func toldText(t wire.Told) string {
	var what []string
	for _, f := range t.Fields {
		what = append(what, fieldChange(t.Action, f))
	}
	line := t.Name
	if t.Action != "change" {
		line = map[string]string{"create": "new ", "remove": "removed "}[t.Action] + t.Entity + " " + t.Name
	}
	if len(what) > 0 {
		line += ": " + strings.Join(what, ", ")
	}
	if t.Why != "" {
		line += " (" + t.Why + ")"
	}
	return line
}

func editRows(e race.Edit) []output.Row {
	return []output.Row{
		{Name: "id", Value: strconv.FormatInt(int64(e.ID), 10)}, {Name: "at", Value: e.At.String()}, {Name: "user", Value: e.Actor.User},
		{Name: "kind", Value: e.Kind}, {Name: "summary", Value: e.Summary}, {Name: "changes", Value: strconv.Itoa(len(e.Changes))},
	}
}
