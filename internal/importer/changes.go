package importer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// What became of a person.
const (
	Created   = "created"
	Updated   = "updated"
	Removed   = "removed"
	Unchanged = "unchanged"
)

// PersonChange is what an import does to one person, field by field, as text.
type PersonChange struct {
	Row    int // of the file, the last one about them
	Put    int // their place in Merged.Put, -1 = not there
	ID     race.ParticipantID
	Bib    string
	Name   string
	What   string
	Race   string
	Fields []FieldChange // by known fields; of somebody new all that are known, of somebody removed none
	who    *person
}

// FieldChange is a field before and after: a known field, or the title of what was ordered.
type FieldChange struct{ Field, Was, Now string }

// MaxChanges is how many people an import tells of: those whom it changes first.
const MaxChanges = 1000

// tell lists what becomes of everybody whom the file names, at most MaxChanges of them, and how many more there are.
func (m *merger) tell(done []PersonChange) (told []PersonChange, more int) {
	slices.SortStableFunc(done, func(a, b PersonChange) int {
		if c := cmp.Compare(b2i(a.What == Unchanged), b2i(b.What == Unchanged)); c != 0 {
			return c
		}
		return cmp.Compare(a.Row, b.Row)
	})
	told = done[:min(len(done), MaxChanges)]
	return slices.Clone(told), len(done) - len(told)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// describe fills in the words of a change: only of those that are told, because there may be many.
func (m *merger) describe(c *PersonChange) {
	p := c.who
	who := &p.now
	if c.What == Removed {
		who = p.was
	}
	c.ID, c.Bib, c.Name = who.ID, who.Bib, who.Name()
	if r := m.event.Race(who.RaceID); r != nil {
		c.Race = r.Name
	}
	c.who = nil
	if c.What != Created && c.What != Updated {
		return
	}
	was := p.was
	if was == nil {
		was = &race.Participant{}
	}
	before, after := m.words(was), m.words(&p.now)
	for f := range before {
		if before[f] != after[f] {
			c.Fields = append(c.Fields, FieldChange{knownFields[f].Name, before[f], after[f]})
		}
	}
	c.Fields = append(c.Fields, p.orderChanges()...)
}

// words is a person as the cells of a file, by field. What a file cannot hold is left out.
func (m *merger) words(p *race.Participant) [fieldCount]string {
	w := [fieldCount]string{
		fUniqueID: p.UniqueID, fBib: p.Bib, fChips: strings.Join(p.Chips, " "), fFirstName: p.FirstName, fLastName: p.LastName, fGender: p.Gender, fDOB: p.DOB,
		fEmail: p.Email, fAddress: p.Address, fCity: p.City, fState: p.State, fZip: p.Zip, fCountry: p.Country, fPhone: p.Phone, fTeamName: p.TeamName,
		fWavePref: p.WavePref, fWaveBuddy: p.WaveBuddy,
		fEmergencyName: p.EmergencyName, fEmergencyPhone: p.EmergencyPhone, fShirtSize: p.ShirtSize, fNotes: p.Notes, fWaveRequest: p.WaveRequest,
	}
	if p.Age != 0 {
		w[fAge] = strconv.Itoa(p.Age)
	}
	if p.WaveWeight != 0 {
		w[fWaveWeight] = strconv.FormatFloat(p.WaveWeight, 'f', -1, 64)
	}
	if p.ExpectsShirt != nil {
		w[fExpectsShirt] = map[bool]string{true: "yes", false: "no"}[*p.ExpectsShirt]
	}
	if r := m.event.Race(p.RaceID); r != nil {
		w[fDistance] = r.Name
		if wave := r.Wave(p.WaveID); wave != nil {
			if w[fWave] = wave.Name; wave.Name == "" {
				w[fWave] = "Wave " + strconv.Itoa(int(wave.ID))
			}
		}
	}
	w[fRegisteredAt] = m.clock(p.RegisteredAt)
	if p.WaveStartTime.Arbitrary {
		w[fWaveStartTime] = m.clock(p.WaveStartTime.Timestamp)
	}
	return w
}

// clock is an instant on the event's wall clock, as short as it can be written.
func (m *merger) clock(i race.Instant) string {
	if !i.IsSet() {
		return ""
	}
	s := i.In(m.o.Zone).Format("2006-01-02 15:04:05.000")
	return strings.TrimSuffix(s, ".000")
}
