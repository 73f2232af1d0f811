package race

import "strings"

// Participant is a person in an event (DATA-13, A-97). What scoring concludes about them is not here.
type Participant struct {
	ID           ParticipantID `json:"id"`
	EventID      EventID       `json:"raceEventId"`
	RaceID       RaceID        `json:"raceId"` // 0 = in no race
	Bib          string        `json:"bib"`    // as given; compare with CleanBib
	Chips        []string      `json:"chips"`
	FirstName    string        `json:"firstName"`
	LastName     string        `json:"lastName"`
	Gender       string        `json:"gender"` // M, F, or any other value as given
	Age          int           `json:"age"`    // imported age; 0 = unknown. With a date of birth the age on race day counts
	DOB          string        `json:"dob"`    // YYYY-MM-DD or ""
	TeamName     string        `json:"teamName"`
	City         string        `json:"city"`
	State        string        `json:"state"`
	Country      string        `json:"country"`
	Notes        string        `json:"notes"`
	RegisteredAt Instant       `json:"registeredAt"`

	WaveID        WaveID   `json:"waveId"`
	WaveStartTime OwnStart `json:"waveStartTime"`
	WaveBuddy     string   `json:"waveBuddy"`
	WaveWeight    float64  `json:"waveWeight"`
	WavePref      string   `json:"wavePref"` // early+, early, late, late+ or ""
	WaveRequest   string   `json:"waveRequest"`
	Rank          float64  `json:"rank"`

	UniqueID       string  `json:"uniqueId"` // the registration system's own id
	Email          string  `json:"email"`
	Phone          string  `json:"phone"`
	Address        string  `json:"address"`
	Zip            string  `json:"zip"`
	EmergencyName  string  `json:"emergencyName"`
	EmergencyPhone string  `json:"emergencyPhone"`
	ShirtSize      string  `json:"shirtSize"`
	ExpectsShirt   *bool   `json:"expectsShirt"` // nil = not said
	ImportedAt     Instant `json:"importedAt"`
}

// OwnStart is a start that belongs to one person; it counts only when Arbitrary is set (WAVE-8).
type OwnStart struct {
	Arbitrary bool    `json:"arbitrary"`
	Timestamp Instant `json:"timestamp"`
}

// Name is first and last name as people say it.
func (p *Participant) Name() string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// ReferenceStart is the person's own start, else their wave's, else the race's; unset without any.
func (p *Participant) ReferenceStart(r *Race) Instant {
	if p.WaveStartTime.Arbitrary && p.WaveStartTime.Timestamp.IsSet() {
		return p.WaveStartTime.Timestamp
	}
	if r == nil {
		return 0
	}
	if w := r.Wave(p.WaveID); w != nil && w.Time.IsSet() {
		return w.Time
	}
	return r.StartTime
}

// AgeOn is the age on a day: from the date of birth, else the imported age, else 0 for unknown.
func (p *Participant) AgeOn(day Instant) int {
	var y, m, d int
	if !day.IsSet() || !scanDate(p.DOB, &y, &m, &d) {
		return p.Age
	}
	ty, tm, td := day.Time().Date()
	age := ty - y
	if int(tm) < m || int(tm) == m && td < d {
		age--
	}
	if age < 0 || age > 130 {
		return p.Age
	}
	return age
}

func scanDate(s string, y, m, d *int) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	for i, at := range []struct {
		from, to int
		into     *int
	}{{0, 4, y}, {5, 7, m}, {8, 10, d}} {
		n := 0
		for _, c := range s[at.from:at.to] {
			if c < '0' || c > '9' {
				return false
			}
			n = n*10 + int(c-'0')
		}
		if i > 0 && n == 0 {
			return false
		}
		*at.into = n
	}
	return true
}

// CleanBib is a bib for comparison: upper case, without blanks and leading zeros ("0042 " and "42" are one bib).
// A bib of only zeros is "0".
func CleanBib(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	t := strings.TrimLeft(s, "0")
	if t == "" && s != "" {
		return "0"
	}
	return t
}
