package racectl

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type trackingStartOptions struct {
	app           *app
	server, user  string
	passwordStdin bool
	dryRun        bool
}

func newTrackingStart(a *app) *cobra.Command {
	o := &trackingStartOptions{app: a}
	cmd := &cobra.Command{
		Use: "start [SERVER]", Short: "Push the public standings to another system",
		Long: `Push the public standings of the event to a server, until it is stopped: everything at once, then whoever changed at most once
a second, and a sign of life every five seconds. It goes on by itself after a restart of raced, and is tried again when it fails.
Only public splits leave, and no contact data, birth dates, ages or notes.

SERVER may be left away when raced has one in its settings (tracking-server). Its scheme says how to talk to it:

  https://HOST/PATH, http://…   POST PATH/keyframe and PATH/delta as JSON, with HTTP Basic; 2xx takes them
  mqtts://HOST, mqtt://…        race/SLUG/keyframe and race/SLUG/status (retained), race/SLUG/delta and race/SLUG/crossing, QoS 1
  HOST                          MQTT over TLS; without TLS only where nobody speaks it, on a private network

A keyframe is {seq, at, event, races, participants}, a delta {seq, base, at, participants, removed}: whoever changed since the message
numbered base, each with all that is public of them. Whoever missed base waits for the next keyframe (racectl tracking keyframe).

The password is asked for at a terminal, or is the first line of the standard input with --password-stdin. The command waits up to ten
seconds for the server's answer; with exit code 12 the server did not take the standings, and raced goes on trying.`,
		Example: `  racectl tracking start https://live.example.org/push --user ridge --password-stdin < secret
  racectl tracking start mqtts://broker.example.org --user ridge
  racectl tracking start 192.168.1.20:1883 --dry-run`,
		Args: takesAtMost(1), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.server = args[0]
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.user, "user", "", "`USER` at the server")
	cmd.Flags().BoolVar(&o.passwordStdin, "password-stdin", false, "the password is the first line of the standard input")
	_ = cmd.RegisterFlagCompletionFunc("user", cobra.NoFileCompletions)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *trackingStartOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	to, err := o.target(ctx, s)
	if err != nil {
		return err
	}
	state, err := s.StartTracking(ctx, s.event.ID, to, o.dryRun)
	if err != nil {
		return err
	}
	if o.dryRun {
		return o.app.showTracking(&state, "the standings of "+output.Clean(s.event.Name)+" would go to "+output.Clean(to.Host))
	}
	if state, err = s.firstAnswer(ctx, state); err != nil {
		return err
	}
	return o.app.trackingOutcome(&state)
}

// target is where to push, with whatever is not said taken from raced's settings.
func (o *trackingStartOptions) target(ctx context.Context, s *session) (wire.StartTracking, error) {
	to := wire.StartTracking{Host: o.server, User: o.user}
	known, err := s.Tracking(ctx, s.event.ID)
	if err != nil {
		return to, err
	}
	if to.Host == "" {
		if to.Host = known.Defaults.Server; to.Host == "" {
			return to, usage("say where the standings go, for example https://live.example.org/push")
		}
		if to.User == "" {
			to.User = known.Defaults.User
		}
	}
	same := func(server, user string, has bool) bool { return has && server == to.Host && user == to.User }
	switch {
	case o.dryRun:
	case o.passwordStdin:
		to.Pass, err = readLine(o.app.io.In)
		if err == nil && to.Pass == "" {
			err = usage("the password is missing; give it as the first line of the standard input")
		}
	case to.User != "" && o.app.io.InTTY && !same(known.Server, known.User, known.HasPassword) && !same(known.Defaults.Server, known.Defaults.User, known.Defaults.HasPassword):
		to.Pass, err = o.app.password(false)
	}
	return to, err
}

// How long, and how often, the command looks for the server's first answer.
const (
	answerWait = 10 * time.Second
	answerLook = 100 * time.Millisecond
)

// firstAnswer waits until the server has said something, for a while.
func (s *session) firstAnswer(ctx context.Context, state wire.Tracking) (wire.Tracking, error) {
	enough := time.NewTimer(answerWait)
	defer enough.Stop()
	look := time.NewTicker(answerLook)
	defer look.Stop()
	for state.State == wire.TrackingStarting {
		select {
		case <-ctx.Done():
			return state, ctx.Err()
		case <-enough.C:
			return state, nil
		case <-look.C:
		}
		var err error
		if state, err = s.Tracking(ctx, s.event.ID); err != nil {
			return state, err
		}
	}
	return state, nil
}

// trackingOutcome shows how it goes and leaves with what it means to a script.
func (a *app) trackingOutcome(t *wire.Tracking) error {
	if err := a.showTracking(t, ""); err != nil {
		return err
	}
	switch t.State {
	case wire.TrackingFailing:
		return race.Errorf(race.CodeUnavailable, "%s; raced goes on trying", t.Status)
	case wire.TrackingStarting:
		return race.Errorf(race.CodeUnavailable, "the server has not answered yet; raced goes on trying")
	}
	return nil
}
