package race

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
)

// Limits of a participant's fields, in characters.
const (
	MaxBib   = 12
	MaxText  = 500  // any one field of a participant
	MaxNotes = 5000 // notes and wave requests, which people write freely
	MaxChips = 20
	MaxTag   = 64
	// MaxWaveWeight is how much somebody may weigh in the wave planner, in either direction.
	MaxWaveWeight = 1e6
)

// ValidBib reports whether a text may be a bib: up to 12 letters and digits, with - . _ / inside. "" is no bib, and fine.
func ValidBib(bib string) bool {
	n, edge := 0, false
	for _, c := range bib {
		edge = !unicode.IsLetter(c) && !unicode.IsNumber(c)
		if edge && (n == 0 || !strings.ContainsRune("-._/", c)) {
			return false
		}
		n++
	}
	return !edge && n <= MaxBib
}

// ValidateParticipant is nil for a participant that can be stored, else an *Error with code invalid (see Validate).
// It knows nothing of the roster: that a bib is free, or that the race exists, is for the caller to check.
func ValidateParticipant(p *Participant) error { return problemError(ParticipantProblems(p)) }

// ParticipantProblems lists every broken rule of a participant.
func ParticipantProblems(p *Participant) []Problem {
	v := &validator{}
	if p.Name() == "" && p.Bib == "" && p.UniqueID == "" {
		v.say("lastName", "a participant needs a name or a bib")
	}
	if !ValidBib(p.Bib) {
		v.say("bib", "%q is not a bib; use up to %d letters and digits", shorten(p.Bib), MaxBib)
	}
	for _, f := range []struct {
		field, text string
		limit       int
	}{
		{"firstName", p.FirstName, MaxName}, {"lastName", p.LastName, MaxName}, {"gender", p.Gender, 40},
		{"teamName", p.TeamName, MaxName}, {"city", p.City, MaxText}, {"state", p.State, MaxText}, {"country", p.Country, MaxText},
		{"notes", p.Notes, MaxNotes}, {"waveBuddy", p.WaveBuddy, MaxText}, {"waveRequest", p.WaveRequest, MaxNotes},
		{"uniqueId", p.UniqueID, MaxText}, {"email", p.Email, MaxText}, {"phone", p.Phone, MaxText}, {"address", p.Address, MaxText},
		{"zip", p.Zip, MaxText}, {"emergencyName", p.EmergencyName, MaxText}, {"emergencyPhone", p.EmergencyPhone, MaxText},
		{"shirtSize", p.ShirtSize, MaxText},
	} {
		if len(f.text) > f.limit && len([]rune(f.text)) > f.limit {
			v.say(f.field, "%q is too long; at most %d characters", shorten(f.text), f.limit)
		}
		lines := f.limit == MaxNotes || f.field == "address" // those may have several
		if !lines && hasControl(f.text) || lines && hasControl(lineBreaks.Replace(f.text)) {
			v.say(f.field, "%q holds characters that cannot be shown", shorten(f.text))
		}
	}
	if p.DOB != "" && !civilDate(p.DOB) {
		v.say("dob", "%q is not a date of birth; write it like 1988-06-02", shorten(p.DOB))
	}
	if p.Age < 0 || p.Age > 130 {
		v.say("age", "%d is not an age", p.Age)
	}
	if p.WaveID < 0 {
		v.say("waveId", "the wave must be 0 (none) or a wave of the race")
	}
	if !finite(p.WaveWeight) || math.Abs(p.WaveWeight) > MaxWaveWeight {
		v.say("waveWeight", "the wave weight must be a number")
	}
	if !finite(p.Rank) || p.Rank < 0 || p.Rank > 100 {
		v.say("rank", "the rank must be a fraction from 0 to 1, or a percentage")
	}
	switch p.WavePref {
	case "", "early+", "early", "late", "late+":
	default:
		v.say("wavePref", "%q is not a wave preference; use early+, early, late, late+ or nothing", shorten(p.WavePref))
	}
	v.chips(p.Chips)
	return v.problems
}

// BornLater is an *Error with code invalid for a date of birth that lies after the day of now; nil for any other, and for none.
func (p *Participant) BornLater(now Instant, zone *time.Location) error {
	if !civilDate(p.DOB) || p.DOB <= now.In(zone).Format(time.DateOnly) {
		return nil
	}
	return Invalid("dob", "the date of birth %s has not come yet; check the year", p.DOB)
}

// Remarks say what is unusual about a participant and yet allowed: a bib that is not one of the race's own. r is their race, or nil.
func (p *Participant) Remarks(r *Race) []string {
	if r == nil || p.Bib == "" || r.BibRanges == "" || r.HasBib(p.Bib) {
		return nil
	}
	return []string{fmt.Sprintf("Bib %s is not among the bibs of %s (%s)", p.Bib, r.Name, r.BibRanges)}
}

// lineBreaks are what a text of several lines may hold of what a name may not.
var lineBreaks = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

func (v *validator) chips(chips []string) {
	if len(chips) > MaxChips {
		v.say("chips", "a participant may have at most %d chips", MaxChips)
	}
	for i, c := range chips {
		if c == "" || len(c) > MaxTag || hasControl(c) {
			v.say(fmt.Sprintf("chips[%d]", i), "%q is not a chip; use up to %d characters", shorten(c), MaxTag)
		}
	}
}
