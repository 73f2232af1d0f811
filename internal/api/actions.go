package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"

	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// act does what a client asks over the control channel: the same as the calls of the API, whose progress and failure are told to
// everybody because the channel has no answers. Actions that this build does not know are logged, never fatal. last is the event that the
// connection used last; the answer is the event that the action names, 0 for none.
func (a *API) act(ctx context.Context, log *slog.Logger, by race.Actor, last race.EventID, data string) (event race.EventID) {
	var action struct {
		Action  string        `json:"action"`
		EventID race.EventID  `json:"raceEventId"`
		RaceIDs []race.RaceID `json:"raceIds"`
		RaceID  race.RaceID   `json:"raceId"`
		IDs     []int64       `json:"ids"`
		Cmd     string        `json:"cmd"`
		wire.StartTracking
	}
	folded, err := foldJSON([]byte(data), "")
	if err == nil {
		err = json.Unmarshal(folded, &action)
	}
	if err != nil {
		log.InfoContext(ctx, "websocket: an action that is not JSON was ignored", slog.Any("error", err))
		return 0
	}
	log = log.With(slog.String("action", action.Action))
	switch action.Action {
	case "rescore_race_event", "auto_dns", "apply_drop_downs_for_races", "reset_race_event":
		a.actOnMany(log, by, action.Action, a.racesByEvent(log, action.EventID, action.RaceIDs))
	case "start_livetracking", "stop_livetracking", "send_keyframe":
		a.actOnTracking(log, by, action.Action, action.EventID, action.StartTracking)
	case "recalculate_splits":
		a.setUpAgain(log, by, a.racesOfSplits(action.IDs), a.recalculateSplits)
	case "reorder_wave_ids":
		a.setUpAgain(log, by, []race.RaceID{action.RaceID}, a.reorderWaves)
	case "lps_monitor_cmd":
		a.actOnMonitor(log, by, action.EventID, last, action.Cmd)
	case "reload_clients":
		log.InfoContext(ctx, "all consoles are asked to load again")
		a.Hub.Publish(live.Change{Value: wire.Reload{}})
	default:
		log.WarnContext(ctx, "websocket: this raced does not know the action")
	}
	return action.EventID
}

// racesByEvent sorts races by their event; with none named it is all of the named event, and no race of any when that is 0.
func (a *API) racesByEvent(log *slog.Logger, event race.EventID, ids []race.RaceID) map[race.EventID][]race.RaceID {
	byEvent := map[race.EventID][]race.RaceID{}
	for _, id := range ids {
		of, err := a.Control.RaceEvent(id)
		if err != nil {
			log.Warn("an action names a race that is not there", slog.Int64("race", int64(id)))
			continue
		}
		byEvent[of] = append(byEvent[of], id)
	}
	if len(ids) == 0 && event != 0 {
		byEvent[event] = nil
	}
	return byEvent
}

// actOnMany does a long action, event by event, side by side. A second one for an event is answered by the progress of the first.
func (a *API) actOnMany(log *slog.Logger, by race.Actor, action string, byEvent map[race.EventID][]race.RaceID) {
	for event, races := range byEvent {
		a.jobs.Go(func() {
			ctx := context.WithValue(context.Background(), actorKey, by)
			path, of := EventPath{event}, wire.Races{RaceIDs: races}
			var err error
			switch action {
			case "rescore_race_event":
				_, err = a.score(ctx, &ScoreInput{EventPath: path, Body: wire.Score{RaceIDs: races}})
			case "auto_dns":
				_, err = a.autoDNS(ctx, &ActOnRaces{EventPath: path, Body: of})
			case "apply_drop_downs_for_races":
				_, err = a.dropDowns(ctx, &ActOnRaces{EventPath: path, Body: of})
			case "reset_race_event":
				_, err = a.resetEvent(ctx, &ResetEvent{EventPath: path})
			}
			switch {
			case control.UnderWay(err):
				log.Info("not begun", slog.Int64("event", int64(event)), slog.Any("error", err))
			case err != nil:
				a.actionFailed(log, event, action, err)
			default:
				log.Info("done", slog.Int64("event", int64(event)))
			}
		})
	}
}

// setUpAgain does one thing to each race, in the name of whoever asked over the channel. What changes is told to everybody; a
// failure becomes a notification, because the channel has no answers.
func (a *API) setUpAgain(log *slog.Logger, by race.Actor, ids []race.RaceID, do func(context.Context, *RacePath) (*one[wire.SavedRace], error)) {
	a.jobs.Go(func() {
		for _, id := range ids {
			event, err := a.Control.RaceEvent(id)
			if err != nil {
				log.Warn("an action names a race that is not there", slog.Int64("race", int64(id)))
				continue
			}
			ctx := context.WithValue(context.Background(), actorKey, by)
			if _, err := do(ctx, &RacePath{EventPath{event}, id}); err != nil {
				a.actionFailed(log, event, "", err)
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

// failedTitles name the actions of the channel in the notification of a failure.
var failedTitles = map[string]string{
	"rescore_race_event": "Rescoring failed", "auto_dns": "Automatic DNS failed", "apply_drop_downs_for_races": "Drop-downs failed",
	"reset_race_event": "Reset failed", "lps_monitor_cmd": "LPS monitor not changed", "": "The set-up was not changed",
}

// actionFailed tells everybody at the desk; the progress has ended without a number already.
func (a *API) actionFailed(log *slog.Logger, event race.EventID, action string, err error) {
	log.Error("an action failed", slog.Any("error", err))
	note := race.Notification{EventID: event, Type: "error", Title: failedTitles[action], Detail: a.failed(context.Background(), err).body.Error}
	if err := a.Control.Notify(context.Background(), note); err != nil {
		log.Error("the notification could not be stored", slog.Any("error", err))
	}
}
