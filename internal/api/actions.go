package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// act does what a client asks over the control channel. Actions that this build does not know are logged, never fatal.
func (a *API) act(ctx context.Context, log *slog.Logger, by race.Actor, data string) {
	var action struct {
		Action  string        `json:"action"`
		RaceIDs []race.RaceID `json:"raceIds"`
	}
	folded, err := foldJSON([]byte(data), "")
	if err == nil {
		err = json.Unmarshal(folded, &action)
	}
	if err != nil {
		log.InfoContext(ctx, "websocket: an action that is not JSON was ignored", slog.Any("error", err))
		return
	}
	switch action.Action {
	case "rescore_race_event":
		a.rescore(log, action.RaceIDs)
	case "reload_clients":
		log.InfoContext(ctx, "all consoles are asked to load again")
		a.Hub.Publish(live.Change{Value: wire.Reload{}})
	default:
		log.WarnContext(ctx, "websocket: this raced does not know the action", slog.String("action", action.Action))
	}
}

// jobs are the long actions under way, at most one per event.
type jobs struct {
	mu  sync.Mutex
	all sync.WaitGroup
	now map[race.EventID]string // event -> tag of what is being done
}

// begin claims an event; when something is under way there, its progress is told again instead.
func (j *jobs) begin(id race.EventID, tag string) (running string, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.now == nil {
		j.now = map[race.EventID]string{}
	}
	if running := j.now[id]; running != "" {
		return running, false
	}
	j.now[id] = tag
	j.all.Add(1)
	return tag, true
}

func (j *jobs) end(id race.EventID) {
	j.mu.Lock()
	delete(j.now, id)
	j.mu.Unlock()
	j.all.Done()
}

// rescore scores races again, event by event, and tells how far it is.
func (a *API) rescore(log *slog.Logger, ids []race.RaceID) {
	byEvent := map[race.EventID][]race.RaceID{}
	for _, id := range ids {
		event, err := a.Control.RaceEvent(id)
		if err != nil {
			log.Warn("rescore: no such race", slog.Int64("race", int64(id)))
			continue
		}
		byEvent[event] = append(byEvent[event], id)
	}
	for _, event := range slices.Sorted(maps.Keys(byEvent)) {
		tag := "Rescoring " + a.raceNames(event, byEvent[event])
		running, free := a.jobs.begin(event, tag)
		if !free {
			a.progress(event, running, 0)
			continue
		}
		go func() {
			defer a.jobs.end(event)
			a.progress(event, tag, 0)
			changes, err := a.Control.Rescore(context.Background(), event, byEvent[event])
			if err != nil {
				a.rescoreFailed(log, event, tag, err)
				return
			}
			log.Info("races scored again", slog.Int("changed", len(changes)), slog.String("races", tag))
			a.progress(event, tag, 100)
		}()
	}
}

// rescoreFailed ends the progress without a number, together with a notification.
func (a *API) rescoreFailed(log *slog.Logger, event race.EventID, tag string, err error) {
	log.Error("rescore failed", slog.Any("error", err))
	a.Hub.Publish(live.Change{EventID: event, Key: "progress/" + tag, Value: wire.Progress{Tag: tag}})
	note := race.Notification{EventID: event, Type: "error", Title: tag + " failed", Detail: a.failed(context.Background(), err).body.Error}
	if err := a.Control.Notify(context.Background(), note); err != nil {
		log.Error("the notification could not be stored", slog.Any("error", err))
	}
}

func (a *API) progress(event race.EventID, tag string, p float64) {
	a.Hub.Publish(live.Change{EventID: event, Key: "progress/" + tag, Value: wire.Progress{Tag: tag, P: &p}})
}

func (a *API) raceNames(event race.EventID, ids []race.RaceID) string {
	var names []string
	_ = a.Control.View(event, func(v *control.View) error {
		for _, id := range ids {
			if r := v.Event.Race(id); r != nil {
				names = append(names, r.Name)
			}
		}
		return nil
	})
	return strings.Join(names, ", ")
}
