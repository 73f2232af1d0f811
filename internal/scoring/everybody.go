package scoring

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
