package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
)

type exportResultsOptions struct {
	app            *app
	race, as, file string
}

var resultFormats = []string{"csv", "json"}

func newExportResults(a *app) *cobra.Command {
	o := &exportResultsOptions{app: a}
	cmd := &cobra.Command{
		Use: "results RACE", Short: "Write the results of a race as a file",
		Long: `Write the results of a race as a file for others, the same that raced offers for download. With -O the file is replaced
in one step: whoever reads it never sees half of it.

The CSV has Place, Gender Place, Bib, Last, First, Gender, Age, City, State, Team, Start and Finish (wall clocks in the event's
zone), Time, Status, then the time at each split under its name, Gun Time and Chip Time, and in a race of laps Laps and Distance.
A split that is called like another column, as the start and the finish usually are, has "Split" behind its name: Finish is the
clock, Finish Split the time since the start. No column name occurs twice.`,
		Example: `  racectl export results 50K --as csv -O results.csv
  racectl export results 50K --as json | jq .[0]
  */5 * * * * racectl export results 50K --as csv -O /srv/www/50k.csv --quiet`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.as, "as", "csv", "`FORMAT` of the file: "+strings.Join(resultFormats, ", "))
	addOutFile(cmd, &o.file)
	complete(cmd, "as", func(context.Context) []string { return resultFormats })
	return cmd
}

func (o *exportResultsOptions) run(ctx context.Context) error {
	if o.as != "csv" && o.as != "json" {
		return usage("--as is %q; use %s", o.as, strings.Join(resultFormats, " or "))
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := s.findRace(o.race)
	if err != nil {
		return err
	}
	file, err := s.ResultsFile(ctx, r.ID, o.as)
	if err != nil {
		return err
	}
	defer file.Close()
	n, err := o.app.save(o.file, file, true)
	if err != nil {
		return err
	}
	if o.app.io.Quiet {
		return nil
	}
	return o.app.showSaved("results of "+r.Name, o.file, n)
}
