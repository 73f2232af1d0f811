package racectl

import (
	"strconv"
	"time"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// showActed writes what a command did to many, or with dry would do: the sentence of the journal, and whose result it changes. CSV and
// NDJSON are the people, JSON is all of it.
func (a *app) showActed(acted wire.Acted, dry bool) error {
	if a.io.Format == output.FormatJSON {
		return a.io.JSON(acted)
	}
	if !a.io.ForPeople() {
		return output.List(a.io, acted.People, affectedColumns())
	}
	if acted.Summary == "" {
		return a.io.Printf("nothing to change: it is so already\n")
	}
	word := ""
	if dry {
		word = "would "
	}
	if err := a.io.Printf("%s%s\n", word, output.Clean(acted.Summary)); err != nil {
		return err
	}
	if err := a.showAffected(&acted); err != nil {
		return err
	}
	if !dry && acted.EditID != 0 {
		a.io.Say("take it back with: racectl undo %d", acted.EditID)
	}
	return nil
}

func (a *app) showAffected(acted *wire.Acted) error {
	if len(acted.People) == 0 {
		return a.io.Printf("nobody's result changes\n")
	}
	if err := output.List(a.io, acted.People, affectedColumns()); err != nil {
		return err
	}
	if acted.Others > 0 {
		return a.io.Printf("%s\n", output.Count(acted.Others, "other person moves to another place", "others move to another place"))
	}
	return nil
}

func affectedColumns() []output.Column[wire.Affected] {
	type x = wire.Affected
	type st = *wire.Standing
	out := []output.Column[x]{
		{Title: "BIB", Field: "bib", Right: true, Cell: func(p x) string { return p.Bib }},
		{Title: "NAME", Field: "name", Cell: func(p x) string { return p.Name }},
		{
			Title: "RACE", Field: "race", Cell: func(p x) string { return became(p.Race, orText(p.ToRace, p.Race)) },
			Exact: func(p x) string { return p.Race },
		},
		{Field: "toRace", Cell: func(x) string { return "" }, Exact: func(p x) string { return p.ToRace }},
	}
	both := func(title, field string, cell, exact func(st) string) {
		out = append(
			out,
			output.Column[x]{
				Title: title, Field: "was" + field, Cell: func(p x) string { return became(cell(&p.Was), cell(&p.Now)) },
				Exact: func(p x) string { return exact(&p.Was) },
			},
			output.Column[x]{Field: "now" + field, Cell: func(x) string { return "" }, Exact: func(p x) string { return exact(&p.Now) }},
		)
	}
	status := func(s st) string { return s.StatusLabel }
	place := func(s st) string { return numberText(s.Place) }
	split := func(s st) string { return s.LastSplit }
	both("STATUS", "Status", status, status)
	both("PLACE", "Place", place, place)
	both("TIME", "ElapsedMs", func(s st) string { return elapsedText(s.ElapsedMs) }, func(s st) string { return int64Text(s.ElapsedMs) })
	both("LAST SPLIT", "LastSplit", split, split)
	both("LAPS", "LapCount", func(s st) string { return lapText(s.LapCount) }, func(s st) string { return strconv.Itoa(s.LapCount) })
	return append(out, output.Column[x]{Title: "OTHER TIMES", Field: "times", Cell: timesText, Exact: func(p x) string { return strconv.Itoa(len(p.Times)) }})
}

// became writes what was and what is, once when they are the same.
func became(was, now string) string {
	if was == now {
		return was
	}
	return orText(was, "–") + " → " + orText(now, "–")
}

func numberText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func elapsedText(ms *int64) string {
	if ms == nil {
		return ""
	}
	return race.FormatDurationMs(time.Duration(*ms) * time.Millisecond)
}

// timesText names the splits whose time changes, but those of the column of the last split.
func timesText(p wire.Affected) string {
	var out []string
	for _, t := range p.Times {
		if t.Split == p.Now.LastSplit && same(t.NowMs, p.Now.ElapsedMs) || t.Split == p.Was.LastSplit && same(t.WasMs, p.Was.ElapsedMs) && t.NowMs == nil {
			continue
		}
		name := t.Split
		if p.Now.LapCount+p.Was.LapCount > 0 {
			name += " " + strconv.Itoa(t.Lap+1)
		}
		out = append(out, name+" "+became(elapsedText(t.WasMs), elapsedText(t.NowMs)))
	}
	if most := 4; len(out) > most {
		return joined(", ", out[:most]...) + " and " + strconv.Itoa(len(out)-most) + " more"
	}
	return joined(", ", out...)
}

func same(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }
