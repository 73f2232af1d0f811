package control

import (
	"encoding/json"
	"slices"
	"strconv"

	"racectl/internal/race"
)

// jsonRoom is where many small pieces of JSON are written: a few large pieces of memory instead of one for each.
type jsonRoom struct{ free []byte }

const roomBlock = 64 << 10

// person is sparse for a participant, without asking the type for its fields.
func (r *jsonRoom) person(p *race.Participant) json.RawMessage {
	if cap(r.free)-len(r.free) < 1024 {
		r.free = make([]byte, 0, roomBlock)
	}
	from := len(r.free)
	out := appendPerson(r.free, p)
	if cap(out) != cap(r.free) { // there was no room: what was made instead is as large as the block, for one person
		r.free = nil
		return slices.Clone(out[from:])
	}
	r.free = out
	return json.RawMessage(out[from:len(out):len(out)])
}

// object writes the fields of one JSON object that are not empty.
type object struct {
	out   []byte
	begun bool
}

func (o *object) name(field string) {
	if o.begun {
		o.out = append(o.out, ',')
	}
	o.begun = true
	o.out = append(append(append(o.out, '"'), field...), '"', ':')
}

func (o *object) text(field, s string) {
	if s != "" {
		o.name(field)
		o.out = appendText(o.out, s)
	}
}

func (o *object) whole(field string, n int64) {
	if n != 0 {
		o.name(field)
		o.out = strconv.AppendInt(o.out, n, 10)
	}
}

func (o *object) instant(field string, at race.Instant) {
	if at.IsSet() {
		o.name(field)
		o.out = append(at.Time().AppendFormat(append(o.out, '"'), race.InstantLayout), '"')
	}
}

// other is for what few things have.
func (o *object) other(field string, there bool, v any) {
	if there {
		o.name(field)
		o.out = append(o.out, mustJSON(v)...)
	}
}

// appendPerson writes a participant as sparse does.
func appendPerson(out []byte, p *race.Participant) []byte {
	o := object{out: append(out, '{')}
	o.whole("id", int64(p.ID))
	o.whole("raceEventId", int64(p.EventID))
	o.whole("raceId", int64(p.RaceID))
	o.text("bib", p.Bib)
	o.other("chips", len(p.Chips) > 0, p.Chips)
	o.text("firstName", p.FirstName)
	o.text("lastName", p.LastName)
	o.text("gender", p.Gender)
	o.whole("age", int64(p.Age))
	o.text("dob", p.DOB)
	o.text("teamName", p.TeamName)
	o.text("city", p.City)
	o.text("state", p.State)
	o.text("country", p.Country)
	o.text("notes", p.Notes)
	o.instant("registeredAt", p.RegisteredAt)
	o.whole("waveId", int64(p.WaveID))
	o.other("waveStartTime", p.WaveStartTime != race.OwnStart{}, &p.WaveStartTime)
	o.text("waveBuddy", p.WaveBuddy)
	o.other("waveWeight", p.WaveWeight != 0, p.WaveWeight)
	o.text("wavePref", p.WavePref)
	o.text("waveRequest", p.WaveRequest)
	o.other("rank", p.Rank != 0, p.Rank)
	o.text("uniqueId", p.UniqueID)
	o.text("email", p.Email)
	o.text("phone", p.Phone)
	o.text("address", p.Address)
	o.text("zip", p.Zip)
	o.text("emergencyName", p.EmergencyName)
	o.text("emergencyPhone", p.EmergencyPhone)
	o.text("shirtSize", p.ShirtSize)
	o.other("expectsShirt", p.ExpectsShirt != nil, p.ExpectsShirt)
	o.instant("importedAt", p.ImportedAt)
	return append(o.out, '}')
}
