package control

import (
	"context"
	"strings"

	"racectl/internal/live"
	"racectl/internal/race"
)

// SaveUser creates or changes a user. The hash is never part of the journal.
func (c *Control) SaveUser(ctx context.Context, by race.Actor, u race.User) error {
	u.Name = strings.TrimSpace(u.Name)
	if u.Name == "" || len(u.Name) > 100 || strings.ContainsAny(u.Name, "/\\\x00\n\r\t") {
		return race.Invalid("name", "a user name has 1 to 100 characters, without slashes and line breaks")
	}
	_, err := c.enqueue(ctx, by, 0, "save user", false, func(d *draft) error {
		old, known := c.state.users[race.UserKey(u.Name)]
		ch := race.Change{Entity: "user", Name: u.Name, Before: []byte("null"), After: mustJSON(map[string]string{"name": u.Name})}
		if known {
			u.Name, u.CreatedAt = old.Name, old.CreatedAt
			ch.Before = mustJSON(map[string]string{"name": old.Name})
			d.edit.Summary = "change the password of " + u.Name
		} else {
			u.CreatedAt = d.edit.At
			d.edit.Summary = "add user " + u.Name
		}
		d.changes = append(d.changes, ch)
		d.batch.PutUsers = append(d.batch.PutUsers, u)
		d.folds = append(d.folds, func() []live.Change {
			c.state.users[race.UserKey(u.Name)] = u
			return nil
		})
		return nil
	})
	return err
}

// RemoveUser removes a user; code not_found when there is none. Tokens that they hold stop working at once.
func (c *Control) RemoveUser(ctx context.Context, by race.Actor, name string) error {
	_, err := c.enqueue(ctx, by, 0, "remove user", false, func(d *draft) error {
		u, ok := c.state.users[race.UserKey(name)]
		if !ok {
			return race.NotFound("user", name)
		}
		d.changes = append(d.changes, race.Change{Entity: "user", Name: u.Name, Before: mustJSON(map[string]string{"name": u.Name}), After: []byte("null")})
		d.batch.DeleteUsers = append(d.batch.DeleteUsers, u.Name)
		d.folds = append(d.folds, func() []live.Change {
			delete(c.state.users, race.UserKey(name))
			delete(c.state.dismissed, race.UserKey(name))
			return nil
		})
		return nil
	})
	return err
}

// User finds a user by name, case aside.
func (c *Control) User(name string) (race.User, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	u, ok := c.state.users[race.UserKey(name)]
	return u, ok
}
