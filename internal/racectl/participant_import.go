package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/importer"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type participantImportOptions struct {
	app             *app
	file, race      string
	preset, sheet   string
	mapped          []string
	allowBibChanges *bool
	addOns          bool
	dryRun          bool
}

func newParticipantImport(a *app) *cobra.Command {
	o := &participantImportOptions{app: a}
	allow := false
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Bring a roster in from a CSV file or an Excel workbook",
		Long: `Bring a roster in from a CSV file or an Excel workbook (.xlsx). Columns are known by their headers, as the usual registration
systems write them; --map says what others mean. People who are there already are changed, not doubled: they are found by the
registration's own id, by name with date of birth or e-mail, or by bib with last name. A blank cell never wipes anything.

Columns of what was ordered become add-ons with --add-ons, where their headers end in a price, a digit or a dot ("Shirt (Mens L) $25" is
the variant Mens L of Shirt), or one by one with --map 'Parking=addon'. Numbers are quantities, words are answers. The columns that
were not used are listed.

--race says where people run: the name of a race puts all of them there, whatever the file says; "file" takes the name of the race
from the file; "infer" finds the race whose distance is within a tenth of the one that the file names ("50 km", "100 Miler"). Without
--race it is the file's word, or, where the file says nothing, the only race that the event has. A row whose race is not found is skipped
and said; people who are there already and of whom the file says nothing stay in their race.

--dry-run lists whom the file would create, change, field by field, and remove, and every row that cannot be taken. The import
itself is one entry of the journal, which can be undone. The event remembers how its last file was read under the name of that
file; --preset reads the next one in the same way. Exit code 3 says that rows were refused.

When there is no roster, one can be made from the tags that were read: see the last example. The view reads_named also
has the event code of each read, which tells race tags of some controllers from test tags.`,
		Example: `  racectl participant import roster.csv --race file
  racectl participant import roster.xlsx --race 50K --dry-run
  racectl participant import export.csv --map 'Rider No=bib' --map 'Nickname=ignore' --race infer
  racectl participant import orders.csv --add-ons --map 'Shirt - Men S=addon' --race file
  racectl participant import september.csv --preset august.csv --allow-bib-changes --json
  racectl query "select distinct tag as bib, 'Runner' as first_name, tag as last_name from crossings
    where disposition = 'unknown_tag' order by tag" -o csv | racectl participant import - --race 50K`,
		Args: takes("FILE"), ValidArgsFunction: files("csv", "txt", "tsv", "xlsx"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			if cmd.Flags().Changed("allow-bib-changes") {
				o.allowBibChanges = &allow
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.race, "race", "", "where people run: the name of a `RACE` for all of them, or file, or infer; without it the file's word, or the only race")
	cmd.Flags().StringArrayVar(&o.mapped, "map", nil, "what a column means, as `HEADER=FIELD`; the field ignore leaves it out, addon makes it an add-on (repeatable)")
	cmd.Flags().BoolVar(&o.addOns, "add-ons", false, "make add-ons of the columns whose headers look like them")
	cmd.Flags().StringVar(&o.preset, "preset", "", "read the file as the event remembers it under this `NAME`")
	cmd.Flags().StringVar(&o.sheet, "sheet", "", "`NAME` of the sheet of a workbook; without it the first one")
	cmd.Flags().BoolVar(&allow, "allow-bib-changes", false, "let the file change bibs that people have already")
	addDryRun(cmd, &o.dryRun)
	complete(cmd, "race", func(ctx context.Context) []string { return append([]string{"file", "infer"}, a.raceNames(ctx)...) })
	complete(cmd, "preset", a.presetNames)
	complete(cmd, "sheet", func(context.Context) []string { return nil })
	complete(cmd, "map", func(context.Context) []string { return nil })
	return cmd
}

// presetNames is the one preset that the event remembers.
func (a *app) presetNames(ctx context.Context) []string {
	s, ok := a.hurry(ctx)
	if !ok || s.event.ImportPreset == nil || s.event.ImportPreset.Name == "" {
		return nil
	}
	return []string{s.event.ImportPreset.Name}
}

func (o *participantImportOptions) run(ctx context.Context) error {
	options, err := o.options()
	if err != nil {
		return err
	}
	in, err := o.app.openInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	if in.size > importer.MaxSheet {
		return race.Errorf(race.CodeTooLarge, "%s is larger than %d MB; split it and import the parts", in.name, importer.MaxSheet>>20)
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	f := client.RosterFile{Size: in.size, Name: in.name, Options: options}
	switch o.race {
	case "", "file", "infer":
		f.Race = o.race
	default:
		r, err := s.findRace(o.race)
		if err != nil {
			return err
		}
		f.RaceID = r.ID
	}
	progress := o.app.io.StartProgress("Importing "+in.name, in.size)
	defer progress.Done()
	f.Body = progress.Reader(in)
	receipt, err := s.ImportParticipants(ctx, s.event.ID, f, o.dryRun)
	if err != nil {
		return err
	}
	progress.Done()
	if err := o.show(receipt); err != nil {
		return err
	}
	if receipt.Skipped > 0 {
		were := "was"
		if receipt.Skipped > 1 {
			were = "were"
		}
		return race.Errorf(race.CodePartial, "%s of %s %s skipped; the messages say why", output.Count(receipt.Skipped, "row", "rows"), in.name, were)
	}
	return nil
}

// options are those of the columns: 'Rider No=bib' means that the column Rider No holds the bib. A header may hold an equals sign itself.
func (o *participantImportOptions) options() (wire.ImportOptions, error) {
	out := wire.ImportOptions{AllowBibChanges: o.allowBibChanges, Preset: o.preset, Sheet: o.sheet, DetectAddOns: o.addOns}
	for _, m := range o.mapped {
		i := strings.LastIndexByte(m, '=')
		if i <= 0 || strings.TrimSpace(m[i+1:]) == "" {
			return out, usage("--map wants HEADER=FIELD, such as 'Rider No=bib', not %q", m)
		}
		out.Columns = append(out.Columns, wire.ColumnField{Header: m[:i], Field: strings.TrimSpace(m[i+1:])})
	}
	return out, nil
}
