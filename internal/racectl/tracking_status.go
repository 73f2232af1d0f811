package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

// trackingCommand makes a command without arguments about the live tracking of the event.
func trackingCommand(a *app, use, short, long, example string, run func(context.Context, *session) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Example: example, Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.open(cmd.Context())
			if err != nil {
				return err
			}
			return run(cmd.Context(), s)
		},
	}
}

func newTrackingStop(a *app) *cobra.Command {
	dry := false
	cmd := trackingCommand(a, "stop", "Push the standings no more",
		"Push the standings of the event no more. raced forgets the server with the password; the journal keeps when it was.",
		"  racectl tracking stop", func(ctx context.Context, s *session) error {
			if !dry {
				if err := s.StopTracking(ctx, s.event.ID); err != nil {
					return err
				}
			}
			state, err := s.Tracking(ctx, s.event.ID)
			if err != nil {
				return err
			}
			words := "the standings go nowhere any more"
			if dry && state.State != wire.TrackingOff {
				words = "the standings would not go to " + output.Clean(state.Server) + " any more"
			}
			return a.showTracking(&state, words)
		})
	addDryRun(cmd, &dry)
	return cmd
}

func newTrackingKeyframe(a *app) *cobra.Command {
	return trackingCommand(a, "keyframe", "Send everything once more",
		`Send the whole public state of the event once more, for a server that has lost something. A server that fails is tried at once instead
of when its turn comes.`,
		"  racectl tracking keyframe", func(ctx context.Context, s *session) error {
			if err := s.SendKeyframe(ctx, s.event.ID); err != nil {
				return err
			}
			state, err := s.Tracking(ctx, s.event.ID)
			if err != nil {
				return err
			}
			return a.showTracking(&state, "a keyframe is on its way to "+output.Clean(state.Server))
		})
}

func newTrackingStatus(a *app) *cobra.Command {
	return trackingCommand(a, "status", "Say whether the standings arrive",
		`Say where the standings of the event go, and whether they arrive. In --json the state is off, waiting, starting, running or failing;
status is OK or says in one sentence what is wrong, and at is when the server took something last. The exit code is 12 while it fails.`,
		"  racectl tracking status\n  racectl tracking status --json", func(ctx context.Context, s *session) error {
			state, err := s.Tracking(ctx, s.event.ID)
			if err != nil {
				return err
			}
			return a.trackingOutcome(&state)
		})
}

// showTracking shows how it goes, to people in the words that are given, or in its own.
func (a *app) showTracking(t *wire.Tracking, words string) error {
	if !a.io.ForPeople() {
		return output.One(a.io, t, []output.Row{
			{Name: "state", Value: t.State}, {Name: "status", Value: t.Status}, {Name: "at", Value: t.At.String()},
			{Name: "server", Value: t.Server}, {Name: "user", Value: t.User},
		})
	}
	server := output.Clean(t.Server)
	switch {
	case words != "":
	case t.State == wire.TrackingOff:
		words = "the standings go nowhere"
	case t.State == wire.TrackingWaiting:
		words = "the standings will go to " + server + " as soon as raced runs"
	case t.State == wire.TrackingRunning:
		words = "the standings go to " + server + ", which took something last at " + t.At.String()
	default:
		words = "the standings are to go to " + server
	}
	return a.io.Printf("%s\n", words)
}
