package answer

import (
	"fmt"
	"slices"
	"strings"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Question says what Explain is asked about; exactly one field is set.
type Question struct {
	Bib      string
	Crossing race.ReadID // a crossing, or any read of it
	Tag      string
}

// Explain tells why each read counts or does not, and what made the result. Asked by bib it lists every read of that person in time
// order; asked by crossing or tag only the reads asked about, also those that belong to nobody. Codes: not_found, invalid.
func (e *Event) Explain(q Question) (*wire.Explanation, error) {
	switch {
	case strings.TrimSpace(q.Bib) != "":
		return e.explainBib(q.Bib)
	case q.Crossing != 0:
		return e.explainCrossing(q.Crossing)
	case strings.TrimSpace(q.Tag) != "":
		return e.explainTag(race.CleanTag(q.Tag))
	}
	return nil, race.Invalid("bib", "say what to explain: a bib, a crossing or a tag")
}

func (e *Event) explainBib(bib string) (*wire.Explanation, error) {
	p := e.byBib(bib)
	if p == nil {
		err := race.NotFound("participant with bib", bib)
		if n := len(e.unownedBy(race.CleanTag(bib))); n > 0 {
			err.Message += fmt.Sprintf(", but reads of a tag with that number are there (%d); ask for the tag to see them", n)
		}
		return nil, err
	}
	return e.explainPerson(p, e.Board.ReadsOf(p.ID)), nil
}

func (e *Event) explainCrossing(id race.ReadID) (*wire.Explanation, error) {
	reads := e.Board.Passage(id)
	if len(reads) == 0 {
		return nil, race.NotFound("crossing", int64(id))
	}
	return e.explainReads(reads[0].ParticipantID, reads), nil
}

func (e *Event) explainTag(tag string) (*wire.Explanation, error) {
	owner := e.Board.Owner(tag)
	reads := e.unownedBy(tag)
	if owner != 0 {
		for _, j := range e.Board.ReadsOf(owner) {
			if sameTag(j.Read.Tag, tag) {
				reads = append(reads, j)
			}
		}
	} else {
		reads = append(reads, e.reassignedFrom(tag)...)
	}
	if owner == 0 && len(reads) == 0 {
		return nil, race.Errorf(race.CodeNotFound, "no read of this event carries the tag %q, and nobody on the roster has it", tag)
	}
	slices.SortStableFunc(reads, func(a, b scoring.Judged) int { return int(a.At - b.At) })
	return e.explainReads(owner, reads), nil
}

// unownedBy are the reads of a tag that belong to nobody.
func (e *Event) unownedBy(tag string) []scoring.Judged {
	var out []scoring.Judged
	for _, j := range e.Board.Unowned() {
		if sameTag(j.Read.Tag, tag) {
			out = append(out, j)
		}
	}
	return out
}

// reassignedFrom are the reads of a tag nobody owns that a person gave to somebody.
func (e *Event) reassignedFrom(tag string) []scoring.Judged {
	var out []scoring.Judged
	for id := range e.People {
		for _, j := range e.Board.ReadsOf(id) {
			if j.Corrected && sameTag(j.Read.Tag, tag) {
				out = append(out, j)
			}
		}
	}
	return out
}

func sameTag(a, b string) bool { return a == b || race.CleanBib(a) == race.CleanBib(b) }

// explainReads explains some reads, with the story of their owner when all have one.
func (e *Event) explainReads(owner race.ParticipantID, reads []scoring.Judged) *wire.Explanation {
	if p := e.People[owner]; p != nil {
		return e.explainPerson(p, reads)
	}
	out := &wire.Explanation{Story: []string{}, Reads: e.reads(reads)}
	if len(reads) > 0 {
		out.Story = append(out.Story, e.nobodysStory(reads)...)
	}
	return out
}

func (e *Event) explainPerson(p *race.Participant, reads []scoring.Judged) *wire.Explanation {
	out := &wire.Explanation{ParticipantID: p.ID, Bib: p.Bib, Name: p.Name(), Status: "-", Reads: e.reads(reads)}
	s := e.newSlab(1)
	info := s.race(p.RaceID)
	perf, ok := e.Board.Performance(p.ID)
	if info == nil || !ok {
		out.Story = []string{p.Name() + " is in no race, so no read can count."}
		return out
	}
	result := e.result(s, info, p, perf)
	out.Race, out.Status, out.Result = info.race.Name, result.StatusLabel, &result
	out.Story = e.story(info, p, perf)
	return out
}

// reads are reads as people see them, in the order given.
func (e *Event) reads(reads []scoring.Judged) []wire.Read {
	out := make([]wire.Read, len(reads))
	for i, j := range reads {
		out[i] = wire.Read{
			ID: j.Read.ID, CrossingID: j.Crossing, ParticipantID: j.ParticipantID,
			EventSourceID: j.Read.Source, Source: e.sourceName(j.Read.Source), Tag: j.Read.Tag, At: j.At, ReadAt: j.Read.At,
			Disposition: j.Disposition, Reason: j.Reason, Valid: j.Valid,
			SplitID: j.SplitID, Split: splitName(e.Event.Race(j.RaceID), j.SplitID), Lap: j.Lap,
			Manual: j.Read.Manual, Backup: j.Backup, Corrected: j.Corrected, Locked: j.Locked, Forced: forced(j),
		}
	}
	return out
}
