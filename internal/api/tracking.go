package api

import (
	"context"
	"log/slog"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func (a *API) tracking(_ context.Context, in *EventPath) (*one[wire.Tracking], error) {
	state, err := a.Tracking.State(in.ID)
	return &one[wire.Tracking]{Body: state}, err
}

// TrackingStart is the input of POST tracking.
type TrackingStart struct {
	EventPath
	DryRun
	Body wire.StartTracking
}

// startTracking answers at once; what the server says is told by livetrackStatus and GET tracking.
func (a *API) startTracking(ctx context.Context, in *TrackingStart) (*one[wire.Tracking], error) {
	if err := a.Tracking.Start(ctx, actor(ctx), in.ID, in.Body, in.DryRun.DryRun); err != nil {
		return nil, err
	}
	return a.tracking(ctx, &in.EventPath)
}

func (a *API) stopTracking(ctx context.Context, in *EventPath) (*nothing, error) {
	return &nothing{}, a.Tracking.Stop(ctx, actor(ctx), in.ID)
}

func (a *API) sendKeyframe(_ context.Context, in *EventPath) (*nothing, error) {
	return &nothing{}, a.Tracking.Keyframe(in.ID)
}

// actOnTracking does what the control channel asks (RT-5 … RT-7). Stop and keyframe may come without an event: they mean all then. A
// refusal is told as a livetrackStatus, because the channel has no answers.
func (a *API) actOnTracking(log *slog.Logger, by race.Actor, action string, event race.EventID, in wire.StartTracking) {
	a.trackingTurn.next(&a.jobs, func() {
		ctx := context.WithValue(context.Background(), actorKey, by)
		events := []race.EventID{event}
		if event == 0 && action != "start_livetracking" {
			events = events[:0]
			for _, t := range a.Control.AllTracking() {
				events = append(events, t.EventID)
			}
		}
		for _, id := range events {
			var err error
			switch action {
			case "start_livetracking":
				err = a.Tracking.Start(ctx, by, id, in, false)
			case "stop_livetracking":
				err = a.Tracking.Stop(ctx, by, id)
			case "send_keyframe":
				err = a.Tracking.Keyframe(id)
			}
			if err != nil {
				log.Info("not done", slog.Int64("event", int64(id)), slog.Any("error", err))
				a.Tracking.Refuse(id, a.failed(ctx, err).body.Error)
			}
		}
	})
}
