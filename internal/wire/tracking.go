package wire

import (
	"encoding/json"

	"racectl/internal/race"
)

// StartTracking is the body of POST race_events/{id}/tracking, and of the action start_livetracking (RT-5). Without a password the known
// one is used: that of the same server and user in raced's settings, or of what is running.
type StartTracking struct {
	Host string `json:"host"`
	User string `json:"user,omitempty"`
	Pass string `json:"pass,omitempty"`
}

// States of live tracking. Off hides the lamp: it was not started for the event since raced began, or was stopped.
const (
	TrackingOff      = "off"
	TrackingWaiting  = "waiting"  // it is to run, and will when raced runs: this one was started for a single command
	TrackingStarting = "starting" // nothing came back yet
	TrackingRunning  = "running"  // the last message was taken
	TrackingFailing  = "failing"  // the last one was not; raced goes on trying
)

// Tracking is how the live tracking of an event goes (LIVE-4, LIVE-6). No password is ever in it.
type Tracking struct {
	State       string         `json:"state" enum:"off,waiting,starting,running,failing"`
	Status      string         `json:"status"` // "OK", or in one sentence what is wrong; "" before the first answer
	At          race.Instant   `json:"at"`     // when the target took something last, null since it failed
	OkAgoMs     *int64         `json:"okAgoMs"`
	Server      string         `json:"server"`
	User        string         `json:"user"`
	HasPassword bool           `json:"hasPassword"`
	Defaults    TrackingTarget `json:"defaults"` // of raced's own settings
}

// TrackingTarget is where standings may go.
type TrackingTarget struct {
	Server      string `json:"server"`
	User        string `json:"user"`
	HasPassword bool   `json:"hasPassword"`
}

// Keyframe is the whole public state of an event, as live tracking sends it. Seq only grows, over restarts too.
type Keyframe struct {
	Seq          uint64            `json:"seq"`
	At           race.Instant      `json:"at"`
	Event        PublicEvent       `json:"event"`
	Races        []PublicRace      `json:"races"`
	Participants []json.RawMessage `json:"participants"` // each a PublicPerson
}

// Delta is everybody whose public state changed since the message numbered Base, each with all that is public of them now; whoever
// missed Base waits for the next keyframe. One without anybody is a sign of life.
type Delta struct {
	Seq          uint64               `json:"seq"`
	Base         uint64               `json:"base"`
	At           race.Instant         `json:"at"`
	Participants []json.RawMessage    `json:"participants"` // each a PublicPerson
	Removed      []race.ParticipantID `json:"removed"`
}

// PublicCrossings are crossings that came to be at public splits, in the order in which they came.
type PublicCrossings struct {
	Seq       uint64           `json:"seq"` // of the delta that they belong to
	At        race.Instant     `json:"at"`
	Crossings []PublicCrossing `json:"crossings"`
}

// PublicCrossing is what everybody may know of a crossing.
type PublicCrossing struct {
	ID            race.ReadID        `json:"id"`
	ParticipantID race.ParticipantID `json:"participantId"`
	Bib           string             `json:"bib"`
	RaceID        race.RaceID        `json:"raceId"`
	SplitID       race.SplitID       `json:"splitId"`
	Split         string             `json:"split"`
	Lap           int                `json:"lap"`
	Timestamp     race.Instant       `json:"timestamp"`
}

// PublicEvent is what everybody may know of an event.
type PublicEvent struct {
	ID        race.EventID `json:"id"`
	Name      string       `json:"name"`
	Slug      string       `json:"slug"`
	Timezone  string       `json:"timezone"`
	StartTime race.Instant `json:"startTime"`
}

// PublicRace is a race with its public splits.
type PublicRace struct {
	ID        race.RaceID   `json:"id"`
	Name      string        `json:"name"`
	Distance  float64       `json:"distance"` // metres; of a lap where laps count
	Laps      bool          `json:"laps"`     // ranked by laps
	StartTime race.Instant  `json:"startTime"`
	Color     string        `json:"color"`
	Splits    []PublicSplit `json:"splits"`
}

// PublicSplit is a split whose times may be known.
type PublicSplit struct {
	ID       race.SplitID `json:"id"`
	Name     string       `json:"name"`
	Distance float64      `json:"distance"`
	Lat      *float64     `json:"lat"`
	Lon      *float64     `json:"lon"`
}

// PublicPerson is what everybody may know of somebody in a race: never contact data, a date of birth, an age, notes or a split that is
// not public. Places are those of the public results page; the last split is the last public one.
type PublicPerson struct {
	ID           race.ParticipantID `json:"id"`
	Bib          string             `json:"bib"`
	Name         string             `json:"name"`
	Gender       string             `json:"gender"`
	Team         string             `json:"team"`
	RaceID       race.RaceID        `json:"raceId"`
	Status       string             `json:"status"`
	OverallPlace *int               `json:"overallPlace"`
	GenderPlace  *int               `json:"genderPlace"`
	TimeMs       *int64             `json:"timeMs"` // official, at the finish; at the last lap where laps count
	LapCount     int                `json:"lapCount"`
	Distance     float64            `json:"distance"` // metres, at the last public split or the finish
	LastSplitID  race.SplitID       `json:"lastSplitId"`
	LastSplit    string             `json:"lastSplit"`
	LastSeenAt   race.Instant       `json:"lastSeenAt"`
	ElapsedMs    *int64             `json:"elapsedMs"`
	Lat          *float64           `json:"lat"` // of the last public split
	Lon          *float64           `json:"lon"`
	Splits       []PublicTime       `json:"splits"`
}

// PublicTime is a time at a public split.
type PublicTime struct {
	SplitID   race.SplitID `json:"splitId"`
	Lap       int          `json:"lap"`
	At        race.Instant `json:"at"`
	ElapsedMs int64        `json:"elapsedMs"`
}
