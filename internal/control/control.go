// Package control is race control, the one writer: decide -> commit -> fold -> publish. It holds the live state of every
// event and the journal's rules of undo. It must not know HTTP or SQL. Start reading at control.go, then do.go.
package control

import (
	"context"
	"log/slog"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
	"racectl/internal/wire"
)

// Options are the seams of time and talk.
type Options struct {
	Now func() time.Time
	Log *slog.Logger
}

// Control owns the live state. All its methods are safe for concurrent use.
type Control struct{}

// Open loads everything from the store, scores it, and starts the writer.
func Open(ctx context.Context, st *store.Store, hub *live.Hub, o Options) (*Control, error) {
	panic("being built")
}

// Close lets the writer finish what it accepted, and stops it. It does not close the store.
func (c *Control) Close() error { panic("being built") }

// View is a consistent look at one event; valid only inside the function it is passed to, and read-only.
type View struct {
	Event   *race.Event
	Board   *scoring.Board
	People  map[race.ParticipantID]*race.Participant
	Sources map[race.SourceID]*race.Source
	Seq     uint64 // of the hub, when this was true
}

// View runs f with a consistent look at an event; code not_found when there is no such event.
func (c *Control) View(id race.EventID, f func(v *View) error) error { panic("being built") }

// Events lists all events (deep enough copies to keep), newest first start first, those without a start on top.
func (c *Control) Events() []race.Event { panic("being built") }

// FindEvent finds an event by id or slug; "" means the only one there is.
func (c *Control) FindEvent(name string) (race.EventID, error) { panic("being built") }

// Sources lists the sources that are not deleted, by name.
func (c *Control) Sources() []race.Source { panic("being built") }

// Users lists who may sign in, by name.
func (c *Control) Users() []race.User { panic("being built") }

// Notifications lists what a user has not dismissed, newest first.
func (c *Control) Notifications(user string) []race.Notification { panic("being built") }

// AppendReads stores reads of a source and returns when they are durable and scored. Reads it already holds are counted as known.
// why is nil for live feeds; an import or a manual entry gives its actor and becomes one journal entry per event touched.
func (c *Control) AppendReads(ctx context.Context, source race.SourceID, reads []race.Read, why *Why) (*Receipt, error) {
	panic("being built")
}

// Why says who did something and what it was.
type Why struct {
	Actor   race.Actor
	Kind    string // "import crossings", "manual time" …
	Summary string // "" = made from the counts
}

// Receipt is what became of reads handed in.
type Receipt struct {
	Accepted, Known int
	IDs             []race.ReadID // of each read handed in, in its order, known ones included
	UnknownTags     []string
	EditID          race.EditID
}

// The decisions. Each is one journal entry, one commit, one fold; each takes dry to only say what it would do (EditID 0).

// SaveEvent creates (id 0) or changes an event: change edits a copy of what is there now. Only what differs is written.
func (c *Control) SaveEvent(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, change func(e *race.Event) error) (*race.Edit, race.EventID, error) {
	panic("being built")
}

// RemoveEvent removes an event; its reads stay stored under their sources.
func (c *Control) RemoveEvent(ctx context.Context, by race.Actor, id race.EventID) (*race.Edit, error) {
	panic("being built")
}

// SaveSource creates (id 0) or changes a source.
func (c *Control) SaveSource(ctx context.Context, by race.Actor, id race.SourceID, change func(s *race.Source) error) (*race.Edit, race.SourceID, error) {
	panic("being built")
}

// RemoveSource takes a source out of use: its routes go, its reads and its name stay.
func (c *Control) RemoveSource(ctx context.Context, by race.Actor, id race.SourceID) (*race.Edit, error) {
	panic("being built")
}

// SavePeople creates (ID 0), changes or removes participants of an event in one edit. change is handed the roster to look at and
// returns the people to put and to remove.
func (c *Control) SavePeople(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, change func(v *View) (put []race.Participant, remove []race.ParticipantID, err error)) (*race.Edit, []race.ParticipantID, error) {
	panic("being built")
}

// Correct appends corrections to an event in one edit; IDs, who and when are filled in.
func (c *Control) Correct(ctx context.Context, by race.Actor, id race.EventID, kind, summary string, dry bool, cs []race.Correction) (*race.Edit, error) {
	panic("being built")
}

// Rescore scores the given races (all when empty) from nothing and says whose result differs from the board: nobody's, unless there is a fault.
func (c *Control) Rescore(ctx context.Context, id race.EventID, races []race.RaceID) ([]wire.ScoreChange, error) {
	panic("being built")
}

// Undo takes back one entry of the journal as a new entry; code conflict when a later edit changed the same fields.
func (c *Control) Undo(ctx context.Context, by race.Actor, id race.EditID, dry bool) (*race.Edit, error) {
	panic("being built")
}

// SaveUser creates or changes a user; RemoveUser removes one.
func (c *Control) SaveUser(ctx context.Context, by race.Actor, u race.User) error {
	panic("being built")
}

// RemoveUser removes a user; code not_found when there is none.
func (c *Control) RemoveUser(ctx context.Context, by race.Actor, name string) error {
	panic("being built")
}

// Notify stores and publishes a notification.
func (c *Control) Notify(ctx context.Context, n race.Notification) error { panic("being built") }

// Settle brings the derived tables up to date, so that a question in SQL sees what the board knows.
func (c *Control) Settle(ctx context.Context) error { panic("being built") }
