package api

import (
	"context"
	"strings"

	"racectl/internal/control"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// importFields lists the fields that a column may hold, and the headers by which they are known.
func (a *API) importFields(_ context.Context, in *EventPath) (*one[[]wire.KnownField], error) {
	if err := a.Control.View(in.ID, func(*control.View) error { return nil }); err != nil {
		return nil, err
	}
	known := importer.KnownFields()
	out := make([]wire.KnownField, len(known))
	for i, k := range known {
		out[i] = wire.KnownField{Field: k.Name, Label: k.Title, Aliases: k.Aliases}
	}
	return &one[[]wire.KnownField]{Body: out}, nil
}

// NewImportFile is the input of POST participants/import/files.
type NewImportFile struct {
	EventPath
	Name string `query:"name" doc:"of the file"`
	Size int64  `query:"size" minimum:"0" doc:"bytes of the whole file, where that is known: then one that is too large is refused at once"`
}

// newImportFile begins the upload of a participant file (IMP-11).
func (a *API) newImportFile(_ context.Context, in *NewImportFile) (*one[wire.ImportFile], error) {
	if err := a.Control.View(in.ID, func(*control.View) error { return nil }); err != nil {
		return nil, err
	}
	if in.Size > importer.MaxSheet {
		return nil, race.Errorf(race.CodeTooLarge, "the file is larger than %s; split it and import the parts", sizeWords(importer.MaxSheet))
	}
	f, err := a.importFiles.add(a.TempDir, in.ID, in.Name)
	if err != nil {
		return nil, err
	}
	return &one[wire.ImportFile]{Body: wire.ImportFile{ID: f.id, StepBytes: importStep, MaxBytes: importer.MaxSheet}}, nil
}

// ImportFilePath names an upload.
type ImportFilePath struct {
	EventPath
	FileID string `path:"fileId"`
}

// ImportFileStep is the input of PUT participants/import/files/{fileId}.
type ImportFileStep struct {
	ImportFilePath
	Offset int64 `query:"offset" minimum:"0" doc:"how many bytes were sent before"`
	Upload
}

// addImportStep takes the next bytes of an upload.
func (a *API) addImportStep(_ context.Context, in *ImportFileStep) (*one[wire.ImportStep], error) {
	f, err := a.importFiles.get(in.ID, in.FileID)
	if err != nil {
		return nil, err
	}
	n, err := f.step(in.body, in.Offset)
	if err != nil {
		return nil, err
	}
	return &one[wire.ImportStep]{Body: wire.ImportStep{Bytes: n}}, nil
}

// dropImportFile cancels an upload.
func (a *API) dropImportFile(_ context.Context, in *ImportFilePath) (*nothing, error) {
	if _, err := a.importFiles.get(in.ID, in.FileID); err != nil {
		return nil, err
	}
	a.importFiles.forget(in.FileID)
	return &nothing{}, nil
}

// ReadImportFile is the input of POST participants/import/files/{fileId}/read.
type ReadImportFile struct {
	ImportFilePath
	Body wire.ImportOptions
}

// readImportFile says what is in an uploaded file, as it would be understood; nothing is compared with the roster.
func (a *API) readImportFile(ctx context.Context, in *ReadImportFile) (*one[wire.ImportSheet], error) {
	f, err := a.importFiles.get(in.ID, in.FileID)
	if err != nil {
		return nil, err
	}
	release, err := a.importTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	file, done, err := f.reader()
	if err != nil {
		return nil, err
	}
	defer done()
	how, err := a.importHow(in.ID, &in.Body, f.name)
	if err != nil {
		return nil, err
	}
	how.sheet.Size = file.Size()
	sheet, err := importer.ReadSheet(file, how.sheet)
	if err != nil {
		return nil, err
	}
	return &one[wire.ImportSheet]{Body: importSheet(sheet)}, nil
}

// importSheet puts what is in a file into the shape of the network.
func importSheet(s *importer.Sheet) wire.ImportSheet {
	out := wire.ImportSheet{
		Format: s.Format, Encoding: s.Encoding, Sheets: append([]string{}, s.Sheets...), Sheet: s.Name, Rows: len(s.Rows),
		Columns: make([]wire.ImportColumn, 0, len(s.Columns)), AddOns: addOnChoices(s.DetectAddOns()), Preview: s.Preview, Complaints: importMessages(s.Complaints()),
	}
	if s.Separator != 0 {
		out.Separator = string(s.Separator)
	}
	if len(out.Complaints) > shownLines {
		out.Complaints = out.Complaints[:shownLines]
	}
	for _, c := range s.Columns {
		out.Columns = append(out.Columns, wire.ImportColumn{
			Index: c.Index, Header: c.Header, Field: fieldOrIgnore(c.Field), Why: c.Why, Duplicate: c.Duplicate, Candidate: c.AddOn,
			Samples: shortTexts(c.Samples),
		})
	}
	return out
}

// shortTexts cuts samples to what a preview can show.
func shortTexts(texts []string) []string {
	out := make([]string, 0, len(texts))
	for _, t := range texts {
		if r := []rune(t); len(r) > 80 {
			t = string(r[:80]) + "…"
		}
		out = append(out, strings.ReplaceAll(t, "\n", " "))
	}
	return out
}

// RunImportFile is the input of POST participants/import/files/{fileId}/import.
type RunImportFile struct {
	ImportFilePath
	DryRun
	Body wire.ImportOptions
}

// runImportFile carries an uploaded file out and forgets it; a dry run only says what would come of it.
func (a *API) runImportFile(ctx context.Context, in *RunImportFile) (*one[wire.ImportReceipt], error) {
	f, err := a.importFiles.get(in.ID, in.FileID)
	if err != nil {
		return nil, err
	}
	file, done, err := f.reader()
	if err != nil {
		return nil, err
	}
	out, err := a.importFile(ctx, in.ID, file, f.name, in.Body, in.DryRun.DryRun)
	done()
	if err == nil && !in.DryRun.DryRun {
		a.importFiles.forget(f.id)
	}
	return out, err
}
