package answer

import (
	"encoding/json"
	"fmt"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Journal puts entries of the journal into words. Event may be one without people and without a board: then ids that it cannot
// name stay numbers.
type Journal struct {
	Event *Event
	looks int // how many reads were looked up: judging one means scoring its owner
}

// mostLooks is how many reads one answer describes by where and when they were; the others go by their numbers.
const mostLooks = 200

// Tell is one change in words. It never holds JSON.
func (j *Journal) Tell(ch *race.Change) wire.Told {
	t := wire.Told{Action: action(ch), Entity: entityWord(ch.Entity), Name: ch.Name, ParticipantID: ch.ParticipantID, Fields: []wire.FieldChange{}}
	switch ch.Entity {
	case "correction":
		j.correction(ch, &t)
	case "problem":
		acceptance(ch, &t)
	case "course", "user":
	case "reads":
		var n struct{ Count, Known int }
		_ = json.Unmarshal(ch.After, &n)
		to := countOf(n.Count, "read")
		if n.Known > 0 {
			to += fmt.Sprintf(", %d more were known", n.Known)
		}
		t.Fields = append(t.Fields, wire.FieldChange{Field: "brought", To: to})
	default:
		if ch.Entity == "participant" {
			t.ParticipantID = race.ParticipantID(ch.ID)
		}
		w := wording{j.Event, ch.Entity, j.raceOf(ch)}
		t.Fields = w.differences(ch.Before, ch.After)
	}
	return t
}

// raceOf is the race that the ids of a change belong to, nil for none.
func (j *Journal) raceOf(ch *race.Change) *race.Race {
	if ch.Entity == "race" {
		return j.Event.Event.Race(race.RaceID(ch.ID))
	}
	for _, side := range []json.RawMessage{ch.After, ch.Before} {
		var f struct{ RaceID race.RaceID }
		if json.Unmarshal(side, &f) == nil && f.RaceID != 0 {
			return j.Event.Event.Race(f.RaceID)
		}
	}
	if p := j.Event.People[race.ParticipantID(ch.ID)]; ch.Entity == "participant" && p != nil {
		return j.Event.Event.Race(p.RaceID)
	}
	return nil
}

func action(ch *race.Change) string {
	switch {
	case isNull(ch.Before) && ch.Entity != "correction":
		return "create"
	case isNull(ch.After):
		return "remove"
	}
	return "change"
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// correction tells what a decision about a person or a read changed.
func (j *Journal) correction(ch *race.Change, t *wire.Told) {
	var was, now race.Correction
	_ = json.Unmarshal(ch.Before, &was)
	_ = json.Unmarshal(ch.After, &now)
	t.Why = now.Why
	t.Entity = "crossing"
	if now.ReadID == 0 {
		t.Entity, t.ParticipantID = "participant", now.ParticipantID
	} else {
		t.Name = j.readName(now.ReadID, t.Name)
	}
	if t.ParticipantID == 0 {
		t.ParticipantID = now.ParticipantID
	}
	field, say := j.decision(now.Kind)
	if say != nil {
		t.Fields = append(t.Fields, wire.FieldChange{Field: field, From: say(&was, !isNull(ch.Before)), To: say(&now, true)})
	}
}

// acceptance tells that a problem was let be, or is open again.
func acceptance(ch *race.Change, t *wire.Told) {
	var was, now wire.Acceptance
	_ = json.Unmarshal(ch.Before, &was)
	_ = json.Unmarshal(ch.After, &now)
	t.Action, t.Why = "change", now.Why
	accepted := func(side json.RawMessage, a, other *wire.Acceptance) string {
		if !isNull(side) && other.Print != "" && a.Print != other.Print && a.When < other.When {
			return "with other evidence"
		}
		return yesNo(!isNull(side))
	}
	from, to := accepted(ch.Before, &was, &now), accepted(ch.After, &now, &was)
	if from != to {
		t.Fields = append(t.Fields, wire.FieldChange{Field: "accepted", From: from, To: to})
		return
	}
	t.Why = ""
	t.Fields = append(t.Fields, wire.FieldChange{Field: "reason", From: was.Why, To: now.Why})
}

// decision is what a kind of correction is about, and how it reads; said is false where nobody has decided anything.
func (j *Journal) decision(kind race.CorrectionKind) (field string, say func(k *race.Correction, said bool) string) {
	e := j.Event
	switch kind {
	case race.CorrectStatus:
		return "status", func(k *race.Correction, _ bool) string { return k.Status.Word() }
	case race.CorrectPlace:
		return "place", func(k *race.Correction, _ bool) string {
			if k.Place == 0 {
				return "as the time says"
			}
			return fmt.Sprint(k.Place)
		}
	case race.CorrectVoid:
		return "counts", func(k *race.Correction, said bool) string { return yesNo(!said || k.Off) }
	case race.CorrectRetime:
		return "time", func(k *race.Correction, _ bool) string {
			if !k.At.IsSet() {
				return "as read"
			}
			return e.wallClock(k.At)
		}
	case race.CorrectReassign:
		return "belongs to", func(k *race.Correction, _ bool) string {
			if k.ParticipantID == 0 {
				return "as the tag says"
			}
			return e.personWords(k.ParticipantID)
		}
	case race.CorrectLock:
		return "split", func(k *race.Correction, _ bool) string { return e.lockWords(k) }
	case race.CorrectForce:
		return "valid", func(k *race.Correction, _ bool) string {
			if k.Valid == nil {
				return "automatic"
			}
			return yesNo(*k.Valid)
		}
	}
	return "", nil
}

// readName says where and when a read was, and whose it is.
func (j *Journal) readName(id race.ReadID, plain string) string {
	if j.Event.Board == nil || j.looks >= mostLooks {
		return plain
	}
	j.looks++
	r, ok := j.Event.Board.Read(id)
	if !ok {
		return plain
	}
	at := j.Event.Event.Race(r.RaceID)
	where := splitName(at, r.SplitID)
	if where == "" {
		where = j.Event.sourceName(r.Read.Source)
	}
	who := "tag " + r.Read.Tag
	if r.ParticipantID != 0 {
		who = j.Event.personWords(r.ParticipantID)
	}
	return fmt.Sprintf("%s at %s, %s", who, where, j.Event.wallClock(r.Read.At))
}

func (e *Event) personWords(id race.ParticipantID) string {
	p := e.People[id]
	if p == nil {
		return fmt.Sprintf("participant %d", id)
	}
	return p.Called()
}

func (e *Event) lockWords(k *race.Correction) string {
	if k.SplitID == 0 {
		return "automatic"
	}
	for i := range e.Event.Races {
		r := &e.Event.Races[i]
		if name := splitName(r, k.SplitID); name != "" {
			if k.Lap != nil && r.Repeats() {
				return fmt.Sprintf("%s, lap %d", name, *k.Lap+1)
			}
			return name
		}
	}
	return fmt.Sprintf("split %d", k.SplitID)
}

// wallClock is an instant as the event's clocks showed it.
func (e *Event) wallClock(at race.Instant) string {
	if !at.IsSet() {
		return ""
	}
	layout := "2006-01-02 15:04:05"
	if at%1000 != 0 {
		layout += ".000"
	}
	return at.In(e.Zone()).Format(layout)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
