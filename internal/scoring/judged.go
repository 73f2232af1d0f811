package scoring

import (
	"cmp"
	"slices"

	"racectl/internal/race"
)

// ReadsOf lists every read of a person with its disposition, in time order.
func (b *Board) ReadsOf(id race.ParticipantID) []Judged {
	r := b.people[id]
	if r == nil {
		return nil
	}
	s := b.borrow()
	defer b.spare.Put(s)
	s.score(r, r.rules)
	out := make([]Judged, len(s.sights))
	for i := range s.sights {
		out[i] = s.judged(i)
	}
	sortJudged(out)
	return out
}

// borrow takes a bench for a question, so that questions may be asked side by side.
func (b *Board) borrow() *scorer {
	if s, ok := b.spare.Get().(*scorer); ok {
		return s
	}
	return &scorer{b: b}
}

func sortJudged(js []Judged) {
	slices.SortFunc(js, func(a, b Judged) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Read.ID, b.Read.ID)) })
}

// Read finds one read; false when the board does not hold it.
func (b *Board) Read(id race.ReadID) (Judged, bool) {
	n, ok := b.ids.tagOf(id)
	if !ok {
		return Judged{}, false
	}
	t := &b.tags[n]
	if r := b.holder(t, id); r != nil {
		s := b.borrow()
		defer b.spare.Put(s)
		s.score(r, r.rules)
		for i := range s.sights {
			if s.sights[i].id == id {
				return s.judged(i), true
			}
		}
	}
	h, ok := t.find(id)
	if !ok {
		return Judged{}, false
	}
	return b.judgeUnowned(t, h), true
}

// Whose is the person that a read belongs to, 0 for nobody, and its tag, without judging it; false when the board does not hold it.
func (b *Board) Whose(id race.ReadID) (who race.ParticipantID, tag string, held bool) {
	n, ok := b.ids.tagOf(id)
	if !ok {
		return 0, "", false
	}
	t := &b.tags[n]
	if r := b.holder(t, id); r != nil {
		who = r.id
	}
	return who, t.text, true
}

// holder is whose read it is: whoever it was given to, else the owner of the tag; nil for nobody.
func (b *Board) holder(t *tag, id race.ReadID) *runner {
	if t.touched {
		if f := b.fixes[id]; f != nil && f.to != 0 {
			return b.people[f.to]
		}
	}
	return t.owner
}

// Unowned lists the reads that belong to nobody here (unknown tags, foreign prefixes, other events), in time order.
func (b *Board) Unowned() []Judged {
	var out []Judged
	for n := range b.tags {
		out = b.unownedOf(&b.tags[n], out)
	}
	sortJudged(out)
	return out
}

func (b *Board) unownedOf(t *tag, out []Judged) []Judged {
	if t.owner != nil && !t.touched {
		return out
	}
	var chain chain
	for _, h := range t.reads {
		first := chain.first(b, h)
		if b.holder(t, h.id) == nil {
			out = append(out, b.judgeAs(t, h, first))
		}
	}
	return out
}

// LastRead is the largest id of a read that the board holds, 0 when it holds none.
func (b *Board) LastRead() race.ReadID { return b.ids.newest() }

// Owner is whose tag this is in the event, 0 for nobody.
func (b *Board) Owner(tag string) race.ParticipantID {
	if r, _ := b.register.owner(race.CleanTag(tag)); r != nil {
		return r.id
	}
	return 0
}

// Passage lists the reads of the passage that a read belongs to, in time order, whatever became of them: what a person
// means who voids, reassigns or edits "the crossing". nil when the board does not hold the read.
func (b *Board) Passage(id race.ReadID) []Judged {
	all := b.ReadsWith(id)
	at := slices.IndexFunc(all, func(j Judged) bool { return j.Read.ID == id })
	if at < 0 {
		return nil
	}
	crossing := all[at].Crossing
	return slices.DeleteFunc(all, func(j Judged) bool { return j.Crossing != crossing })
}

// ReadsWith lists all reads of whoever a read belongs to, those of its tag when that is nobody, in time order; nil when the board does
// not hold the read.
func (b *Board) ReadsWith(id race.ReadID) []Judged {
	n, ok := b.ids.tagOf(id)
	if !ok {
		return nil
	}
	if r := b.holder(&b.tags[n], id); r != nil {
		return b.ReadsOf(r.id)
	}
	all := b.unownedOf(&b.tags[n], nil)
	sortJudged(all)
	return all
}

// chain follows the passages of one tag, source by source.
type chain struct{ links []link }

type link struct {
	src    uint16
	manual bool
	first  race.ReadID
	newest race.Instant
}

// first is the id of the first read of the passage that h, the next read of the tag, belongs to.
func (c *chain) first(b *Board, h held) race.ReadID {
	var v sight
	b.sight(&v, &h, nil)
	at := v.raw
	for i := range c.links {
		l := &c.links[i]
		if l.src != h.src || l.manual != h.manual() {
			continue
		}
		if at-l.newest >= passageGap {
			l.first = h.id
		}
		l.newest = at
		return l.first
	}
	c.links = append(c.links, link{h.src, h.manual(), h.id, at})
	return h.id
}

// judgeUnowned judges a read that belongs to nobody.
func (b *Board) judgeUnowned(t *tag, h held) Judged {
	n, _ := slices.BinarySearchFunc(t.reads, h, compareHeld)
	first := h
	for i := n - 1; i >= 0 && first.at-t.reads[i].at < passageGap; i-- {
		if o := t.reads[i]; o.src == h.src && o.manual() == h.manual() {
			first = o
		}
	}
	return b.judgeAs(t, h, first.id)
}

// opens reports whether a read is the first of its passage.
func (t *tag) opens(h held) bool {
	n, _ := slices.BinarySearchFunc(t.reads, h, compareHeld)
	for i := n - 1; i >= 0 && h.at-t.reads[i].at < passageGap; i-- {
		if o := t.reads[i]; o.src == h.src && o.manual() == h.manual() {
			return false
		}
	}
	return true
}

// followed is the read that was the first of its passage until h, which opens one, came before it; false when there is none.
func (t *tag) followed(h held) (race.ReadID, bool) {
	n, _ := slices.BinarySearchFunc(t.reads, h, compareHeld)
	for _, o := range t.reads[n:] {
		if o.at-h.at >= passageGap {
			break
		}
		if o.id != h.id && o.src == h.src && o.manual() == h.manual() {
			return o.id, true
		}
	}
	return 0, false
}

func (b *Board) judgeAs(t *tag, h held, crossing race.ReadID) Judged {
	var f *fix
	if t.touched {
		f = b.fixes[h.id]
	}
	var v sight
	b.sight(&v, &h, f)
	w := b.setAside(&v, &h, f)
	switch {
	case w != undecided:
	case f != nil && f.to != 0:
		w = whyGone
	case b.inOther(&v, h.src, true):
		w = whyOther
	case t.who == foreignTag:
		w = whyForeign
	case t.who == otherRacePrefix:
		w = whyOtherPrefix
	default:
		w = whyUnknown
	}
	v.v.set(w)
	j := b.report(&v, nil)
	j.Crossing = crossing
	if f != nil {
		j.Forced = f.force
	}
	j.Reason = b.reason(&v, nil, nil)
	return j
}

// judged is a read on the bench as people see it.
func (s *scorer) judged(i int) Judged {
	j := s.ruled(i)
	j.Reason = s.b.reason(&s.sights[i], s, s.c)
	return j
}

// ruled is judged without the sentence.
func (s *scorer) ruled(i int) Judged {
	v := &s.sights[i]
	j := s.b.report(v, s.c)
	j.ParticipantID = s.r.id
	p := &s.passages[v.passage]
	j.Crossing, j.Forced = s.sights[p.first].id, p.force
	if s.c != nil {
		j.RaceID = s.c.race.ID
		j.Locked = p.lock >= 0
		if at := v.v.place; at >= 0 && j.Valid {
			j.SplitID, j.Lap = s.c.places[at].id, int(v.v.lap)
		}
		if v.v.why == whyRoaming {
			j.SplitID = s.nearby(v)
		}
		if v.v.why == whyStartAsGun {
			j.At = s.w.firstGun
		}
	}
	return j
}

// report fills what can be said without knowing whose read it is.
func (b *Board) report(v *sight, c *rules) Judged {
	j := Judged{Read: b.read(v), At: v.at, Disposition: dispositions[v.v.why], Backup: v.v.backup}
	if j.Read.Manual {
		j.Disposition = j.Disposition.Manual()
	}
	j.Valid = j.Disposition.Counts()
	if v.v.backup && j.Valid {
		j.DeltaMs = v.v.a
		j.At += race.Instant(j.DeltaMs)
	}
	j.Corrected = v.fix != nil && v.fix.active()
	return j
}

// read is the read as it was given.
func (b *Board) read(v *sight) Read {
	if o, ok := b.odd[v.id]; ok {
		return o
	}
	at := v.raw
	if !v.manual {
		at += race.Instant(b.sources[v.src].offset)
	}
	return Read{ID: v.id, At: at, Source: b.sourceIDs.values[v.src], Tag: b.tags[v.tag].text, Code: b.codes.values[v.code], Manual: v.manual}
}
