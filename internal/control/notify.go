package control

import (
	"context"
	"fmt"
	"strings"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
)

// keepNotifications is how long a notification is stored.
const keepNotifications = 30 * 24 * time.Hour

// Notify stores and publishes a notification.
func (c *Control) Notify(ctx context.Context, n race.Notification) error {
	return c.quietly(ctx, func(d *draft) error {
		d.notify(n)
		return nil
	})
}

func (d *draft) notify(n race.Notification) {
	c := d.c
	n.ID = c.ids.note.Add(1)
	n.At = d.edit.At
	d.batch.PutNotifications = append(d.batch.PutNotifications, n)
	for _, old := range c.state.notifications {
		if old.At < n.At.Add(-keepNotifications) {
			d.batch.DeleteNotifications = append(d.batch.DeleteNotifications, old.ID)
		}
	}
	d.folds = append(d.folds, func() []live.Change {
		c.state.notifications = append(without(c.state.notifications, func(o race.Notification) bool {
			return o.At < n.At.Add(-keepNotifications)
		}), n)
		return []live.Change{{EventID: n.EventID, Value: &n}}
	})
}

// Notifications lists what a user has not dismissed, newest first.
func (c *Control) Notifications(user string) []race.Notification {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := []race.Notification{}
	gone := c.state.dismissed[race.UserKey(user)]
	for i := len(c.state.notifications) - 1; i >= 0; i-- {
		if n := c.state.notifications[i]; !gone[n.ID] {
			out = append(out, n)
		}
	}
	return out
}

// Dismiss hides notifications from one user (all that there are when ids is empty); other users still see them.
func (c *Control) Dismiss(ctx context.Context, user string, ids ...int64) error {
	return c.quietly(ctx, func(d *draft) error {
		known := map[int64]bool{}
		for _, n := range c.state.notifications {
			known[n.ID] = true
			if len(ids) == 0 {
				d.dismiss(user, n.ID)
			}
		}
		for _, id := range ids {
			if !known[id] {
				return race.NotFound("notification", id)
			}
			d.dismiss(user, id)
		}
		return nil
	})
}

func (d *draft) dismiss(user string, id int64) {
	gone := store.Dismissal{User: race.UserKey(user), NotificationID: id}
	d.batch.PutDismissals = append(d.batch.PutDismissals, gone)
	d.folds = append(d.folds, func() []live.Change {
		d.c.state.dismiss(gone)
		return nil
	})
}

// settleContested takes back automatic statuses that the board now proves wrong, whether by a read or by what somebody said of
// one: it must not matter which came first.
func (c *Control) settleContested(es *eventState, people []race.ParticipantID) {
	if len(people) == 0 {
		return
	}
	id := es.event.ID
	c.background.Go(func() { // the writer cannot wait for itself
		if err := c.takeBack(id, people); err != nil {
			c.log.Error("automatic status not taken back", "error", err)
		}
		c.monitors.lookAgain(id)
	})
}

// followUp is what race control does by itself after new reads: it tells the desk about tags that nobody owns and finishes that need a look. The result runs after the answers are out; nil for nothing.
func (c *Control) followUp(es *eventState, d scoring.Delta, imported bool) func() {
	if len(d.Unknown) == 0 && len(d.People) == 0 {
		return nil
	}
	id := es.event.ID // here: later the writer may be putting a new event there
	return func() {
		c.background.Go(func() { // the writer cannot wait for itself
			if err := c.tellUnknown(id, d.Unknown, imported); err != nil {
				c.log.Error("notification not stored", "error", err)
			}
			if err := c.tellFinishes(id, d.People, imported); err != nil {
				c.log.Error("notification not stored", "error", err)
			}
		})
	}
}

const lateRead = "a later read shows them on the course"

func (c *Control) takeBack(id race.EventID, people []race.ParticipantID) error {
	if len(people) == 0 {
		return nil
	}
	ctx := context.Background()
	by := race.Actor{User: "raced", Via: "raced", Rule: "late read"}
	_, err := c.within(ctx, by, id, "take back status", false, func(d *draft, es *eventState) error {
		var cs []race.Correction
		var told []string
		for _, pid := range people {
			held := es.effective[target{race.CorrectStatus, 0, pid}]
			if p := es.people[pid]; p != nil && held.Automatic && held.Status != race.StatusOK {
				why := lateRead
				if held.Status == race.StatusFinished {
					why = "somebody else has completed as many laps"
				}
				cs = append(cs, race.Correction{Kind: race.CorrectStatus, ParticipantID: pid, Status: race.StatusOK, Why: why})
				told = append(told, personName(p)+": "+why)
			}
		}
		if err := d.correct(es, cs); err != nil || len(d.changes) == 0 {
			return err
		}
		d.notify(race.Notification{EventID: id, Type: "warning", Title: "Automatic status taken back", Detail: strings.Join(told, "; ") + "."})
		return nil
	})
	return err
}

// tellUnknown makes one notification of one tag, or of all tags of an import together.
func (c *Control) tellUnknown(id race.EventID, tags []string, imported bool) error {
	if len(tags) == 0 {
		return nil
	}
	n := race.Notification{EventID: id, Type: "warning", Title: "Unknown tag " + tags[0], Action: problemsPath(id), ActionTitle: openProblems, Detail: "Nobody has this bib or chip. Its reads are kept and count as soon as somebody has."}
	if len(tags) > 1 {
		n.Title = fmt.Sprintf("%d unknown tags", len(tags))
		n.Detail = "Nobody has these bibs or chips. Their reads are kept and count as soon as somebody has."
		if imported {
			n.Detail += " They came with an import."
		}
	}
	return c.Notify(context.Background(), n)
}
