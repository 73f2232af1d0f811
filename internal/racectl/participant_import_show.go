package racectl

import (
	"strconv"
	"strings"

	"racectl/internal/output"
	"racectl/internal/wire"
)

// mostLines is how many messages of one kind a person is shown.
const mostLines = 20

// show tells what became of a roster, or in a dry run what would: counts, people, messages.
func (o *participantImportOptions) show(r wire.ImportReceipt) error {
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, r, []output.Row{
			{Name: "created", Value: strconv.Itoa(r.Created)}, {Name: "updated", Value: strconv.Itoa(r.Updated)},
			{Name: "unchanged", Value: strconv.Itoa(r.Unchanged)}, {Name: "removed", Value: strconv.Itoa(r.Removed)},
			{Name: "skipped", Value: strconv.Itoa(r.Skipped)},
		})
	}
	var b strings.Builder
	if o.dryRun {
		b.WriteString("would be ")
	}
	b.WriteString(output.Thousands(r.Created) + " created, " + output.Thousands(r.Updated) + " updated, " + output.Thousands(r.Unchanged) + " unchanged")
	if r.Removed > 0 {
		b.WriteString(", " + output.Thousands(r.Removed) + " removed")
	}
	if r.Skipped > 0 {
		b.WriteString(", " + output.Thousands(r.Skipped) + " skipped")
	}
	b.WriteByte('\n')
	if o.dryRun {
		writeImportChanges(&b, &r)
	}
	for i, m := range r.Messages {
		if i == mostLines {
			b.WriteString("  … and " + output.Thousands(len(r.Messages)-i) + " more; --json has all of them\n")
			break
		}
		where := "row " + strconv.Itoa(m.Row)
		if m.Row == 0 {
			where = "the file"
		}
		b.WriteString("  " + where + ": " + output.Clean(m.Message) + "\n")
	}
	if err := o.app.io.Printf("%s", b.String()); err != nil {
		return err
	}
	if len(r.Unused) > 0 {
		o.app.io.Say("not used: %s; --map HEADER=FIELD says what a column means", output.Clean(strings.Join(r.Unused, ", ")))
	}
	if r.EditID != 0 && !o.dryRun {
		o.app.io.Say("take it back with: racectl undo %d", r.EditID)
	}
	return nil
}

// writeImportChanges lists whom a file would create, change and remove.
func writeImportChanges(b *strings.Builder, r *wire.ImportReceipt) {
	lines := 0
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.What == "unchanged" {
			continue
		}
		if lines == mostLines {
			b.WriteString("  … and " + output.Thousands(r.Created+r.Updated+r.Removed-lines) + " more people; --json has more of them\n")
			return
		}
		lines++
		b.WriteString("  row " + strconv.Itoa(c.Row) + ": " + importVerb(c.What) + " " + importName(c))
		sep := ": "
		for _, f := range c.Fields {
			if c.What == "updated" {
				b.WriteString(sep + f.Field + " " + quotedCell(f.Was) + " -> " + quotedCell(f.Now))
				sep = ", "
			}
		}
		b.WriteByte('\n')
	}
}

func importVerb(what string) string {
	switch what {
	case "created":
		return "create"
	case "updated":
		return "change"
	}
	return "remove"
}

func importName(c *wire.ImportChange) string {
	name := output.Clean(c.Name)
	if c.Bib != "" {
		name = strings.TrimSpace("#" + output.Clean(c.Bib) + " " + name)
	}
	if c.Race != "" && c.What == "created" {
		name += " in " + output.Clean(c.Race)
	}
	return name
}

func quotedCell(text string) string {
	if text == "" {
		return "nothing"
	}
	return strconv.Quote(shorten(output.Clean(text), 60))
}
