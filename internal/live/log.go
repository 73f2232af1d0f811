package live

// entry is one thing's last change, or one happening. Entries form a list in the order of their sequence numbers.
type entry struct {
	change     Change
	seq        uint64
	created    uint64 // when the thing was created, 0 = before the log remembers
	prev, next *entry
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

// inherit keeps when a thing was created, and what its creator called it, for those who have not heard of it yet.
func (e *entry) inherit(old *entry) {
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

// since lists what changed after one number up to another, oldest first, each thing once. A thing that changed again after
// the second number is left out, it comes with the next look; unless it was created in between: then it stands here as it is
// now, because the next look begins after its creation. ok is false when the log cannot say.
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
		c := e.change
		c.Created = e.created > from && e.created <= to
		if e.seq > to && !c.Created {
			continue
		}
		if !c.Created {
			c.EphemeralID = ""
		}
		changes = append(changes, c)
	}
	return changes, true
}
