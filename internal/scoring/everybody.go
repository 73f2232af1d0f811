package scoring

import "racectl/internal/race"

// EachOf calls f with the reads of some people, one person after the other, as ReadsOf lists them but without Reason: the sentences cost
// more than all the rest, and whoever looks at everybody shows few of them. f must not keep the slice.
func (b *Board) EachOf(people []race.ParticipantID, f func(reads []Judged)) {
	s := b.borrow()
	defer b.spare.Put(s)
	var reads []Judged
	for _, id := range people {
		r := b.people[id]
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

// EachUnowned calls f with the reads that belong to nobody, tag by tag, as Unowned has them. It begins with the tag of that number and ends
// when it has looked at so many reads; it gives the number to go on from, 0 at the end.
func (b *Board) EachUnowned(from, reads int, f func(reads []Judged)) (next int) {
	var js []Judged
	for n := max(from, 0); n < len(b.tags); n++ {
		if reads <= 0 {
			return n
		}
		t := &b.tags[n]
		if t.owner != nil && !t.touched {
			continue
		}
		reads -= len(t.reads)
		if js = b.unownedOf(t, js[:0]); len(js) > 0 {
			sortJudged(js)
			f(js)
		}
	}
	return 0
}

// RulingsOf lists the reads of one person as EachOf does, into memory that the caller uses again: without Reason.
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
