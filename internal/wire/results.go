package wire

import "racectl/internal/race"

// Participant is a row of the participants list: the person and what scoring concludes about them.
// Contact fields are only in ParticipantDetail.
type Participant struct {
	ID            race.ParticipantID `json:"id"`
	RaceEventID   race.EventID       `json:"raceEventId"`
	RaceID        race.RaceID        `json:"raceId"`
	Bib           string             `json:"bib"`
	FirstName     string             `json:"firstName"`
	LastName      string             `json:"lastName"`
	Gender        string             `json:"gender"`
	Age           *int               `json:"age"` // on race day
	TeamName      string             `json:"teamName"`
	City          string             `json:"city"`
	State         string             `json:"state"`
	Country       string             `json:"country"`
	Notes         string             `json:"notes"`
	RegisteredAt  race.Instant       `json:"registeredAt"`
	WaveID        race.WaveID        `json:"waveId"`
	WaveTime      race.Instant       `json:"waveTime"`
	WaveStartTime race.OwnStart      `json:"waveStartTime"`
	WaveRequest   string             `json:"waveRequest"`

	Status       race.Status  `json:"status"`
	StatusLabel  string       `json:"statusLabel"` // RES-10: Expected, Current, Finished, a distance, DNF …
	StatusAuto   bool         `json:"statusAutomatic"`
	St           race.Instant `json:"st"`
	Ft           race.Instant `json:"ft"`
	TimeMs       *int64       `json:"timeMs"`    // official, at the finish
	ElapsedMs    *int64       `json:"elapsedMs"` // at the last valid crossing
	GunMs        *int64       `json:"gunMs"`
	ChipMs       *int64       `json:"chipMs"`
	LastSeenAt   race.Instant `json:"lastSeenAt"`
	LastSplitID  race.SplitID `json:"lastSplitId"`
	LapCount     int          `json:"lapCount"`
	LapMs        *int64       `json:"lapMs"`    // at the last counted lap, where laps count
	Distance     float64      `json:"distance"` // metres covered
	LastLoc      *race.Point  `json:"lastLoc"`
	OverallPlace *int         `json:"overallPlace"`
	GenderPlace  *int         `json:"genderPlace"`
	BandPlace    *int         `json:"bandPlace"`
	Flag         string       `json:"flag"` // early, late or ""
	AfterCutoff  bool         `json:"afterCutoff"`
	Position     int          `json:"position"` // in standing order within the race, from 1
}

// ParticipantDetail is one participant with everything the console's details tabs show.
type ParticipantDetail struct {
	Participant
	DOB            string      `json:"dob"`
	Chips          []string    `json:"chips"`
	UniqueID       string      `json:"uniqueId"`
	Email          string      `json:"email"`
	Phone          string      `json:"phone"`
	Address        string      `json:"address"`
	Zip            string      `json:"zip"`
	EmergencyName  string      `json:"emergencyName"`
	EmergencyPhone string      `json:"emergencyPhone"`
	ShirtSize      string      `json:"shirtSize"`
	ExpectsShirt   *bool       `json:"expectsShirt"`
	WaveBuddy      string      `json:"waveBuddy"`
	WaveWeight     float64     `json:"waveWeight"`
	WavePref       string      `json:"wavePref"`
	Rank           float64     `json:"rank"`
	OutOf          OutOf       `json:"outOf"`
	Band           string      `json:"band"` // "40-49", "" when the age is unknown
	Splits         []SplitTime `json:"splits"`
	Crossings      []Crossing  `json:"crossings"` // every passage, in time order
	Reads          []Read      `json:"reads"`     // every read, in time order
}

// OutOf says how many people each place is out of.
type OutOf struct {
	Overall int `json:"overall"`
	Gender  int `json:"gender"`
	Band    int `json:"band"`
}

// SplitTime is one time of a performance.
type SplitTime struct {
	SplitID     race.SplitID `json:"splitId"`
	Name        string       `json:"name"`
	Lap         int          `json:"lap"`
	Distance    float64      `json:"distance"` // metres from the start, laps included
	At          race.Instant `json:"at"`
	OutAt       race.Instant `json:"outAt"`
	ElapsedMs   int64        `json:"elapsedMs"`
	Place       *int         `json:"place"`
	GenderPlace *int         `json:"genderPlace"`
	ReadID      race.ReadID  `json:"readId"`
	AfterCutoff bool         `json:"afterCutoff"`
}

// Result is one line of `racectl results --json` and of GET …/results, in standing order.
type Result struct {
	ID          race.ParticipantID `json:"id"`
	Place       *int               `json:"place"`
	GenderPlace *int               `json:"genderPlace"`
	BandPlace   *int               `json:"bandPlace"`
	Band        string             `json:"band"`
	Bib         string             `json:"bib"`
	FirstName   string             `json:"firstName"`
	LastName    string             `json:"lastName"`
	Gender      string             `json:"gender"`
	Age         *int               `json:"age"`
	City        string             `json:"city"`
	State       string             `json:"state"`
	Country     string             `json:"country"`
	Race        string             `json:"race"`
	Wave        string             `json:"wave"`
	Team        string             `json:"team"`
	Status      race.Status        `json:"status"`
	StatusLabel string             `json:"statusLabel"`
	St          race.Instant       `json:"st"`
	Ft          race.Instant       `json:"ft"`
	TimeMs      *int64             `json:"timeMs"`
	ElapsedMs   *int64             `json:"elapsedMs"`
	GunMs       *int64             `json:"gunMs"`
	ChipMs      *int64             `json:"chipMs"`
	LastSplit   string             `json:"lastSplit"`
	LapCount    int                `json:"lapCount"`
	LapMs       *int64             `json:"lapMs"` // at the last counted lap, where laps count
	Distance    float64            `json:"distance"`
	Flag        string             `json:"flag"`
	AfterCutoff bool               `json:"afterCutoff"`
	Splits      []SplitTime        `json:"splits"`
}

// TeamResult is one team of Fastest Teams.
type TeamResult struct {
	Place   *int                 `json:"place"`
	Team    string               `json:"team"`
	TimeMs  *int64               `json:"timeMs"`   // sum, in a race over a distance
	Metres  *float64             `json:"distance"` // sum, in a race over a time
	Scoring []race.ParticipantID `json:"scoring"`
	Members []race.ParticipantID `json:"members"`
}

// RaceSummary is one line of GET …/summary.
type RaceSummary struct {
	RaceID       race.RaceID  `json:"raceId"`
	Race         string       `json:"race"`
	Registered   int          `json:"registered"`
	Started      int          `json:"started"`
	OnCourse     int          `json:"onCourse"`
	Finished     int          `json:"finished"`
	DNS          int          `json:"dns"`
	DNF          int          `json:"dnf"`
	DQ           int          `json:"dq"`
	Other        int          `json:"other"` // Unofficial, Other and unknown codes
	LastCrossing race.Instant `json:"lastCrossing"`
}

// Check is one finding about an event's set-up.
type Check struct {
	RaceID  race.RaceID `json:"raceId"`
	Race    string      `json:"race"`
	Level   string      `json:"level"` // "error" blocks scoring of that race, "warning" does not
	Message string      `json:"message"`
}
