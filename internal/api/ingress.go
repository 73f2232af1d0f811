package api

import (
	"context"
	"log/slog"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Feeds is what asks the outside systems of events.
type Feeds interface {
	Start(ctx context.Context, by race.Actor, id race.EventID) error
	Stop(ctx context.Context, by race.Actor, id race.EventID) error
	Status(id race.EventID) (wire.Ingress, error)
}

func (a *API) ingress(_ context.Context, in *EventPath) (*one[wire.Ingress], error) {
	seq := a.Hub.Seq()
	out, err := a.Feeds.Status(in.ID)
	return &one[wire.Ingress]{Seq: seq, Body: out}, err
}

func (a *API) startIngress(ctx context.Context, in *EventPath) (*one[wire.Ingress], error) {
	if err := a.Feeds.Start(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return a.ingress(ctx, in)
}

func (a *API) stopIngress(ctx context.Context, in *EventPath) (*one[wire.Ingress], error) {
	if err := a.Feeds.Stop(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return a.ingress(ctx, in)
}

// actOnIngress is pos_ingress_cmd (RT-9): the same as the calls, in the name of whoever asked over the channel.
func (a *API) actOnIngress(log *slog.Logger, by race.Actor, event race.EventID, cmd string) {
	do := map[string]func(context.Context, *EventPath) (*one[wire.Ingress], error){"start": a.startIngress, "stop": a.stopIngress}[cmd]
	if do == nil {
		log.Warn("websocket: this raced does not know the command", slog.String("cmd", cmd))
		return
	}
	a.ingressTurn.next(&a.jobs, func() {
		if _, err := do(context.WithValue(context.Background(), actorKey, by), &EventPath{event}); err != nil {
			a.actionFailed(log, event, "pos_ingress_cmd", err)
		}
	})
}
