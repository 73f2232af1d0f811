package wire

import "racectl/internal/race"

// SavedEvent is the answer of an event save.
type SavedEvent struct {
	race.Event
	EphemeralID string    `json:"ephemeralId,omitempty"`
	Rescored    *Rescored `json:"rescored,omitempty"` // what the save changed in the results; absent when nothing
}

// SavedRace is the answer of a race save: the race, with what its sender called new parts until now.
type SavedRace struct {
	race.Race
	EphemeralID        string         `json:"ephemeralId,omitempty"`
	Splits             []SavedSplit   `json:"splits"`
	Waves              SavedWaves     `json:"waves"`
	RoamingEventRoutes []SavedRoaming `json:"roamingEventRoutes"`
	Rescored           *Rescored      `json:"rescored,omitempty"` // what the save changed in the results; absent when nothing
}

// SavedSplit is a split in the answer of a race save.
type SavedSplit struct {
	race.Split
	EphemeralID string       `json:"ephemeralId,omitempty"`
	EventRoutes []SavedRoute `json:"eventRoutes"`
}

// SavedRoute is a route in the answer of a race save.
type SavedRoute struct {
	race.Route
	EphemeralID string `json:"ephemeralId,omitempty"`
}

// SavedWaves are the waves in the answer of a race save, with the planner's settings.
type SavedWaves struct {
	Attrs race.WaveAttrs `json:"attrs"`
	Waves []SavedWave    `json:"waves"`
}

// SavedWave is a wave in the answer of a race save.
type SavedWave struct {
	race.Wave
	EphemeralID string `json:"ephemeralId,omitempty"`
}

// SavedRoaming is a roaming route. A race has each source at most once there, so the route goes by the id of its source.
type SavedRoaming struct {
	ID            race.SourceID `json:"id"`
	EventSourceID race.SourceID `json:"eventSourceId"`
	EphemeralID   string        `json:"ephemeralId,omitempty"`
}

// SavedSource is the answer of a source save.
type SavedSource struct {
	race.Source
	EphemeralID string `json:"ephemeralId,omitempty"`
}

// Rescored counts the people whose result a save has changed, against the standing right before it.
type Rescored struct {
	People   int `json:"people"`   // with any difference
	Places   int `json:"places"`   // with another overall place
	Times    int `json:"times"`    // with another time, lap count or last split
	Statuses int `json:"statuses"` // with another status
}

// RaceStart is the body of POST …/start: the gun was at At, or is now.
type RaceStart struct {
	At race.Instant `json:"at,omitempty"`
}

// CopyRoutes is the body of POST …/copy_routes: these routes for every split of the event near this distance.
type CopyRoutes struct {
	Distance      float64      `json:"distance"` // metres
	Routes        []CopyRoute  `json:"routes"`
	ExceptSplitID race.SplitID `json:"exceptSplitId,omitempty"` // the split that they come from
}

// CopyRoute is a route that is copied.
type CopyRoute struct {
	EventSourceID race.SourceID `json:"eventSourceId"`
	Backup        bool          `json:"backup,omitempty"`
	DeltaMs       int64         `json:"deltaMs,omitempty"`
}

// CopiedRoutes is the answer: which splits got which sources.
type CopiedRoutes struct {
	Changed  []RoutesAdded `json:"changed"`
	Rescored *Rescored     `json:"rescored,omitempty"`
}

// RoutesAdded is one split that got routes.
type RoutesAdded struct {
	RaceID  race.RaceID     `json:"raceId"`
	Race    string          `json:"race"`
	SplitID race.SplitID    `json:"splitId"`
	Split   string          `json:"split"`
	Added   []race.SourceID `json:"added"`
}

// AssignWaves is the body of POST …/assign_waves: all waves of the race and who is in each (API-33, A-113).
type AssignWaves struct {
	Attrs *race.WaveAttrs `json:"attrs,omitempty"` // absent = they stay
	Waves []AssignedWave  `json:"waves"`
}

// AssignedWave is one wave with its people. Without a name it keeps the one that the wave with its id had.
type AssignedWave struct {
	ID           race.WaveID          `json:"id"`
	Name         *string              `json:"name,omitempty"`
	Time         race.Instant         `json:"time"`
	Participants []race.ParticipantID `json:"participants,omitempty"`
}

// Defaults is what an editor offers for something new.
type Defaults struct {
	Prefixes       []string `json:"prefixes"`       // of tags
	MaxPace        float64  `json:"maxPace"`        // metres per second
	WaveSpacingMin float64  `json:"waveSpacingMin"` // minutes between waves that are added by hand
	Timezone       string   `json:"timezone"`
}
