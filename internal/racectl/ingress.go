package racectl

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// firstAnswer is how long ingress start waits for what comes of it.
const firstAnswer = 10 * time.Second

// ingressOptions are those of the commands about the outside feed of an event.
type ingressOptions struct {
	app   *app
	event string
}

func (o *ingressOptions) command(use, short, long, example string, run func(ctx context.Context) error) *cobra.Command {
	return &cobra.Command{
		Use: use + " [EVENT]", Short: short, Long: long, Example: example,
		Args: takesAtMost(1), ValidArgsFunction: o.app.completeFirst(o.app.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.event = strings.Join(args, "")
			return run(cmd.Context())
		},
	}
}

func newIngressStatus(a *app) *cobra.Command {
	o := &ingressOptions{app: a}
	return o.command("status", "How the feed stands, and what the last answer held",
		`Say how the feed of an event stands: whether it is asked, since when, what stands in the way, what the last answer held, and
which bibs and names of it nobody in the event has.`,
		`  racectl ingress status
  racectl ingress status granite-ridge-2026 --json`,
		func(ctx context.Context) error { return o.call(ctx, (*client.Client).Ingress) })
}

func newIngressStart(a *app) *cobra.Command {
	o := &ingressOptions{app: a}
	return o.command("start", "Ask the outside system, at once and again and again",
		`Ask the outside system of an event at once, and then as often as its settings say, until it is stopped. Its reads go to a source of
their own, which is made the first time. Errors are tried again by themselves, after a restart of raced too. The answer is how the
feed stands after the first answer, or after ten seconds.`,
		`  racectl ingress start
  racectl ingress start granite-ridge-2026 --json`,
		o.start)
}

func newIngressStop(a *app) *cobra.Command {
	o := &ingressOptions{app: a}
	return o.command("stop", "Ask it no more",
		"Ask the outside system of an event no more. What came from it stays.",
		`  racectl ingress stop
  racectl ingress stop granite-ridge-2026`,
		func(ctx context.Context) error { return o.call(ctx, (*client.Client).StopIngress) })
}

func (o *ingressOptions) call(ctx context.Context, do func(*client.Client, context.Context, race.EventID) (wire.Ingress, error)) error {
	s, err := o.app.openNamed(ctx, o.event)
	if err != nil {
		return err
	}
	now, err := do(s.Client, ctx, s.event.ID)
	if err != nil {
		return err
	}
	return o.show(s, &now)
}

// start begins, and waits a moment for what comes of it.
func (o *ingressOptions) start(ctx context.Context) error {
	s, err := o.app.openNamed(ctx, o.event)
	if err != nil {
		return err
	}
	now, err := s.StartIngress(ctx, s.event.ID)
	if err != nil {
		return err
	}
	wait, stop := context.WithTimeout(ctx, firstAnswer)
	defer stop()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for now.State == race.IngressStarting && now.Detail == "" && wait.Err() == nil {
		select {
		case <-wait.Done():
		case <-tick.C:
			if now, err = s.Ingress(ctx, s.event.ID); err != nil {
				return err
			}
		}
	}
	return o.show(s, &now)
}

func (o *ingressOptions) show(s *session, now *wire.Ingress) error {
	io := o.app.io
	at := func(t race.Instant) string { return io.Ago(t, s.zone) }
	if !io.ForPeople() {
		at = race.Instant.String
	}
	source := ""
	if now.EventSourceID != nil {
		source = now.Source
	}
	state := now.StateText
	if !io.ForPeople() {
		state = now.State
	}
	rows := []output.Row{
		{Name: "adapter", Value: now.Adapter}, {Name: "state", Value: state}, {Name: "since", Value: at(now.StatusAt)}, {Name: "detail", Value: now.Detail},
		{Name: "every", Value: strconv.Itoa(now.PollSeconds) + " s"}, {Name: "source", Value: source},
		{Name: "asked", Value: at(now.LastAskedAt)}, {Name: "answered", Value: at(now.LastAnswerAt)}, {Name: "next", Value: now.NextAskAt.In(s.zone).Format("15:04:05")},
		{Name: "rows", Value: strconv.Itoa(now.Rows)}, {Name: "new", Value: strconv.Itoa(now.New)}, {Name: "unread", Value: strconv.Itoa(now.Unread)},
		{Name: "unmatched", Value: named(now.Unmatched, now.UnmatchedRows)}, {Name: "unknown splits", Value: strings.Join(now.UnknownSplits, ", ")},
	}
	if !now.NextAskAt.IsSet() || !now.Active {
		rows[8].Value = ""
	}
	if err := output.One(io, *now, rows); err != nil || !io.ForPeople() {
		return err
	}
	switch {
	case now.Adapter == "":
		io.Say("no feed is set up; do it with: racectl ingress set --type %s --url URL", race.IngressTypes()[0])
	case !now.Active:
		io.Say("it is not asked; begin with: racectl ingress start")
	}
	return nil
}

// named lists the first few, and says how many more there are.
func named(some []string, all int) string {
	out := output.Clean(strings.Join(some, ", "))
	if more := all - len(some); more > 0 {
		out += " and " + strconv.Itoa(more) + " more"
	}
	return out
}
