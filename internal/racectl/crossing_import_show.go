package racectl

import (
	"fmt"
	"strconv"
	"strings"

	"racectl/internal/output"
)

// show tells what became of every line of every file.
func (o *crossingImportOptions) show(s *session, t *importReceipt) error {
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, t, []output.Row{
			{Name: "accepted", Value: strconv.Itoa(t.Accepted)}, {Name: "known", Value: strconv.Itoa(t.Known)},
			{Name: "unreadable", Value: strconv.Itoa(len(t.Unreadable))}, {Name: "unknownTags", Value: strconv.Itoa(len(t.UnknownTags))},
		})
	}
	var b strings.Builder
	word := ""
	if o.dryRun {
		word = "would be "
	}
	for _, f := range t.Files {
		b.WriteString(output.Clean(f.File) + ": " + word + output.Thousands(f.Accepted) + " accepted, " + output.Thousands(f.Known) + " known already")
		if f.Format != "" {
			b.WriteString(" (" + f.Format + ")")
		}
		b.WriteByte('\n')
		for _, note := range f.Notes {
			b.WriteString("  " + output.Clean(note) + "\n")
		}
	}
	if len(t.Files) > 1 {
		b.WriteString("in all: " + word + output.Thousands(t.Accepted) + " accepted, " + output.Thousands(t.Known) + " known already\n")
	}
	o.writeUnreadable(&b, t)
	if n := len(t.UnknownTags); n > 0 {
		b.WriteString(output.Count(n, "tag belongs", "tags belong") + " to nobody in the roster: " + listed(t.UnknownTags) + "\n")
	}
	b.WriteString(o.gunLines(s, t.GunMarkers))
	if err := o.app.io.Printf("%s", b.String()); err != nil {
		return err
	}
	for _, f := range t.Files {
		if f.EditID != 0 && f.Accepted > 0 && !o.dryRun {
			o.app.io.Say("%s", o.wayBack(f))
		}
	}
	return nil
}

// wayBack says how to take a file back: it is one entry of the journal, whatever sources it names.
func (o *crossingImportOptions) wayBack(f fileReceipt) string {
	return fmt.Sprintf("take %s back with: racectl undo %d", f.File, f.EditID)
}

func (o *crossingImportOptions) writeUnreadable(b *strings.Builder, t *importReceipt) {
	if len(t.Unreadable) == 0 {
		return
	}
	b.WriteString(output.Count(len(t.Unreadable), "line", "lines") + " could not be read:\n")
	for i, l := range t.Unreadable {
		if i == mostLines {
			b.WriteString("  … and " + output.Thousands(len(t.Unreadable)-i) + " more; --json has all of them\n")
			return
		}
		b.WriteString("  " + output.Clean(l.File) + " line " + strconv.Itoa(l.Line) + ": " + output.Clean(l.Reason) + ": " + output.Clean(shorten(l.Text, 60)) + "\n")
	}
}

// shorten cuts text for a line of a message.
func shorten(text string, most int) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most]) + "…"
}
