package scoring

import "racectl/internal/race"

// EachPerson calls f with the reads of everybody who has any, one person after the other, as ReadsOf lists them but without Reason: the
// sentences cost more than all the rest, and whoever looks at everybody shows few of them. f must not keep the slice.
func (b *Board) EachPerson(f func(reads []Judged)) {
	s := b.borrow()
	defer b.spare.Put(s)
	var reads []Judged
	for _, r := range b.runners {
		if r == nil {
			continue
		}
		s.score(r, r.rules)
		reads = reads[:0]
		for i := range s.sights {
			reads = append(reads, s.ruled(i))
		}
		if len(reads) > 0 {
			sortJudged(reads)
			f(reads)
		}
	}
}

// RulingsOf lists the reads of one person as EachPerson does, into memory that the caller uses again: without Reason.
func (b *Board) RulingsOf(id race.ParticipantID, into []Judged) []Judged {
	r := b.people[id]
	if r == nil {
		return into[:0]
	}
	s := b.borrow()
	defer b.spare.Put(s)
	s.score(r, r.rules)
	into = into[:0]
	for i := range s.sights {
		into = append(into, s.ruled(i))
	}
	sortJudged(into)
	return into
}
