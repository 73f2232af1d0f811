// Package store is the DuckDB file: schema, migrations, the one writer, readers and views. It is the only room that
// knows SQL and it decides nothing. Start reading at store.go.
package store

import (
	"context"
	"log/slog"
	"time"

	"racectl/internal/race"
)

// Options says where the data is. Dir "" keeps everything in memory (tests).
type Options struct {
	Dir string
	Now func() time.Time
	Log *slog.Logger
}

// Store is one open database. Write is for one goroutine; everything else is safe for concurrent use.
type Store struct{}

// Open opens or creates <Dir>/race.duckdb, repairs a torn WAL, and migrates. The caller holds the lock of the directory.
func Open(ctx context.Context, o Options) (*Store, error) { panic("being built") }

// Close checkpoints and closes.
func (s *Store) Close() error { panic("being built") }

// Snapshot is everything but reads and the journal.
type Snapshot struct {
	Events        []race.Event
	Sources       []race.Source
	People        []race.Participant
	Corrections   []race.Correction
	Users         []race.User
	AddOns        []race.AddOn
	LineItems     []race.LineItem
	Notifications []race.Notification
	Counters      map[string]int64 // highest id ever given, by entity: event race split route source participant read correction edit notification addon variant line_item
}

// Load reads the snapshot.
func (s *Store) Load(ctx context.Context) (*Snapshot, error) { panic("being built") }

// ReadKey is a stored read as the writer and the boards need it at start.
type ReadKey struct {
	ID     race.ReadID
	Source race.SourceID
	Key    string
	Tag    string
	At     race.Instant
	Code   string
	Manual bool
	Pos    *race.Point
}

// EachRead streams all reads with ID > after in batches, oldest id first. Strings may be kept; equal tags share memory.
func (s *Store) EachRead(ctx context.Context, after race.ReadID, f func([]ReadKey) error) error {
	panic("being built")
}

// Batch is one transaction. Puts replace by id; ids are given by the caller.
type Batch struct {
	Reads               []race.Read
	Corrections         []race.Correction
	Edits               []race.Edit
	UndoneBy            map[race.EditID]race.EditID
	PutEvents           []race.Event // with races, splits, routes, waves: the event's whole tree is replaced
	DeleteEvents        []race.EventID
	PutSources          []race.Source
	PutPeople           []race.Participant
	DeletePeople        []race.ParticipantID
	PutUsers            []race.User
	DeleteUsers         []string
	PutAddOns           []race.AddOn
	PutLineItems        []race.LineItem
	DeleteLineItems     []int64
	PutNotifications    []race.Notification
	DeleteNotifications []int64
	Courses             map[race.RaceID][]byte // GeoJSON LineString; nil removes
	Images              map[string][]byte      // by content-hash name; nil removes
}

// Write commits a batch durably: when it returns nil the facts survive a kill. A batch that could not be made durable
// returns an error with code unavailable and leaves nothing behind.
func (s *Store) Write(ctx context.Context, b *Batch) error { panic("being built") }

// Reads fetches whole reads by id, in id order; unknown ids are left out.
func (s *Store) Reads(ctx context.Context, ids []race.ReadID) ([]race.Read, error) {
	panic("being built")
}

// SourceReads pages through the reads of a source, newest id first; before 0 = from the newest.
func (s *Store) SourceReads(ctx context.Context, id race.SourceID, before race.ReadID, limit int) ([]race.Read, error) {
	panic("being built")
}

// EditFilter narrows the journal. Zero fields do not narrow.
type EditFilter struct {
	EventID       race.EventID
	ParticipantID race.ParticipantID
	Before        race.EditID
	Limit         int // 0 = 100
}

// Edits lists the journal, newest first.
func (s *Store) Edits(ctx context.Context, f EditFilter) ([]race.Edit, error) { panic("being built") }

// Edit finds one entry; code not_found when there is none.
func (s *Store) Edit(ctx context.Context, id race.EditID) (race.Edit, error) { panic("being built") }

// Course is the GeoJSON LineString of a race; code not_found without one.
func (s *Store) Course(ctx context.Context, id race.RaceID) ([]byte, error) { panic("being built") }

// Image is a stored picture by name; code not_found without one.
func (s *Store) Image(ctx context.Context, name string) ([]byte, error) { panic("being built") }

// Derived are the conclusions of the board as rows for questions; they replace the event's earlier ones.
type Derived struct {
	EventID   race.EventID
	Results   []ResultRow
	Splits    []SplitRow
	Crossings []CrossingRow
}

// ResultRow is one participant's standing. Durations are milliseconds, -1 = none; places 0 = none.
type ResultRow struct {
	ParticipantID                        race.ParticipantID
	RaceID                               race.RaceID
	Position                             int // in standing order, from 1
	Place, GenderPlace, BandPlace        int
	Band                                 string
	Status                               race.Status
	StatusLabel                          string
	Start, Finish, LastSeen              race.Instant
	TimeMs, GunMs, ChipMs, LastElapsedMs int64
	LastSplitID                          race.SplitID
	LapCount                             int
	DistanceM                            float64
	Flag                                 string
	Age                                  int
}

// SplitRow is one time at one split and lap.
type SplitRow struct {
	ParticipantID      race.ParticipantID
	RaceID             race.RaceID
	SplitID            race.SplitID
	Lap                int
	Distance           float64
	At, Out            race.Instant
	ElapsedMs          int64
	Place, GenderPlace int
	ReadID             race.ReadID
}

// CrossingRow is one read with what became of it.
type CrossingRow struct {
	ReadID        race.ReadID
	CrossingID    race.ReadID
	ParticipantID race.ParticipantID
	RaceID        race.RaceID
	SourceID      race.SourceID
	SplitID       race.SplitID
	Lap           int
	At            race.Instant
	Tag           string
	Disposition   race.Disposition
	Reason        string
	Valid         bool
}

// ReplaceDerived rewrites the derived tables of one event in one transaction. It may run beside Write.
func (s *Store) ReplaceDerived(ctx context.Context, d *Derived) error { panic("being built") }

// Table is the answer to a question in SQL. Cells are nil, bool, int64, float64, string or time.Time.
type Table struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	More    bool     `json:"more"` // cut at the limit
}

// Query runs one read-only statement over the documented views, at most limit rows and 30 s. Anything that could write,
// read files or reach the network is refused with code invalid.
func (s *Store) Query(ctx context.Context, sql string, limit int) (*Table, error) {
	panic("being built")
}

// Backup writes a consistent copy of the database to path, which must not exist, while everything goes on.
func (s *Store) Backup(ctx context.Context, path string) error { panic("being built") }
