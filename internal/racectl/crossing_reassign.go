package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

type crossingReassignOptions struct {
	app      *app
	ids      []string
	bib, why string
	asTagged bool
	dryRun   bool
}

func newCrossingReassign(a *app) *cobra.Command {
	o := &crossingReassignOptions{app: a}
	cmd := &cobra.Command{
		Use: "reassign ID... --bib BIB", Short: "Give crossings to another person",
		Long: `Give crossings to another person: two runners swapped bibs, or a tag was handed out twice. --as-tagged gives them back
to whom their tags name. It is one entry of the journal, and both people are scored again. IDs come from racectl crossing list and racectl explain; "-" reads them from the standard input.`,
		Example: `  racectl crossing reassign 10482 10490 --bib 204 --why "bibs swapped at the start"
  racectl crossing reassign 10482 --as-tagged`,
		Args: takesSome("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.bib, "bib", "", "`BIB` of the receiver")
	cmd.Flags().BoolVar(&o.asTagged, "as-tagged", false, "give them back to whom their tags name")
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *crossingReassignOptions) run(ctx context.Context) error {
	if (o.bib == "") == !o.asTagged {
		return usage("say who receives the crossings: either --bib BIB or --as-tagged")
	}
	ids, err := o.app.crossingIDs(o.ids)
	if err != nil {
		return err
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	var receiver race.ParticipantID
	if o.bib != "" {
		if receiver, err = s.findPerson(ctx, o.bib); err != nil {
			return err
		}
	}
	acted, err := s.ReassignCrossings(ctx, s.event.ID, ids, receiver, client.Many{Why: o.why, Dry: o.dryRun})
	if err != nil {
		return err
	}
	return o.app.showActed(acted, o.dryRun)
}
