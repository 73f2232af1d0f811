package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
)

type participantSearchOptions struct {
	app   *app
	text  string
	limit int
}

func newParticipantSearch(a *app) *cobra.Command {
	o := &participantSearchOptions{app: a}
	cmd := &cobra.Command{
		Use: "search WORD...", Short: "Find people by name, bib or notes",
		Long: `Find people of the event. Every word must match: the first or last name or the notes contain it, or it is the bib. Capitals and
leading zeros of bibs make no difference; whoever wears the bib comes first.`,
		Example: `  racectl participant search ito
  racectl participant search ana 117 --json`,
		Args: takesSome("WORD"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.text = strings.Join(args, " ")
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().IntVarP(&o.limit, "limit", "n", 50, "at most `N` people")
	return cmd
}

func (o *participantSearchOptions) run(ctx context.Context) error {
	if o.limit < 1 || o.limit > 1000 {
		return usage("--limit must be between 1 and 1000")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	found, err := s.SearchParticipants(ctx, s.event.ID, o.text, o.limit)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		o.app.io.Say("nobody matches %q", o.text)
	}
	return output.List(o.app.io, found, s.participantColumns())
}
