package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type rankingsOptions struct {
	app       *app
	file, did string
	dryRun    bool
}

const rankingsHelp = `

A rank goes from 0 to 1, 1 is the best; percentages are divided by 100. People are found by their names, whatever their letter case.
Whoever shares a name with somebody else gets none, and is listed. The wave planner uses the rank and the number of results behind it.`

func newRankingsImport(a *app) *cobra.Command {
	o := &rankingsOptions{app: a}
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Bring people's rankings in from a CSV file",
		Long: `Bring people's rankings in from a CSV file with the columns first name, last name (or name), ranking and, where it is known,
count: the number of results it is made of.` + rankingsHelp,
		Example: `  racectl rankings import ranks.csv --dry-run
  racectl rankings import ranks.csv
  cat ranks.csv | racectl rankings import -`,
		Args: takes("FILE"), ValidArgsFunction: files("csv", "txt"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return o.run(cmd.Context())
		},
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func newRankingsFetch(a *app) *cobra.Command {
	o := &rankingsOptions{app: a}
	cmd := &cobra.Command{
		Use: "fetch", Short: "Ask the ranking service about the entrants",
		Long: `Have raced ask UltraSignup for the rankings of everybody who is entered in one of its races; --did is the number in the address of
that race. Without a way to the internet take a file: racectl rankings import.` + rankingsHelp,
		Example: `  racectl rankings fetch --did 110234 --dry-run
  racectl rankings fetch --did 110234`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.did == "" {
				return usage("say which race: --did N, the number in the address of the race at UltraSignup")
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.did, "did", "", "`NUMBER` of the race at UltraSignup")
	_ = cmd.RegisterFlagCompletionFunc("did", cobra.NoFileCompletions)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *rankingsOptions) run(ctx context.Context) error {
	receipt, err := o.ask(ctx)
	if err != nil {
		return err
	}
	if err := o.show(&receipt); err != nil {
		return err
	}
	if n := len(receipt.Messages); n > 0 {
		return race.Errorf(race.CodePartial, "%s could not be read; the messages say why", output.Count(n, "row", "rows"))
	}
	return nil
}

func (o *rankingsOptions) ask(ctx context.Context) (r wire.RankingsReceipt, err error) {
	if o.file == "" {
		s, err := o.app.open(ctx)
		if err != nil {
			return r, err
		}
		return s.FetchRankings(ctx, s.event.ID, o.did, o.dryRun)
	}
	in, err := o.app.openInput(o.file)
	if err != nil {
		return r, err
	}
	defer in.Close()
	s, err := o.app.open(ctx)
	if err != nil {
		return r, err
	}
	return s.ImportRankings(ctx, s.event.ID, in, in.size, o.dryRun)
}

func (o *rankingsOptions) show(r *wire.RankingsReceipt) error {
	io := o.app.io
	if !io.ForPeople() {
		return output.One(io, r, []output.Row{
			{Name: "stored", Value: output.Thousands(r.Stored)}, {Name: "matched", Value: output.Thousands(r.Matched)}, {Name: "changed", Value: output.Thousands(r.Changed)},
			{Name: "unmatched", Value: output.Thousands(len(r.Unmatched))}, {Name: "ambiguous", Value: output.Thousands(len(r.Ambiguous))},
		})
	}
	err := io.Printf("%s, %s found in the event, %s changed\n", output.Count(r.Stored, "ranking", "rankings"), output.Thousands(r.Matched), output.Count(r.Changed, "rank", "ranks"))
	for _, list := range []struct {
		words string
		names []string
	}{{"nobody is called", r.Unmatched}, {"several are called", r.Ambiguous}} {
		for i, name := range list.names {
			if i == mostLines {
				io.Say("  … and %s more; --json has all of them", output.Thousands(len(list.names)-i))
				break
			}
			if err == nil {
				err = io.Printf("  %s %s\n", list.words, output.Clean(name))
			}
		}
	}
	for i, m := range r.Messages {
		if err == nil && i < mostLines {
			err = io.Printf("  row %d: %s\n", m.Row, output.Clean(m.Message))
		}
	}
	switch {
	case o.dryRun:
		io.Say("nothing was changed (dry run)")
	case r.EditID != 0:
		io.Say("take it back with: racectl undo %d", r.EditID)
	}
	return err
}
