package control

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// CrossingEdit is what somebody wants to be different about a crossing; nil leaves it as it is.
type CrossingEdit struct {
	At          *race.Instant // unset = as read
	Split       *race.SplitID // locked to it; 0 = automatic
	Lap         *int          // of the lock; nil = the lap that the rules find
	Valid       **bool        // nil inside = as the rules say
	Participant *race.ParticipantID
	Source      *race.SourceID
	Why         string
	// EphemeralID is the client's own id of an edit to another source, where a crossing is entered anew: sent again, it is done once.
	EphemeralID string
}

// EditCrossing corrects a crossing; the reads stay as they came. At another source it is entered anew there and set aside here,
// so that it has another id: the first crossing of the answer. Codes: not_found, invalid.
func (c *Control) EditCrossing(ctx context.Context, by race.Actor, id race.EventID, crossing race.ReadID, edit CrossingEdit, dry bool) (*wire.Acted, race.ReadID, error) {
	acted, now := noneActed(), crossing
	done, err := c.within(ctx, by, id, "edit crossing", dry, func(d *draft, es *eventState) error {
		if edit.Source != nil {
			if err := d.once(edit.EphemeralID); err != nil {
				return err
			}
		}
		passage := es.board.Passage(crossing)
		if passage == nil {
			return race.NotFound("crossing", int64(crossing))
		}
		e := editing{d: d, es: es, passage: passage, edit: &edit, main: speaks(passage)}
		if err := e.check(); err != nil {
			return err
		}
		change, err := e.decide(crossing)
		if err != nil {
			return err
		}
		if len(d.batch.Corrections) > 0 {
			now = e.now
			acted = d.act(es, change, []race.ReadID{now})
		}
		return nil
	})
	if err != nil {
		acted, ids, err := c.again(ctx, id, err)
		if err != nil {
			return nil, 0, err
		}
		return acted, ids[0], nil
	}
	return told(acted, done), now, nil
}

// editing is one edit of a crossing in the making.
type editing struct {
	d       *draft
	es      *eventState
	passage []scoring.Judged
	main    scoring.Judged // the read that speaks for the crossing
	edit    *CrossingEdit
	words   []string // what is different, for the journal
	cs      []race.Correction
	now     race.ReadID
}

// check refuses what could not come true.
func (e *editing) check() error {
	w := e.edit
	if w.At != nil && w.At.IsSet() {
		if err := e.es.event.CheckTimeByHand(*w.At); err != nil {
			return err
		}
	}
	if w.Participant != nil && *w.Participant != 0 && e.es.people[*w.Participant] == nil {
		return race.NotFound("participant", int64(*w.Participant))
	}
	if w.Split == nil {
		return nil
	}
	return e.es.event.CheckPlaceByHand(e.es.people[e.owner()], *w.Split, w.Lap)
}

// owner is whose the crossing is after the edit.
func (e *editing) owner() race.ParticipantID {
	if e.edit.Participant == nil {
		return e.main.ParticipantID
	}
	if *e.edit.Participant != 0 {
		return *e.edit.Participant
	}
	return e.es.board.Owner(e.main.Read.Tag)
}

// decide makes the corrections, and for another source the new entry.
func (e *editing) decide(crossing race.ReadID) (change scoring.Change, err error) {
	e.now = crossing
	name := fmt.Sprintf("edit crossing %d: ", crossing) + e.d.c.crossingName(e.es, crossing)
	moves := e.edit.Source != nil && *e.edit.Source != e.main.Read.Source
	if !moves {
		e.corrections()
		e.d.edit.Summary = because(name+": "+strings.Join(e.words, ", "), e.edit.Why)
		err = e.d.correct(e.es, e.cs)
		return scoring.Change{Corrections: slices.Clone(e.d.batch.Corrections)}, err
	}
	if err := e.d.c.mustHave(*e.edit.Source); err != nil {
		return change, err
	}
	entry := e.entry()
	e.corrections() // for their words
	e.words = append(e.words, "source "+e.d.c.sourceName(*e.edit.Source))
	e.d.edit.Summary = because(name+": "+strings.Join(e.words, ", "), e.edit.Why)
	void := make([]race.Correction, len(e.passage))
	for i := range e.passage {
		void[i] = race.Correction{Kind: race.CorrectVoid, ReadID: e.passage[i].Read.ID, Why: e.edit.Why}
	}
	if err := e.d.correct(e.es, void); err != nil {
		return change, err
	}
	change = supposed(*e.edit.Source, []NewCrossing{entry})
	change.Corrections = append(slices.Clone(e.d.batch.Corrections), change.Corrections...)
	ids, err := e.d.enter(e.es, *e.edit.Source, []NewCrossing{entry})
	if err == nil {
		e.now = ids[0]
	}
	return change, err
}

// corrections says what is different. A word about the crossing replaces those about any of its reads.
func (e *editing) corrections() {
	w := e.edit
	if w.At != nil && (*w.At != e.main.At || !w.At.IsSet()) {
		at := *w.At
		if at.IsSet() {
			at -= race.Instant(e.main.DeltaMs) // it is added again
		}
		e.say(race.Correction{Kind: race.CorrectRetime, At: at}, map[bool]string{true: "time " + clockText(e.es.event, *w.At), false: "time as read"}[w.At.IsSet()])
	}
	if w.Split != nil {
		words := "split automatic"
		if name := splitName(e.es.event, *w.Split); name != "" {
			words = "locked to " + name
		}
		e.say(race.Correction{Kind: race.CorrectLock, SplitID: *w.Split, Lap: w.Lap}, words)
	}
	if w.Valid != nil {
		words := "valid as the rules say"
		if *w.Valid != nil {
			words = map[bool]string{true: "marked valid", false: "marked invalid"}[**w.Valid]
		}
		e.say(race.Correction{Kind: race.CorrectForce, Valid: *w.Valid}, words)
	}
	if w.Participant == nil || *w.Participant == e.main.ParticipantID || *w.Participant == 0 && !slices.ContainsFunc(e.passage, func(j scoring.Judged) bool { return e.es.isGiven(j.Read.ID) }) {
		return
	}
	for i := range e.passage {
		e.cs = append(e.cs, race.Correction{Kind: race.CorrectReassign, ReadID: e.passage[i].Read.ID, ParticipantID: *w.Participant, Why: w.Why})
	}
	to := "whom the tag names"
	if p := e.es.people[*w.Participant]; p != nil {
		to = personName(p)
	}
	e.words = append(e.words, "to "+to)
}

// say says it of the first read that is not set aside, and takes the same kind back from all others. The journal gets the words for it
// when that is something new.
func (e *editing) say(k race.Correction, words string) {
	at := max(0, slices.IndexFunc(e.passage, func(j scoring.Judged) bool { return j.Disposition != race.DispVoided }))
	for i := range e.passage {
		id := e.passage[i].Read.ID
		switch {
		case i == at:
			k.ReadID, k.Why = id, e.edit.Why
			before, held := e.es.effective[targetOf(&k)]
			if sameDecision(&before, &k, held) {
				continue
			}
			e.cs = append(e.cs, k)
		case e.holds(k.Kind, id):
			e.cs = append(e.cs, race.Correction{Kind: k.Kind, ReadID: id, Why: e.edit.Why})
		default:
			continue
		}
		if words != "" {
			e.words, words = append(e.words, words), ""
		}
	}
}

// isGiven reports whether somebody said whose a read is.
func (es *eventState) isGiven(id race.ReadID) bool {
	k, ok := es.effective[target{race.CorrectReassign, id, 0}]
	return ok && k.ParticipantID != 0
}

// holds reports whether something of a kind is said of a read now.
func (e *editing) holds(kind race.CorrectionKind, id race.ReadID) bool {
	k, ok := e.es.effective[target{kind, id, 0}]
	return ok && !k.Off && !isNeutral(&k)
}

// entry is the crossing as it is entered at another source: with all that was and is said of it.
func (e *editing) entry() NewCrossing {
	w := e.edit
	n := NewCrossing{Read: race.Read{Key: entryKey(w.EphemeralID, 0), Tag: e.main.Read.Tag, At: e.main.At}, ParticipantID: e.owner(), Why: w.Why}
	if w.At != nil && w.At.IsSet() {
		n.Read.At = *w.At
	}
	for i := range e.passage {
		id := e.passage[i].Read.ID
		if e.holds(race.CorrectLock, id) {
			k := e.es.effective[target{race.CorrectLock, id, 0}]
			n.SplitID, n.Lap = k.SplitID, k.Lap
		}
		if e.holds(race.CorrectForce, id) {
			n.Valid = e.es.effective[target{race.CorrectForce, id, 0}].Valid
		}
	}
	if w.Split != nil {
		n.SplitID, n.Lap = *w.Split, w.Lap
	}
	if w.Valid != nil {
		n.Valid = *w.Valid
	}
	n.Read.At -= backupDelta(e.es.event, cmp.Or(n.SplitID, e.main.SplitID), *w.Source) // scoring adds it
	return n
}

// backupDelta is what scoring adds to the reads of a source that stands in for another one at a split; 0 for any other.
func backupDelta(e *race.Event, split race.SplitID, source race.SourceID) race.Instant {
	for i := range e.Races {
		s := e.Races[i].Split(split)
		if s == nil {
			continue
		}
		for _, t := range s.EventRoutes {
			if t.SourceID == source && t.Backup {
				return race.Instant(t.DeltaMs)
			}
		}
	}
	return 0
}
