package live

// entry is one thing's last change, or one happening. Entries form a list in the order of their sequence numbers.
type entry struct {
	change     Change
	seq        uint64
	created    uint64 // when the thing was created, 0 = before the log remembers
	steps      [keptSteps]step
	taken      int // of steps
	prev, next *entry
}

// keptSteps is how many changes of one thing are told apart; of earlier ones the log knows only all their fields together.
const keptSteps = 4

// step is which fields of a thing changed at one number.
type step struct{ seq, fields uint64 }

// note adds a step. The two oldest become one when there is no room: who saw only one of them is told a little more than needed.
func (e *entry) note(s step) {
	if e.taken == keptSteps {
		e.steps[1].fields = both(e.steps[0].fields, e.steps[1].fields)
		copy(e.steps[:], e.steps[1:])
		e.taken--
	}
	e.steps[e.taken] = s
	e.taken++
}

// fieldsAfter is which fields changed after a number, 0 = all. The log remembers everything after that number.
func (e *entry) fieldsAfter(from uint64) uint64 {
	fields := e.steps[e.taken-1].fields
	for i := e.taken - 2; i >= 0 && e.steps[i].seq > from; i-- {
		fields = both(fields, e.steps[i].fields)
	}
	return fields
}

// both joins two sets of fields, of which 0 is the whole.
func both(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a | b
}

// changeLog remembers the last change of each thing, newest last. A thing that changes again moves to the end, so the log
// holds every thing once, however often it changed.
type changeLog struct {
	seq         uint64
	lost        uint64 // changes up to here may be missing from the log
	limit, size int
	keys        map[string]*entry
	first, last *entry
}

func newChangeLog(limit int) changeLog {
	return changeLog{limit: max(1, limit), keys: map[string]*entry{}}
}

// skipTo goes on counting from seq. What is in the log stays valid, but nobody can have seen a number in between.
func (l *changeLog) skipTo(seq uint64) {
	l.seq, l.lost = seq, seq
	l.first, l.last, l.size = nil, nil, 0
	clear(l.keys)
}

// append gives all changes of one commit the same number.
func (l *changeLog) append(changes []Change) uint64 {
	l.seq++
	for _, c := range changes {
		e := &entry{change: c, seq: l.seq}
		if c.Created {
			e.created = l.seq
		}
		if c.Key != "" {
			if old := l.keys[c.Key]; old != nil {
				e.inherit(old)
				l.remove(old)
			}
			l.keys[c.Key] = e
		}
		e.note(step{l.seq, c.Fields})
		l.push(e)
	}
	for l.size > l.limit {
		oldest := l.first
		l.lost = oldest.seq
		if l.keys[oldest.change.Key] == oldest {
			delete(l.keys, oldest.change.Key)
		}
		l.remove(oldest)
	}
	return l.seq
}

// inherit keeps what changed before, when the thing was created, and what its creator called it, for those who have not heard
// of it yet.
func (e *entry) inherit(old *entry) {
	e.steps, e.taken = old.steps, old.taken
	if e.created == 0 {
		e.created = old.created
	}
	if e.change.EphemeralID == "" {
		e.change.EphemeralID = old.change.EphemeralID
	}
}

func (l *changeLog) push(e *entry) {
	e.prev = l.last
	if l.last != nil {
		l.last.next = e
	} else {
		l.first = e
	}
	l.last = e
	l.size++
}

func (l *changeLog) remove(e *entry) {
	if e.prev != nil {
		e.prev.next = e.next
	} else {
		l.first = e.next
	}
	if e.next != nil {
		e.next.prev = e.prev
	} else {
		l.last = e.prev
	}
	e.prev, e.next = nil, nil
	l.size--
}

// since lists what changed after one number up to another, oldest first, each thing once, with the fields that changed since. A
// thing that changed again after the second number stands here as it is now, and comes again with the next look: that one does
// not know what changed before. What came to be, or happened, after the second number is left to the next look.
// ok is false when the log cannot say.
func (l *changeLog) since(from, to uint64) (changes []Change, ok bool) {
	if from < l.lost || from > to {
		return nil, false
	}
	first, n := l.last, 0
	for e := l.last; e != nil && e.seq > from; e = e.prev {
		first, n = e, n+1
	}
	changes = make([]Change, 0, n)
	for e := first; e != nil && e.seq > from; e = e.next {
		if e.seq > to && (e.change.Key == "" || e.created > to) {
			continue
		}
		c := e.change
		c.Created, c.Fields = e.created > from, e.fieldsAfter(from)
		if c.Created {
			c.Fields = 0
		} else {
			c.EphemeralID = ""
		}
		changes = append(changes, c)
	}
	return changes, true
}
