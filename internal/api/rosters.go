package api

import (
	"context"
	"encoding/json"
	"maps"
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
	DryRun
}

// importParticipants takes rows that a console has taken apart, or a whole CSV file, and matches them with the roster.
func (a *API) importParticipants(ctx context.Context, in *ImportParticipants) (*one[wire.ImportReceipt], error) {
	rows, preset, err := in.rows()
	if err != nil {
		return nil, err
	}
	var receipt importer.Receipt
	edit, _, err := a.Control.SavePeople(ctx, actor(ctx), in.ID, "import participants", in.DryRun.DryRun,
		func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
			zone, err := time.LoadLocation(v.Event.Timezone)
			if err != nil {
				return nil, nil, race.Invalid("timezone", "the event's time zone %q is not known here", v.Event.Timezone)
			}
			merged, err := importer.Merge(v.Event, maps.Values(v.People), rows, importer.MergeOptions{
				AllowBibChanges: preset.AllowBibChanges, Race: preset.Race, RaceID: preset.RaceID, Zone: zone, Now: race.At(a.Now()),
				HasCrossings: func(id race.ParticipantID) bool { return len(v.Board.ReadsOf(id)) > 0 },
			})
			if err != nil {
				return nil, nil, err
			}
			receipt = merged.Receipt
			return merged.Put, merged.Remove, nil
		})
	if err != nil {
		return nil, err
	}
	out := wire.ImportReceipt{
		Created: receipt.Created, Updated: receipt.Updated, Unchanged: receipt.Unchanged, Removed: receipt.Removed, Skipped: receipt.Skipped,
		Messages: []wire.ImportMessage{},
	}
	for _, m := range receipt.Messages {
		out.Messages = append(out.Messages, wire.ImportMessage{Row: m.Row, Message: m.Message})
	}
	if edit != nil {
		out.EditID = edit.ID
	}
	if !in.DryRun.DryRun {
		err = a.Control.NoteImport(ctx, in.ID, preset)
	}
	return &one[wire.ImportReceipt]{Seq: a.Hub.Seq(), Body: out}, err
}

// rows takes the body apart, and says how the rows are meant.
func (in *ImportParticipants) rows() ([]importer.Row, *race.ImportPreset, error) {
	preset := &race.ImportPreset{AllowBibChanges: in.AllowBibChanges, RaceID: in.RaceID, Race: in.Race}
	if !in.isJSON() {
		sheet, err := importer.ReadSheet(in.body, importer.SheetOptions{})
		if err != nil {
			return nil, nil, err
		}
		for _, c := range sheet.Columns {
			preset.ColumnChoices = append(preset.ColumnChoices, race.ColumnChoice{Header: c.Header, Field: c.Field})
		}
		return sheet.Rows, preset, nil
	}
	body, err := in.text()
	if err != nil {
		return nil, nil, err
	}
	var parsed wire.ImportParticipants
	folded, err := foldJSON(body, "")
	if err == nil {
		err = json.Unmarshal(folded, &parsed)
	}
	if err != nil {
		return nil, nil, race.Errorf(race.CodeUnreadable, "the body is not the JSON of an import: %w", err)
	}
	preset.AllowBibChanges = preset.AllowBibChanges || parsed.Options.AllowBibChanges
	if preset.RaceID == 0 && preset.Race == "" {
		preset.RaceID, preset.Race = race.RaceID(parsed.Options.RaceID), parsed.Options.Race
	}
	rows, err := importer.NewRows(parsed.Participants, parsed.FirstRow)
	return rows, preset, err
}
