package config

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/viper"

	"racectl/internal/race"
)

// Saved is racectl's own file: the server of the last login, one token per server, and the event in use per place.
type Saved struct {
	Server string       `mapstructure:"server"`
	Tokens []SavedToken `mapstructure:"tokens"`
	InUse  []SavedEvent `mapstructure:"events"`
}

// SavedToken is a sign-in. A token is only ever sent to the server that gave it.
type SavedToken struct {
	Server    string `mapstructure:"server"`
	User      string `mapstructure:"user"`
	Token     string `mapstructure:"token"`
	ExpiresAt string `mapstructure:"expires_at"` // RFC 3339
}

// SavedEvent is the event that `racectl event use` chose at a place (a server's URL or a data directory).
type SavedEvent struct {
	At    string `mapstructure:"at"`
	Event string `mapstructure:"event"`
}

// ReadSaved reads racectl's file; a missing one is empty. Code unreadable when it is not what racectl wrote.
func ReadSaved(path string) (Saved, error) {
	var s Saved
	text, err := readFile(path)
	if err != nil {
		return s, race.Errorf(race.CodeUnreadable, "racectl's settings cannot be read: %w", err)
	}
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(bytes.NewReader(text)); err != nil {
		return s, race.Errorf(race.CodeUnreadable, "%s is not readable as YAML; repair it or remove it: %w", path, err)
	}
	if err := v.UnmarshalExact(&s); err != nil {
		return s, race.Errorf(race.CodeUnreadable, "%s holds something that racectl does not know; repair it or remove it: %w", path, err)
	}
	return s, nil
}

// Write replaces racectl's file in one step. Only this user can read it: it holds tokens.
func (s *Saved) Write(path string) error {
	if path == "" {
		return race.Errorf(race.CodeUsage, "there is no place for racectl's settings because HOME is not set; name a file with --config FILE")
	}
	var text bytes.Buffer
	if err := s.layers().WriteConfigTo(&text); err != nil {
		return race.Errorf(race.CodeInternal, "write racectl's settings: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return race.Errorf(race.CodeUnavailable, "the directory for racectl's settings cannot be made: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".config-*") // CreateTemp makes files of mode 0600
	if err != nil {
		return race.Errorf(race.CodeUnavailable, "racectl's settings cannot be written: %w", err)
	}
	_, err = f.Write(text.Bytes())
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return race.Errorf(race.CodeUnavailable, "racectl's settings cannot be written: %w", err)
	}
	return nil
}

// layers is the file's content as viper writes it.
func (s *Saved) layers() *viper.Viper {
	v := viper.New()
	v.SetConfigType("yaml")
	if s.Server != "" {
		v.Set("server", s.Server)
	}
	tokens := make([]map[string]string, len(s.Tokens))
	for i, t := range s.Tokens {
		tokens[i] = map[string]string{"server": t.Server, "user": t.User, "token": t.Token, "expires_at": t.ExpiresAt}
	}
	events := make([]map[string]string, len(s.InUse))
	for i, e := range s.InUse {
		events[i] = map[string]string{"at": e.At, "event": e.Event}
	}
	v.Set("tokens", tokens)
	v.Set("events", events)
	return v
}

// TokenFor is the token of a server, "" without one.
func (s *Saved) TokenFor(server string) string {
	for _, t := range s.Tokens {
		if t.Server == server {
			return t.Token
		}
	}
	return ""
}

// UserAt is who is signed in to a server, "" for nobody.
func (s *Saved) UserAt(server string) string {
	for _, t := range s.Tokens {
		if t.Server == server {
			return t.User
		}
	}
	return ""
}

// SignIn remembers a token and makes its server the usual one.
func (s *Saved) SignIn(t SavedToken) {
	s.SignOut(t.Server)
	s.Server = t.Server
	s.Tokens = append(s.Tokens, t)
}

// SignOut forgets the token of a server, and the server itself when it is the usual one; false when there was none.
func (s *Saved) SignOut(server string) bool {
	n := len(s.Tokens)
	s.Tokens = slices.DeleteFunc(s.Tokens, func(t SavedToken) bool { return t.Server == server })
	had := len(s.Tokens) < n || s.Server == server
	if s.Server == server {
		s.Server = ""
	}
	return had
}

// EventAt is the event in use at a place, "" without one.
func (s *Saved) EventAt(place string) string {
	for _, e := range s.InUse {
		if e.At == place {
			return e.Event
		}
	}
	return ""
}

// Use remembers the event in use at a place; "" forgets it.
func (s *Saved) Use(place, event string) {
	s.InUse = slices.DeleteFunc(s.InUse, func(e SavedEvent) bool { return e.At == place })
	if event != "" {
		s.InUse = append(s.InUse, SavedEvent{At: place, Event: event})
	}
}
