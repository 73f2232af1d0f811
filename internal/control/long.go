package control

import (
	"errors"
	"strings"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

var errUnderWay = errors.New("ask again when it has ended")

// UnderWay reports whether an error says that nothing was done because other long work is under way in the event.
func UnderWay(err error) bool { return errors.Is(err, errUnderWay) }

// Long does work that everybody sees the progress of, one piece at a time per event. Whoever asks for a second one is refused
// with code conflict, and all watchers are told again how far the first is. work may say how far it has come, 0 to 100; the end is said
// for it: 100, or no number when it failed.
func (c *Control) Long(id race.EventID, label string, work func(at func(percent float64)) error) error {
	zero := 0.0
	if running, taken := c.working.LoadOrStore(id, wire.Progress{Tag: label, P: &zero}); taken {
		now := running.(wire.Progress)
		c.tellProgress(id, now)
		return race.Errorf(race.CodeConflict, "%s is under way, %.0f %% done; %w", now.Tag, *now.P, errUnderWay)
	}
	c.tellProgress(id, wire.Progress{Tag: label, P: &zero})
	end := wire.Progress{Tag: label}
	defer func() { // also when the work panics: others may begin then
		c.working.Delete(id)
		c.tellProgress(id, end)
	}()
	err := work(func(percent float64) {
		now := wire.Progress{Tag: label, P: &percent}
		c.working.Store(id, now)
		c.tellProgress(id, now)
	})
	if err == nil {
		done := 100.0
		end.P = &done
	}
	return err
}

func (c *Control) tellProgress(id race.EventID, p wire.Progress) {
	c.publish([]live.Change{{EventID: id, Key: "progress/" + p.Tag, Value: p}})
}

// labelled is what people call work on some races of an event: "Rescoring 50K, 25K", or "Rescoring Granite Ridge" when it is all of
// them. races must be of the event, code not_found else; the answer has all of its races when none is named.
func (c *Control) labelled(id race.EventID, verb string, races []race.RaceID) (label string, all []race.RaceID, err error) {
	err = c.View(id, func(v *View) error {
		var names []string
		for _, r := range unique(races) {
			found := v.Event.Race(r)
			if found == nil {
				return race.NotFound("race", int64(r))
			}
			all, names = append(all, r), append(names, found.Name)
		}
		whole := len(names) == 0 || len(names) == len(v.Event.Races)
		if len(names) == 0 {
			for i := range v.Event.Races {
				all = append(all, v.Event.Races[i].ID)
			}
		}
		if whole {
			names = []string{v.Event.Name}
		}
		label = verb + " " + strings.Join(names, ", ")
		return nil
	})
	return label, all, err
}
