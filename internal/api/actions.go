package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
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
		RaceID  race.RaceID   `json:"raceId"`
		IDs     []int64       `json:"ids"`
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
	case "recalculate_splits":
		a.setUpAgain(log, by, a.racesOfSplits(action.IDs), a.recalculateSplits)
	case "reorder_wave_ids":
		a.setUpAgain(log, by, []race.RaceID{action.RaceID}, a.reorderWaves)
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
	now map[race.EventID]bool
}

// begin claims an event; false when something is under way there. Its progress tells everybody how far it is.
func (j *jobs) begin(id race.EventID) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.now == nil {
		j.now = map[race.EventID]bool{}
	}
	if j.now[id] {
		return false
	}
	j.now[id] = true
	j.all.Add(1)
	return true
}

func (j *jobs) end(id race.EventID) {
	j.mu.Lock()
	delete(j.now, id)
	j.mu.Unlock()
	j.all.Done()
}

// rescore scores races again, event by event. Race control tells how far it is.
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
		if !a.jobs.begin(event) {
			log.Info("this event is being scored already", slog.Int64("event", int64(event)))
			a.Control.TellProgress(event)
			continue
		}
		go func() {
			defer a.jobs.end(event)
			changes, err := a.Control.Rescore(context.Background(), event, byEvent[event])
			if err != nil {
				a.rescoreFailed(log, event, err)
				return
			}
			log.Info("scored again", slog.Int64("event", int64(event)), slog.Int("changed", len(changes)))
		}()
	}
}

// setUpAgain does one thing to each race, in the name of whoever asked over the channel. What changes is told to everybody; a
// failure becomes a notification, because the channel has no answers.
func (a *API) setUpAgain(log *slog.Logger, by race.Actor, ids []race.RaceID, do func(context.Context, *RacePath) (*one[wire.SavedRace], error)) {
	a.jobs.all.Go(func() {
		for _, id := range ids {
			event, err := a.Control.RaceEvent(id)
			if err != nil {
				log.Warn("an action names a race that is not there", slog.Int64("race", int64(id)))
				continue
			}
			ctx := context.WithValue(context.Background(), actorKey, by)
			if _, err := do(ctx, &RacePath{EventPath{event}, id}); err != nil {
				a.rescoreFailed(log, event, err)
			}
		}
	})
}

// racesOfSplits are the races that splits belong to, each once, by id.
func (a *API) racesOfSplits(ids []int64) []race.RaceID {
	wanted := map[race.SplitID]bool{}
	for _, id := range ids {
		wanted[race.SplitID(id)] = true
	}
	var out []race.RaceID
	for _, e := range a.Control.Events() {
		for i := range e.Races {
			if slices.ContainsFunc(e.Races[i].Splits, func(s race.Split) bool { return wanted[s.ID] }) {
				out = append(out, e.Races[i].ID)
			}
		}
	}
	slices.Sort(out)
	return out
}

// rescoreFailed ends the progress without a number, together with a notification.
func (a *API) rescoreFailed(log *slog.Logger, event race.EventID, err error) {
	log.Error("rescore failed", slog.Any("error", err))
	tag := "Rescoring"
	_ = a.Control.View(event, func(v *control.View) error {
		tag += " " + v.Event.Name
		return nil
	})
	a.Control.ProgressFailed(event, tag)
	note := race.Notification{EventID: event, Type: "error", Title: tag + " failed", Detail: a.failed(context.Background(), err).body.Error}
	if err := a.Control.Notify(context.Background(), note); err != nil {
		log.Error("the notification could not be stored", slog.Any("error", err))
	}
}
