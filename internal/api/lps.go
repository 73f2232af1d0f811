package api

import (
	"context"
	"log/slog"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// LpsInput is the input of POST lps.
type LpsInput struct {
	EventPath
	DryRun
	Body wire.LpsCommand
}

func (a *API) lpsMonitor(_ context.Context, in *EventPath) (*one[wire.LpsMonitor], error) {
	m, err := a.Control.LpsMonitor(in.ID)
	return &one[wire.LpsMonitor]{Seq: a.Hub.Seq(), Body: m}, err
}

// setLpsMonitor starts or stops the monitor of last-person-standing races.
func (a *API) setLpsMonitor(ctx context.Context, in *LpsInput) (*one[wire.LpsMonitor], error) {
	if in.Body.Cmd != "start" && in.Body.Cmd != "stop" {
		return nil, race.Invalid("cmd", "%q is no command of the monitor; it is start or stop", in.Body.Cmd)
	}
	m, err := a.Control.SetLpsMonitor(ctx, actor(ctx), in.ID, in.Body.Cmd == "start", in.DryRun.DryRun)
	return &one[wire.LpsMonitor]{Seq: a.Hub.Seq(), Edit: m.EditID, Body: m}, err
}

// actOnMonitor is the same over the control channel. Without an event it is the one that the connection used last, else every event with a
// last-person-standing race under way.
func (a *API) actOnMonitor(log *slog.Logger, by race.Actor, event, last race.EventID, cmd string) {
	events := []race.EventID{event}
	switch {
	case event != 0:
	case last != 0:
		events = []race.EventID{last}
	default:
		events = a.Control.LpsUnderWay()
	}
	a.monitorTurn.next(&a.jobs, func() {
		ctx := context.WithValue(context.Background(), actorKey, by)
		for _, id := range events {
			if _, err := a.setLpsMonitor(ctx, &LpsInput{EventPath: EventPath{id}, Body: wire.LpsCommand{Cmd: cmd}}); err != nil {
				a.actionFailed(log, id, "lps_monitor_cmd", err)
			}
		}
	})
}
