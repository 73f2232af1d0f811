package auth

import (
	"context"
	"strings"
	"time"

	"racectl/internal/race"
)

// SignIn finds the user by name, letter case aside, and checks the password. A missing user costs the same as a wrong
// password and gives the same answer: code unauthorized.
func SignIn(ctx context.Context, users []race.User, name, password string) (race.User, error) {
	found, hash := race.User{}, decoy
	for _, u := range users {
		if race.UserKey(u.Name) == race.UserKey(name) {
			found, hash = u, u.Hash
		}
	}
	ok, err := Verify(ctx, hash, password)
	if err != nil {
		return race.User{}, err
	}
	if !ok || found.Name == "" {
		return race.User{}, race.Errorf(race.CodeUnauthorized, "the user name or the password is wrong")
	}
	return found, nil
}

// NewUser makes a user with a password. Codes: invalid (field name, password).
func NewUser(ctx context.Context, name, password string, now time.Time) (race.User, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 64 || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '/' || c == 0x7f }) {
		return race.User{}, race.Invalid("name", "%q is not a user name; use up to 64 letters, digits and signs, without /", name)
	}
	hash, err := Hash(ctx, password)
	if err != nil {
		return race.User{}, err
	}
	return race.User{Name: name, Hash: hash, CreatedAt: race.At(now)}, nil
}
