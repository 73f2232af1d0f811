package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"racectl/internal/control"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// ImportParticipants is the input of POST participants/import.
type ImportParticipants struct {
	EventPath
	Upload
	Race            string      `query:"race" doc:"file, infer, or empty with race_id"`
	RaceID          race.RaceID `query:"race_id"`
	AllowBibChanges bool        `query:"allow_bib_changes"`
	FileName        string      `query:"file_name"`
	Options         string      `query:"options" doc:"ImportOptions as JSON, for a file; race, race_id and allow_bib_changes go before it"`
	DryRun
}

// importParticipants takes rows that a console has taken apart, or a whole file: CSV or Excel, as its content says (API-30).
func (a *API) importParticipants(ctx context.Context, in *ImportParticipants) (*one[wire.ImportReceipt], error) {
	if in.isJSON() {
		return a.importPeopleRows(ctx, in)
	}
	var o wire.ImportOptions
	if in.Options != "" {
		if err := decodeFolded([]byte(in.Options), &o); err != nil {
			return nil, race.Invalid("options", "the options are not the JSON of import options: %v", err)
		}
	}
	in.over(&o)
	if in.request.ContentLength > importer.MaxSheet {
		_, _ = io.Copy(io.Discard, io.LimitReader(in.body, maxReadFile)) // a sender who is still writing would not hear the answer
		return nil, race.Errorf(race.CodeTooLarge, "the file is larger than %s; split it and import the parts", sizeWords(importer.MaxSheet))
	}
	file, err := a.spool(in.body, importer.MaxSheet)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close(); _ = os.Remove(file.Name()) }()
	size, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, fmt.Errorf("measure the upload: %w", err)
	}
	return a.importFile(ctx, in.ID, io.NewSectionReader(file, 0, size), in.FileName, o, in.DryRun.DryRun)
}

// over lays what the query says over the options.
func (in *ImportParticipants) over(o *wire.ImportOptions) {
	if in.AllowBibChanges {
		o.AllowBibChanges = &in.AllowBibChanges
	}
	if in.Race != "" || in.RaceID != 0 {
		o.Race, o.RaceID = in.Race, in.RaceID
	}
}

// importFile reads a file and carries it out.
func (a *API) importFile(ctx context.Context, id race.EventID, file *io.SectionReader, name string, o wire.ImportOptions, dry bool) (*one[wire.ImportReceipt], error) {
	release, err := a.importTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	how, err := a.importHow(id, &o, name)
	if err != nil {
		return nil, err
	}
	how.sheet.Size = file.Size()
	sheet, err := importer.ReadSheet(file, how.sheet)
	if err != nil {
		return nil, err
	}
	if o.AddOns == nil {
		if sheet, err = how.withUnplaced(sheet, file, o.DetectAddOns); err != nil {
			return nil, err
		}
	}
	how.remember(sheet)
	how.addOns = sheet.AddOns
	out, err := a.importPeople(ctx, id, sheet.Rows, how, name, dry)
	if err == nil {
		out.Body.Unused = sheet.Unused()
	}
	return out, err
}

// withUnplaced reads a file again with the add-ons whose columns nobody has put together: which they are shows in the first reading.
func (how *importHow) withUnplaced(sheet *importer.Sheet, file *io.SectionReader, all bool) (*importer.Sheet, error) {
	more := sheet.UnplacedAddOns(all)
	if len(more) == 0 {
		return sheet, nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the file again: %w", err)
	}
	how.sheet.AddOns = slices.Concat(sheet.AddOns, more)
	return importer.ReadSheet(file, how.sheet)
}

// importPeopleRows takes rows by the names of known fields.
func (a *API) importPeopleRows(ctx context.Context, in *ImportParticipants) (*one[wire.ImportReceipt], error) {
	body, err := in.text()
	if err != nil {
		return nil, err
	}
	var parsed wire.ImportParticipants
	if err := decodeFolded(body, &parsed); err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "the body is not the JSON of an import: %w", err)
	}
	in.over(&parsed.Options)
	name := firstOf(parsed.FileName, in.FileName)
	how, err := a.importHow(in.ID, &parsed.Options, name)
	if err != nil {
		return nil, err
	}
	if how.addOns = addOnMap(parsed.AddOnMap); len(how.addOns) == 0 {
		how.addOns = slices.DeleteFunc(how.sheet.AddOns, func(a race.AddOnColumns) bool {
			return slices.ContainsFunc(a.Columns, func(c race.AddOnColumn) bool { return c.Header == "" })
		})
	}
	rows, err := importer.NewRows(parsed.Participants, parsed.FirstRow, how.addOns)
	if err != nil {
		return nil, err
	}
	return a.importPeople(ctx, in.ID, rows, how, name, in.DryRun.DryRun)
}

func decodeFolded(raw []byte, into any) error {
	folded, err := foldJSON(raw, "")
	if err != nil {
		return err
	}
	return json.Unmarshal(folded, into)
}

// importPeople matches rows with the roster and stores what differs, as one decision.
func (a *API) importPeople(ctx context.Context, id race.EventID, rows []importer.Row, how *importHow, name string, dry bool) (*one[wire.ImportReceipt], error) {
	var merged *importer.Merged
	edit, ids, err := a.Control.ImportPeople(ctx, actor(ctx), id, name, dry, func(v *control.View) (*control.PeopleImport, error) {
		zone, err := time.LoadLocation(v.Event.Timezone)
		if err != nil {
			return nil, race.Invalid("timezone", "the event's time zone %q is not known here", v.Event.Timezone)
		}
		m, err := importer.Merge(v.Event, maps.Values(v.People), rows, importer.MergeOptions{
			AllowBibChanges: how.preset.AllowBibChanges, Race: how.preset.Race, RaceID: how.preset.RaceID, Zone: zone, Now: race.At(a.Now()),
			HasCrossings: v.WasRead,
			AddOns:       how.addOns, Ordered: func(id race.ParticipantID) []importer.Order { return ordersOf(v, id) },
		})
		if err != nil {
			return nil, err
		}
		merged = m
		return &control.PeopleImport{Put: m.Put, Remove: m.Remove, Preset: how.saved, AddOns: importer.NamedVariants(how.addOns), Orders: importedOrders(m.Orders)}, nil
	})
	if err != nil {
		return nil, err
	}
	out := importReceipt(merged, ids, dry)
	out.EditID = editID(edit)
	return &one[wire.ImportReceipt]{Seq: a.Hub.Seq(), Edit: out.EditID, Body: out}, nil
}

// importReceipt puts what an import does into the shape of the network.
func importReceipt(m *importer.Merged, ids []race.ParticipantID, dry bool) wire.ImportReceipt {
	r := m.Receipt
	out := wire.ImportReceipt{
		Created: r.Created, Updated: r.Updated, Unchanged: r.Unchanged, Removed: r.Removed, Skipped: r.Skipped,
		Messages: importMessages(r.Messages), Changes: make([]wire.ImportChange, 0, len(m.Changes)), MoreChanges: m.More, Unused: []string{},
	}
	for _, c := range m.Changes {
		id := c.ID
		if c.Put >= 0 && c.Put < len(ids) && !dry {
			id = ids[c.Put]
		}
		change := wire.ImportChange{Row: c.Row, ParticipantID: id, Bib: c.Bib, Name: c.Name, What: c.What, Race: c.Race, Fields: make([]wire.ImportField, 0, len(c.Fields))}
		for _, f := range c.Fields {
			change.Fields = append(change.Fields, wire.ImportField{Field: f.Field, Was: f.Was, Now: f.Now})
		}
		out.Changes = append(out.Changes, change)
	}
	return out
}

func importMessages(in []importer.Message) []wire.ImportMessage {
	out := make([]wire.ImportMessage, 0, len(in))
	for _, m := range in {
		out = append(out, wire.ImportMessage{Row: m.Row, Message: m.Message, Refused: m.Refused})
	}
	return out
}
