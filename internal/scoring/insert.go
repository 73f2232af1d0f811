package scoring

import (
	"math/rand/v2"

	"racectl/internal/race"
)

// Limits of laps that are put in by hand.
const (
	MostLaps  = 1000
	mostShift = 5000 // ms that jitter moves a time at most
)

// InsertLaps gives the times of laps that were run but not read: n of them at equal parts between the chosen crossing of a person and
// the one that counts before it at the same split or source. With jitter each is up to 5 s earlier or later, the same every time that
// it is asked; two are never so near that they would be one passage. Code invalid with the sentence why not (XING-14, XING-15).
func (b *Board) InsertLaps(chosen Judged, n int, jitter bool) ([]race.Instant, error) {
	if n < 1 || n > MostLaps {
		return nil, race.Invalid("count", "a number of laps is 1 to %d", MostLaps)
	}
	r := b.people[chosen.ParticipantID]
	if r == nil || r.rules == nil {
		return nil, race.Invalid("crossing", "this crossing belongs to nobody in a race; give it to its participant first")
	}
	if chosen.Disposition == race.DispVoided {
		return nil, race.Invalid("crossing", "this crossing is voided; restore it first, or choose another")
	}
	from, ok := b.before(r, &chosen)
	if !ok {
		return nil, race.Invalid("crossing", "there is no crossing before this one at the same place that counts; laps are put in between two crossings")
	}
	gap := int64(chosen.At - from)
	if fit := gap/passageGap - 1; int64(n) > fit {
		if fit < 1 {
			return nil, race.Invalid("count", "there are only %s between this crossing and the one before it; no lap fits in between", span(gap))
		}
		return nil, race.Invalid("count", "there are only %s between this crossing and the one before it; at most %d laps fit in between", span(gap), fit)
	}
	shift := min(mostShift, (gap/int64(n+1)-passageGap)/2)
	dice := rand.New(rand.NewPCG(uint64(chosen.Crossing), uint64(n))) //nolint:gosec // no secret: the same every time
	out := make([]race.Instant, n)
	for i := range out {
		out[i] = from + race.Instant(gap*int64(i+1)/int64(n+1))
		if jitter && shift > 0 {
			out[i] += race.Instant(dice.Int64N(2*shift+1) - shift)
		}
	}
	return out, nil
}

// before is when the person last passed the same place before a crossing, by a time that counts.
func (b *Board) before(r *runner, chosen *Judged) (at race.Instant, ok bool) {
	for i := range r.out.marks {
		m := &r.out.marks[i]
		if m.at >= chosen.At || m.crossing == chosen.Crossing {
			continue
		}
		same := chosen.SplitID != 0 && r.rules.places[m.place].id == chosen.SplitID
		if !same {
			n, _ := b.ids.tagOf(m.read)
			h, held := b.tags[n].find(m.read)
			same = held && b.sourceIDs.values[h.src] == chosen.Read.Source
		}
		if same && m.at > at {
			at, ok = m.at, true
		}
	}
	return at, ok
}
