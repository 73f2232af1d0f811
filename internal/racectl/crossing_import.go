package racectl

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type crossingImportOptions struct {
	app          *app
	files        []string
	source       string
	format, zone string
	createSource bool
	dryRun       bool
}

func newCrossingImport(a *app) *cobra.Command {
	o := &crossingImportOptions{app: a}
	cmd := &cobra.Command{
		Use: "import FILE...", Short: "Bring files of reads in",
		Long: `Bring files of reads in at a source. The format is found from the content: CSV with the headers tag (or bib, chip) and
time (or timestamp), ChronoTrack, IPICO, RACE RESULT passings, RFID Ultra, JChip. Doing it again, or a longer file of
the same reader, adds only what is new. Every line is accepted, known already, or listed as unreadable with its number
(exit code 3).

Beside a ChronoTrack FILE.csv the gun markers of FILE.mrk are looked for; each is shown as the command that would start
the race whose planned start is nearest. A .mrk file may also be named by itself. Nothing is started by an import.`,
		Example: `  racectl crossing import mat-a.csv --source "Mat A"
  racectl crossing import FINISH1/*.csv --source FINISH1 --zone Pacific/Auckland
  zcat finish.log.gz | racectl crossing import - --source Finish --format ipico --dry-run`,
		Args: takesSome("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.files = args
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.source, "source", "", "`SOURCE` that the reads come from; left away only when the file has a source column")
	f.StringVar(&o.format, "format", "auto", "`FORMAT`: "+strings.Join(readFormats, ", "))
	f.StringVar(&o.zone, "zone", "", "IANA `ZONE` of the reader's clock, for times without one; the event's when left away")
	f.BoolVar(&o.createSource, "create-source", false, "make the source when there is none of that name")
	addDryRun(cmd, &o.dryRun)
	complete(cmd, "source", a.sourceNames)
	complete(cmd, "format", func(context.Context) []string { return readFormats })
	return cmd
}

var readFormats = []string{"auto", "csv", "chronotrack", "ipico", "raceresult", "ultra", "jchip"}

// importReceipt is what `crossing import --json` writes: the sum of all files, and each file.
type importReceipt struct {
	Accepted    int              `json:"accepted"`
	Known       int              `json:"known"`
	Unreadable  []badLine        `json:"unreadable"`
	UnknownTags []string         `json:"unknownTags"`
	GunMarkers  []wire.GunMarker `json:"gunMarkers"`
	Files       []fileReceipt    `json:"files"`
}

type badLine struct {
	File string `json:"file"`
	wire.BadLine
}

type fileReceipt struct {
	File     string      `json:"file"`
	Format   string      `json:"format"`
	Accepted int         `json:"accepted"`
	Known    int         `json:"known"`
	EditID   race.EditID `json:"editId"`
	Notes    []string    `json:"notes"` // about the file as a whole: reads outside the event, an hour shown twice …
}

func (o *crossingImportOptions) run(ctx context.Context) error {
	inputs, err := o.openAll()
	if err != nil {
		return err
	}
	for _, in := range inputs {
		defer in.Close()
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	source, err := o.findSource(ctx, s)
	if err != nil {
		return err
	}
	total := importReceipt{Unreadable: []badLine{}, UnknownTags: []string{}, GunMarkers: []wire.GunMarker{}, Files: []fileReceipt{}}
	for i, in := range inputs {
		if err := o.one(ctx, s, source, in, o.files[i], &total); err != nil {
			if len(total.Files) > 0 {
				o.app.io.Say("%s imported before that", output.Count(len(total.Files), "file was", "files were"))
			}
			return err
		}
	}
	if err := o.show(s, &total); err != nil {
		return err
	}
	if n := len(total.Unreadable); n > 0 {
		return race.Errorf(race.CodePartial, "%s could not be read; all the others were taken", output.Count(n, "line", "lines"))
	}
	return nil
}

// openAll opens every file before the first one is sent: a slip in a name must not leave half an import.
func (o *crossingImportOptions) openAll() ([]*input, error) {
	var all []*input
	for _, path := range o.files {
		in, err := o.app.openInput(path)
		if err != nil {
			for _, x := range all {
				x.Close()
			}
			return nil, err
		}
		all = append(all, in)
	}
	return all, nil
}

// findSource is 0 when no source is named: then the file says it itself.
func (o *crossingImportOptions) findSource(ctx context.Context, s *session) (race.SourceID, error) {
	if o.source == "" {
		return 0, nil
	}
	source, err := findSource(ctx, s.Client, o.source)
	if race.CodeOf(err) != race.CodeNotFound {
		if err != nil {
			return 0, err
		}
		return source.ID, nil
	}
	if !o.createSource {
		return 0, race.Errorf(race.CodeNotFound, "%w; add --create-source to make it", err)
	}
	if o.dryRun {
		return 0, race.Errorf(race.CodeNotFound, "%w; a dry run does not make it", err)
	}
	made, err := s.SaveSource(ctx, 0, map[string]any{"name": o.source})
	if err != nil {
		return 0, err
	}
	o.app.io.Say("source %q made; no split takes its reads yet: say where it stands with racectl split edit --source", made.Now.Name)
	return made.Now.ID, nil
}

func (o *crossingImportOptions) one(ctx context.Context, s *session, source race.SourceID, in *input, path string, total *importReceipt) error {
	if strings.EqualFold(filepath.Ext(path), ".mrk") {
		guns, err := o.markers(s, in)
		if err != nil {
			return inFile(err, path)
		}
		total.addGuns(guns)
		return nil
	}
	progress := o.app.io.StartProgress("Importing "+in.name, in.size)
	defer progress.Done()
	f := client.ReadsFile{Body: progress.Reader(in), Size: in.size, Name: in.name, SourceID: source, Format: o.format, Zone: o.zone}
	got, err := s.ImportCrossings(ctx, s.event.ID, f, o.dryRun)
	if err != nil {
		var known *race.Error
		if source == 0 && errors.As(err, &known) && known.Field == "sourceId" {
			return usage("%s does not say where its reads were made; add --source SOURCE", path)
		}
		return inFile(err, path)
	}
	total.add(path, got)
	guns, err := o.markersBeside(s, path)
	if err != nil {
		return err
	}
	total.addGuns(guns)
	return nil
}

// inFile names the file that an error is about.
func inFile(err error, path string) error {
	code := race.CodeOf(err)
	if code == race.CodeInvalid || code == race.CodeUnreadable || code == race.CodeTooLarge {
		return race.Errorf(code, "%s: %w", path, err)
	}
	return err
}

func (t *importReceipt) add(path string, r wire.ReadsReceipt) {
	t.Accepted += r.Accepted
	t.Known += r.Known
	for _, l := range r.Unreadable {
		t.Unreadable = append(t.Unreadable, badLine{path, l})
	}
	seen := make(map[string]bool, len(t.UnknownTags))
	for _, tag := range t.UnknownTags {
		seen[tag] = true
	}
	for _, tag := range r.UnknownTags {
		if !seen[tag] {
			t.UnknownTags = append(t.UnknownTags, tag)
		}
	}
	t.addGuns(r.GunMarkers)
	t.Files = append(t.Files, fileReceipt{path, r.Format, r.Accepted, r.Known, r.EditID, append([]string{}, r.Notes...)})
}

// addGuns keeps each gun once: two boxes on one line, or a file named twice, saw the same one.
func (t *importReceipt) addGuns(guns []wire.GunMarker) {
	for _, g := range guns {
		if !slices.Contains(t.GunMarkers, g) {
			t.GunMarkers = append(t.GunMarkers, g)
		}
	}
}
