package racectl

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"racectl/internal/output"
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
to whom their tags name. IDs come from racectl crossing list and racectl explain; "-" reads them from the standard input.`,
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
		if receiver, err = s.findBib(ctx, o.bib); err != nil {
			return err
		}
	}
	if o.dryRun {
		return o.wouldDo(ctx, s, ids)
	}
	edit, err := s.ReassignCrossings(ctx, s.event.ID, ids, receiver, o.why)
	if err != nil {
		return err
	}
	return o.app.showEdit(edit, false)
}

func (o *crossingReassignOptions) wouldDo(ctx context.Context, s *session, ids []race.ReadID) error {
	to := "whom its tag names"
	if o.bib != "" {
		to = "#" + o.bib
	}
	would := []voided{}
	for _, id := range ids {
		v, err := s.crossing(ctx, id)
		if err != nil {
			return err
		}
		would = append(would, v)
	}
	if !o.app.io.ForPeople() {
		return (&crossingVoidOptions{app: o.app, dryRun: true}).show(s, would)
	}
	for _, v := range would {
		line := fmt.Sprintf("would give crossing %d (#%s %s at %s, %s) to %s", v.Crossing, v.Bib, v.Name, v.Split, output.ClockMs(v.At, s.zone), to)
		if err := o.app.io.Printf("%s\n", output.Clean(line)); err != nil {
			return err
		}
	}
	return nil
}
