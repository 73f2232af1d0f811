package exporter

import (
	"io"
	"strconv"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Entrant is one line of a roster: the person as stored, and what scoring concludes about them.
type Entrant struct {
	Person *race.Participant
	Row    wire.Participant
}

// rosterColumns are the columns of a roster file. All up to wave_weight are names that the participant import knows (IMP-8), so
// that the file can be edited and imported again; the rest is there to be read.
var rosterColumns = []string{
	"unique_id", "bib", "chips", "first_name", "last_name", "gender", "dob", "age", "distance", "wave", "team_name",
	"email", "phone", "address", "city", "state", "zip", "country", "emergency_name", "emergency_phone",
	"shirt_size", "expects_shirt", "registered_at", "notes", "wave_request", "wave_start_time",
	"wave_pref", "wave_buddy", "wave_weight",
	"status", "start", "finish", "time", "place", "gender_place", "last_split", "laps",
}

// RosterCSV writes everybody of an event with contact and import fields. It is for the desk alone: it holds private data.
func RosterCSV(w io.Writer, e *race.Event, zone *time.Location, entrants []Entrant) error {
	c := newCells(w, zone)
	for _, name := range rosterColumns {
		c.plain(name)
	}
	c.line()
	for i := range entrants {
		rosterLine(c, e, &entrants[i])
	}
	return c.done()
}

func rosterLine(c *cells, e *race.Event, en *Entrant) {
	p := en.Person
	r := e.Race(p.RaceID)
	c.text(p.UniqueID)
	c.text(p.Bib)
	c.text(strings.Join(p.Chips, " "))
	c.text(p.FirstName)
	c.text(p.LastName)
	c.text(p.Gender)
	c.plain(p.DOB)
	c.count(p.Age)
	raceCells(c, r, p)
	c.text(p.TeamName)
	for _, s := range []string{p.Email, p.Phone, p.Address, p.City, p.State, p.Zip, p.Country, p.EmergencyName, p.EmergencyPhone, p.ShirtSize} {
		c.text(s)
	}
	c.plain(yesNo(p.ExpectsShirt))
	c.instant(p.RegisteredAt)
	c.text(p.Notes)
	c.text(p.WaveRequest)
	own := race.Instant(0)
	if p.WaveStartTime.Arbitrary {
		own = p.WaveStartTime.Timestamp
	}
	c.instant(own)
	c.plain(p.WavePref)
	c.text(p.WaveBuddy)
	weight := ""
	if p.WaveWeight != 0 {
		weight = strconv.FormatFloat(p.WaveWeight, 'f', -1, 64)
	}
	c.plain(weight)
	conclusions(c, r, &en.Row)
	c.line()
}

func raceCells(c *cells, r *race.Race, p *race.Participant) {
	if r == nil {
		c.empty()
		c.empty()
		return
	}
	c.text(r.Name)
	if w := r.Wave(p.WaveID); w != nil {
		c.text(w.Name)
	} else {
		c.empty()
	}
}

func conclusions(c *cells, r *race.Race, row *wire.Participant) {
	c.plain(row.StatusLabel)
	c.instant(row.St)
	c.instant(row.Ft)
	c.official(row.TimeMs)
	c.number(row.OverallPlace)
	c.number(row.GenderPlace)
	split := ""
	if r != nil {
		if s := r.Split(row.LastSplitID); s != nil {
			split = s.Name
		}
	}
	c.text(split)
	c.count(row.LapCount)
}

func yesNo(b *bool) string {
	switch {
	case b == nil:
		return ""
	case *b:
		return "yes"
	}
	return "no"
}
