package importer

import (
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// values are the cells of a row by which people are told apart, made comparable.
type values struct {
	uniqueID, bib, first, last, dob, email, gender, distance string
	no                                                       int    // the row's place in the file, from 1
	key                                                      string // first and last name for comparison
	remove                                                   bool
}

// read takes those cells out of a row; what cannot be read is said and left out.
func (m *merger) read(r *Row) *values {
	v := &values{uniqueID: r.cells[fUniqueID], first: r.cells[fFirstName], last: r.cells[fLastName], email: r.cells[fEmail], distance: r.cells[fDistance]}
	if v.first == "" && v.last == "" && r.cells[fFullName] != "" {
		v.first, v.last = namesOf(r.cells[fFullName])
	}
	if g := r.cells[fGender]; g != "" {
		v.gender = genderOf(g)
	}
	if b := r.cells[fBib]; b != "" {
		if b = bibOf(b); race.ValidBib(b) {
			v.bib = b
		} else {
			m.say(r.Line, "%q is not a bib; use up to %d letters and digits. The row was taken without it", show([]byte(b)), race.MaxBib)
		}
	}
	if d := r.cells[fDOB]; d != "" {
		var ok bool
		if v.dob, ok = birthDate(d, m.dobDayFirst, m.thisYear); !ok {
			m.say(r.Line, "%q is not a date of birth; write it like 1988-06-02. The row was taken without it", show([]byte(d)))
		}
	}
	if w := r.cells[fRemove]; w != "" {
		yes, ok := removes(w)
		if v.remove = yes; !ok {
			m.say(r.Line, "%q in the remove column is neither yes nor no; nobody was removed", show([]byte(w)))
		}
	}
	return v
}

// apply writes the cells of a row into a person. A blank cell never overwrites anything.
func (m *merger) apply(p *person, r *Row, v *values, raceID race.RaceID) {
	now := &p.now
	if now.RaceID != raceID {
		now.RaceID, now.WaveID = raceID, 0 // waves belong to a race
	}
	for _, t := range []struct {
		into *string
		text string
	}{
		{&now.FirstName, oneLine(v.first)}, {&now.LastName, oneLine(v.last)}, {&now.Gender, oneLine(v.gender)}, {&now.DOB, v.dob}, {&now.UniqueID, v.uniqueID},
		{&now.Email, v.email}, {&now.Address, r.cells[fAddress]}, {&now.City, r.cells[fCity]}, {&now.State, r.cells[fState]}, {&now.Zip, r.cells[fZip]},
		{&now.Country, r.cells[fCountry]}, {&now.Phone, r.cells[fPhone]}, {&now.TeamName, oneLine(r.cells[fTeamName])}, {&now.EmergencyName, r.cells[fEmergencyName]},
		{&now.EmergencyPhone, r.cells[fEmergencyPhone]}, {&now.ShirtSize, r.cells[fShirtSize]}, {&now.Notes, r.cells[fNotes]}, {&now.WaveRequest, r.cells[fWaveRequest]},
		{&now.WaveBuddy, oneLine(r.cells[fWaveBuddy])},
	} {
		if t.text != "" {
			*t.into = t.text
		}
	}
	if v.bib != "" {
		p.wantBib, p.wantsBib = v.bib, true
	}
	if c := r.cells[fChips]; c != "" {
		p.chips = chipsOf(c)
	}
	m.applyOthers(now, r)
	m.applyPlan(now, r)
	if w := r.cells[fWave]; w != "" {
		m.applyWave(now, r.Line, w)
	}
}

// oneLine is a text without the line breaks that names must not have.
func oneLine(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

func (m *merger) applyOthers(now *race.Participant, r *Row) {
	if a := r.cells[fAge]; a != "" {
		if n, ok := ageOf(a); ok {
			now.Age = n
		} else {
			m.say(r.Line, "%q is not an age. The row was taken without it", show([]byte(a)))
		}
	}
	if e := r.cells[fExpectsShirt]; e != "" {
		if yes, ok := yesNo(e); ok {
			now.ExpectsShirt = &yes
		} else {
			m.say(r.Line, "%q in the expects_shirt column is neither yes nor no. The row was taken without it", show([]byte(e)))
		}
	}
	if t := r.cells[fRegisteredAt]; t != "" {
		if at, ok := stampIn(t, m.wall, 0, false); ok {
			now.RegisteredAt = at
		} else {
			m.say(r.Line, "%q is not a time of registration; write it like 2026-03-01 18:30. The row was taken without it", show([]byte(t)))
		}
	}
	if t := r.cells[fWaveStartTime]; t != "" {
		day, ok := m.startDay(now.RaceID)
		at, good := stampIn(t, m.wall, day, ok)
		if good {
			now.WaveStartTime = race.OwnStart{Arbitrary: true, Timestamp: at}
		} else {
			m.say(r.Line, "%q is not a start time; write it like 2026-10-03 06:10. The row was taken without it", show([]byte(t)))
		}
	}
}

// applyPlan takes what the wave planner goes by.
func (m *merger) applyPlan(now *race.Participant, r *Row) {
	if w := r.cells[fWavePref]; w != "" {
		if pref, ok := wavePref(w); ok {
			now.WavePref = pref
		} else {
			m.say(r.Line, "%q is not a wave preference; use early+, early, late, late+ or none. The row was taken without it", show([]byte(w)))
		}
	}
	if w := r.cells[fWaveWeight]; w != "" {
		if n, ok := weightOf(w); ok {
			now.WaveWeight = n
		} else {
			m.say(r.Line, "%q is not a wave weight; write a number such as 0.1 or -0.1. The row was taken without it", show([]byte(w)))
		}
	}
}

// startDay is the calendar day of a race's first start in the event's zone.
func (m *merger) startDay(id race.RaceID) (int64, bool) {
	if day, ok := m.startDays[id]; ok {
		return day, true
	}
	start := m.event.StartTime()
	if r := m.event.Race(id); r != nil && r.FirstStart().IsSet() {
		start = r.FirstStart()
	}
	if !start.IsSet() {
		return 0, false
	}
	m.startDays[id] = dayOf(start.In(m.o.Zone))
	return m.startDays[id], true
}

// applyWave takes a wave's name or its number.
func (m *merger) applyWave(now *race.Participant, row int, cell string) {
	r := m.event.Race(now.RaceID)
	if r == nil {
		m.say(row, "the row names the wave %q but is in no race. The row was taken without it", show([]byte(cell)))
		return
	}
	name := fold(cell)
	for _, w := range r.Waves.Waves {
		if w.Name != "" && fold(w.Name) == name {
			now.WaveID = w.ID
			return
		}
	}
	number, isWave := strings.CutPrefix(name, "wave ")
	n, err := strconv.Atoi(number)
	if err == nil && (n == 0 && !isWave || r.Wave(race.WaveID(n)) != nil) {
		now.WaveID = race.WaveID(n)
		return
	}
	m.say(row, "race %q has no wave %q. The row was taken without it", r.Name, show([]byte(cell)))
}

// settleBibs gives out the bibs that the file wants, when all its rows are known, so that people may swap them.
// A bib that somebody keeps is never taken from them.
func (m *merger) settleBibs() {
	holders := map[string]*person{}
	var movers []*person
	for _, p := range m.people.all {
		key := race.CleanBib(p.now.Bib)
		moves := p.wantsBib && !p.remove && race.CleanBib(p.wantBib) != key && (key == "" || m.o.AllowBibChanges)
		switch {
		case moves:
			movers = append(movers, p)
		case key != "" && (!p.remove || m.stays(p)):
			holders[key] = p
		}
	}
	slices.SortStableFunc(movers, func(a, b *person) int { return a.row - b.row })
	claims := map[string]*person{}
	var blocked []*person
	for _, p := range movers {
		key := race.CleanBib(p.wantBib)
		if holders[key] != nil || claims[key] != nil {
			blocked = append(blocked, p)
			continue
		}
		claims[key] = p
	}
	for len(blocked) > 0 { // who is blocked keeps their bib, which may block somebody else
		p := blocked[0]
		blocked = blocked[1:]
		key := race.CleanBib(p.wantBib)
		holder := holders[key]
		if holder == nil {
			holder = claims[key]
		}
		m.say(p.lastRow, "bib %s is held by %s; %s was taken without it", p.wantBib, bibHolder(holder), p.nameOnly())
		p.wantsBib = false
		if own := race.CleanBib(p.now.Bib); own != "" {
			holders[own] = p
			if other := claims[own]; other != nil {
				delete(claims, own)
				blocked = append(blocked, other)
			}
		}
	}
	for _, p := range claims {
		p.now.Bib = p.wantBib
	}
}

func (p *person) nameOnly() string {
	if name := p.now.Name(); name != "" {
		return name
	}
	return "the row"
}

func bibHolder(p *person) string {
	if p == nil {
		return "somebody else"
	}
	return p.nameOnly()
}

// stays reports whether somebody whom the file removes is kept, because they were read on the course.
func (m *merger) stays(p *person) bool { return p.was != nil && m.o.HasCrossings(p.was.ID) }

// settleChips gives out the chips that the file wants. A chip that somebody else keeps stays theirs.
func (m *merger) settleChips() {
	held := m.people.byChip
	for key, p := range held {
		if p.chips != nil || p.remove && !m.stays(p) {
			delete(held, key)
		}
	}
	for _, p := range m.touched {
		if p.chips == nil || p.remove {
			continue
		}
		got := m.takeChips(p, p.chips, true)
		if len(got) == 0 { // rather the chips they had than none
			got = m.takeChips(p, p.now.Chips, false)
		}
		p.now.Chips = got
	}
}

func (m *merger) takeChips(p *person, chips []string, say bool) []string {
	got := make([]string, 0, len(chips))
	for _, c := range chips {
		key := race.CleanBib(c)
		other := m.people.byChip[key]
		if other == nil || other == p {
			m.people.byChip[key] = p
			got = append(got, c)
		} else if say {
			m.say(p.lastRow, "chip %s is held by %s; %s was taken without it", c, other.label(), p.nameOnly())
		}
	}
	return got
}

// equal reports whether an import changed nothing about a person.
func equal(a, b *race.Participant) bool {
	x, y := *a, *b
	if !slices.Equal(x.Chips, y.Chips) || (x.ExpectsShirt == nil) != (y.ExpectsShirt == nil) || x.ExpectsShirt != nil && *x.ExpectsShirt != *y.ExpectsShirt {
		return false
	}
	return x.ID == y.ID && x.EventID == y.EventID && x.RaceID == y.RaceID && x.Bib == y.Bib && x.FirstName == y.FirstName && x.LastName == y.LastName &&
		x.Gender == y.Gender && x.Age == y.Age && x.DOB == y.DOB && x.TeamName == y.TeamName && x.City == y.City && x.State == y.State &&
		x.Country == y.Country && x.Notes == y.Notes && x.RegisteredAt == y.RegisteredAt && x.WaveID == y.WaveID && x.WaveStartTime == y.WaveStartTime &&
		x.WaveBuddy == y.WaveBuddy && x.WaveWeight == y.WaveWeight && x.WavePref == y.WavePref && x.WaveRequest == y.WaveRequest && x.Rank == y.Rank &&
		x.UniqueID == y.UniqueID && x.Email == y.Email && x.Phone == y.Phone && x.Address == y.Address && x.Zip == y.Zip &&
		x.EmergencyName == y.EmergencyName && x.EmergencyPhone == y.EmergencyPhone && x.ShirtSize == y.ShirtSize && x.ImportedAt == y.ImportedAt
}
