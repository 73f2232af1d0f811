package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type participantImportOptions struct {
	app             *app
	file, race      string
	allowBibChanges bool
	dryRun          bool
}

func newParticipantImport(a *app) *cobra.Command {
	o := &participantImportOptions{app: a}
	cmd := &cobra.Command{
		Use: "import FILE.csv", Short: "Bring a roster in from a CSV file",
		Long: `Bring a roster in from a CSV file. Columns are known by their headers (bib, first name, last name, gender, age,
race, wave, team, chip and their usual other names). People who are there already are changed, not doubled.

--race says where people run: the name of a race puts all of them there; "file" takes the race column; "infer" goes by
the races' bib ranges.

When there is no roster, one can be made from the tags that were read: see the last example. The view reads_named also
has the event code of each read, which tells race tags of some controllers from test tags.`,
		Example: `  racectl participant import roster.csv --race file
  racectl participant import roster.csv --race 50K --dry-run
  racectl query "select distinct tag as bib, 'Runner' as first_name, tag as last_name from crossings
    where disposition = 'unknown_tag' order by tag" -o csv | racectl participant import - --race 50K`,
		Args: takes("FILE.csv"), ValidArgsFunction: files("csv", "txt"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.race, "race", "", "`RACE` of everybody in the file, or file, or infer")
	cmd.Flags().BoolVar(&o.allowBibChanges, "allow-bib-changes", false, "let the file change bibs that people have already")
	addDryRun(cmd, &o.dryRun)
	complete(cmd, "race", func(ctx context.Context) []string { return append([]string{"file", "infer"}, a.raceNames(ctx)...) })
	return cmd
}

func (o *participantImportOptions) run(ctx context.Context) error {
	in, err := o.app.openInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	progress := o.app.io.StartProgress("Importing "+in.name, in.size)
	defer progress.Done()
	f := client.RosterFile{Body: progress.Reader(in), Size: in.size, Name: in.name, AllowBibChanges: o.allowBibChanges}
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
	receipt, err := s.ImportParticipants(ctx, s.event.ID, f, o.dryRun)
	if err != nil {
		return err
	}
	progress.Done()
	if err := o.show(receipt); err != nil {
		return err
	}
	if receipt.Skipped > 0 {
		return race.Errorf(race.CodePartial, "%s of %s skipped; the messages say why", output.Count(receipt.Skipped, "row was", "rows were"), in.name)
	}
	return nil
}

func (o *participantImportOptions) show(r wire.ImportReceipt) error {
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, r, []output.Row{
			{Name: "created", Value: output.Thousands(r.Created)}, {Name: "updated", Value: output.Thousands(r.Updated)},
			{Name: "unchanged", Value: output.Thousands(r.Unchanged)}, {Name: "removed", Value: output.Thousands(r.Removed)},
			{Name: "skipped", Value: output.Thousands(r.Skipped)},
		})
	}
	word := map[bool]string{true: "would be ", false: ""}[o.dryRun]
	err := o.app.io.Printf("%s%s created, %s updated, %s unchanged", word, output.Thousands(r.Created), output.Thousands(r.Updated), output.Thousands(r.Unchanged))
	if err == nil && r.Removed > 0 {
		err = o.app.io.Printf(", %s removed", output.Thousands(r.Removed))
	}
	if err == nil && r.Skipped > 0 {
		err = o.app.io.Printf(", %s skipped", output.Thousands(r.Skipped))
	}
	if err == nil {
		err = o.app.io.Printf("\n")
	}
	for i, m := range r.Messages {
		if i == mostLines {
			o.app.io.Say("  … and %s more; --json has all of them", output.Thousands(len(r.Messages)-i))
			break
		}
		if err == nil {
			err = o.app.io.Printf("  row %d: %s\n", m.Row, output.Clean(m.Message))
		}
	}
	if err == nil && r.EditID != 0 && !o.dryRun {
		o.app.io.Say("take it back with: racectl undo %d", r.EditID)
	}
	return err
}

// mostLines is how many messages of one kind a person is shown.
const mostLines = 20
