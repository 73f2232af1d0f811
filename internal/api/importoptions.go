package api

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"racectl/internal/control"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// importSlots is how many participant files are taken apart at once: each may take a few hundred megabytes for a moment.
const importSlots = 2

// importTurn waits for a slot; release gives it back.
func (a *API) importTurn(ctx context.Context) (release func(), err error) {
	select {
	case a.importSlots <- struct{}{}:
		return func() { <-a.importSlots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// importHow is how a file is read: what a person said, over a preset of the event.
type importHow struct {
	sheet  importer.SheetOptions
	preset race.ImportPreset  // all of it that is not about columns
	saved  *race.ImportPreset // what the event will remember; nil = nothing new
	addOns []race.AddOnColumns
}

// importHow puts the options of an import together. Codes: not_found for a preset that the event does not have; invalid.
func (a *API) importHow(id race.EventID, o *wire.ImportOptions, file string) (*importHow, error) {
	how := &importHow{sheet: importer.SheetOptions{Sheet: o.Sheet}}
	err := a.Control.View(id, func(v *control.View) error {
		if o.Preset == "" {
			return nil
		}
		p := v.Event.ImportPreset
		if p == nil || p.Name == "" {
			return race.Errorf(race.CodeNotFound, "the event has no preset yet; the first import from a file makes one by the name of the file")
		}
		if !strings.EqualFold(p.Name, o.Preset) {
			return race.Errorf(race.CodeNotFound, "the event has no preset %q; the one that it has is %q", o.Preset, p.Name)
		}
		how.preset = *v.Event.Clone().ImportPreset
		return nil
	})
	if err != nil {
		return nil, err
	}
	if how.preset.Name == "" {
		how.preset.Name = presetName(file)
	}
	if o.AllowBibChanges != nil {
		how.preset.AllowBibChanges = *o.AllowBibChanges
	}
	if err := how.setRace(o); err != nil {
		return nil, err
	}
	if how.sheet.Sheet == "" {
		how.sheet.Sheet = how.preset.Sheet
	}
	how.sheet.Preset, how.sheet.AddOns = how.preset.ColumnChoices, how.preset.AddOns
	if o.AddOns != nil {
		how.sheet.AddOns = addOnColumns(o.AddOns)
	}
	for _, c := range o.Columns {
		choice := importer.Choice{Index: -1, Header: c.Header, Field: c.Field}
		if c.Index != nil {
			choice.Index = *c.Index
		}
		how.sheet.Choices = append(how.sheet.Choices, choice)
	}
	return how, nil
}

// presetName is what an import is remembered as: the name of its file.
func presetName(file string) string {
	name := filepath.Base(strings.ReplaceAll(file, "\\", "/"))
	if name == "." || name == "/" {
		return ""
	}
	return string([]rune(name)[:min(len([]rune(name)), 100)])
}

func (how *importHow) setRace(o *wire.ImportOptions) error {
	switch {
	case o.Race == "one" && o.RaceID == 0:
		return race.Invalid("raceId", "say which race everybody in the file runs")
	case o.Race == "one", o.RaceID != 0:
		how.preset.Race, how.preset.RaceID = "", o.RaceID
	case o.Race != "":
		how.preset.Race, how.preset.RaceID = o.Race, 0
	}
	return nil
}

// remember makes the preset of how a file was read.
func (how *importHow) remember(sheet *importer.Sheet) {
	p := how.preset
	p.ColumnChoices = make([]race.ColumnChoice, 0, len(sheet.Columns))
	for _, c := range sheet.Columns {
		if c.Header != "" {
			p.ColumnChoices = append(p.ColumnChoices, race.ColumnChoice{Header: c.Header, Field: fieldOrIgnore(c.Field)})
		}
	}
	p.AddOns = slices.Clone(sheet.AddOns)
	if p.Sheet = ""; len(sheet.Sheets) > 1 {
		p.Sheet = sheet.Name
	}
	how.saved = &p
}

func fieldOrIgnore(field string) string {
	if field == "" {
		return importer.ColumnIgnore
	}
	return field
}

func addOnColumns(in []wire.AddOnChoice) []race.AddOnColumns {
	out := make([]race.AddOnColumns, 0, len(in))
	for _, a := range in {
		cols := race.AddOnColumns{Name: a.Name, ShowOnReg: a.ShowOnReg}
		for _, c := range a.Columns {
			col := race.AddOnColumn{Index: -1, Header: c.Header, Variant: c.Variant, Uncountable: c.Uncountable}
			if c.Index != nil {
				col.Index = *c.Index
			}
			cols.Columns = append(cols.Columns, col)
		}
		out = append(out, cols)
	}
	return out
}

func addOnChoices(in []race.AddOnColumns) []wire.AddOnChoice {
	out := make([]wire.AddOnChoice, 0, len(in))
	for _, a := range in {
		choice := wire.AddOnChoice{Name: a.Name, ShowOnReg: a.ShowOnReg, Columns: []wire.AddOnChoiceVariant{}}
		for _, c := range a.Columns {
			choice.Columns = append(choice.Columns, wire.AddOnChoiceVariant{Index: &c.Index, Header: c.Header, Variant: c.Variant, Uncountable: c.Uncountable})
		}
		out = append(out, choice)
	}
	return out
}
