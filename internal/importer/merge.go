package importer

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"time"

	"racectl/internal/race"
)

// MergeOptions say how rows meet the roster (DATA-17).
type MergeOptions struct {
	AllowBibChanges bool
	Race            string      // RaceAuto, RaceFile or RaceInfer; RaceID beats it
	RaceID          race.RaceID // this race for every row
	Zone            *time.Location
	Now             race.Instant // the moment of the import: ImportedAt of new people, and the last year a birth can fall in
	// HasCrossings says whether anything was ever read of a person: such people are never removed by a file. nil = nobody.
	HasCrossings func(race.ParticipantID) bool
	// AddOns are those that have columns in the file, in the order of its cells (Sheet.AddOns). Ordered says what somebody has ordered;
	// nil = nobody anything.
	AddOns  []race.AddOnColumns
	Ordered func(race.ParticipantID) []Order
	crowded int // how many people of one name are not many yet; 0 = as usual
}

// Merged is what an import would do.
type Merged struct {
	Put     []race.Participant // ID 0 = new; in the order of the file
	Remove  []race.ParticipantID
	Orders  []PersonOrders // of those whose orders differ
	Receipt Receipt
	Changes []PersonChange // whom the import changes, then whom the file names besides; at most MaxChanges
	More    int            // how many more there are
	looked  int            // how many people were looked at to find those of the rows
}

// Receipt counts what became of the rows. Every row is counted once, but of several rows for one person only the first.
type Receipt struct {
	Created, Updated, Unchanged, Removed, Skipped int
	Messages                                      []Message // by row
}

// Message is about one row of the file; Row 0 is about the file as a whole.
type Message struct {
	Row     int
	Message string
	Refused bool // the row was not taken
}

// Merge works out what rows mean for the roster of an event. It changes nothing that it is given. The same rows twice change
// nothing the second time. Errors: not_found for RaceID, invalid for Race or a missing zone; rows never make an error.
func Merge(event *race.Event, roster iter.Seq[*race.Participant], rows []Row, o MergeOptions) (*Merged, error) {
	choose, err := newChooser(event, o.Race, o.RaceID)
	if err != nil {
		return nil, err
	}
	if o.Zone == nil {
		return nil, race.Invalid("timezone", "the event has no time zone; choose one such as America/Denver")
	}
	if o.HasCrossings == nil {
		o.HasCrossings = func(race.ParticipantID) bool { return false }
	}
	m := &merger{event: event, o: o, choose: choose, wall: race.NewWall(o.Zone), people: newPeople(roster, len(rows), cmp.Or(o.crowded, crowded)), thisYear: 2200, startDays: map[race.RaceID]int64{}}
	if o.Now.IsSet() {
		m.thisYear = o.Now.In(o.Zone).Year()
	}
	m.o.AddOns = NamedVariants(o.AddOns)
	m.orders = newOrderIDs(m.o.AddOns)
	if m.dobDayFirst = dayFirst(rows, fDOB); m.dobDayFirst {
		m.say(0, "dates of birth are read as day/month/year, because some of them cannot be month/day/year")
	}
	m.people.lookAhead(rows, m.say)
	all := m.lookAhead(rows)
	for i := range rows {
		m.row(&rows[i], all[i])
	}
	m.settleBibs()
	m.settleChips()
	return m.finish(), nil
}

// merger carries one merge.
type merger struct {
	event       *race.Event
	o           MergeOptions
	choose      *chooser
	wall        *race.Wall
	people      *people
	thisYear    int
	dobDayFirst bool
	startDays   map[race.RaceID]int64
	orders      *orderIDs // what the file has columns for
	touched     []*person // in the order of the file
	byName      []int     // rows matched by name alone
	receipt     Receipt
}

func (m *merger) say(row int, format string, args ...any) {
	m.receipt.Messages = append(m.receipt.Messages, Message{Row: row, Message: fmt.Sprintf(format, args...)})
}

func (m *merger) leaveOut(row int, format string, args ...any) {
	m.receipt.Skipped++
	m.say(row, format, args...)
	m.receipt.Messages[len(m.receipt.Messages)-1].Refused = true
}

// lookAhead reads who the rows are about, and gives the people whom a row names for sure to that row.
func (m *merger) lookAhead(rows []Row) []*values {
	all := make([]*values, len(rows))
	for i := range rows {
		if rows[i].Wrong != "" {
			continue
		}
		v := m.read(&rows[i])
		v.no, v.key = i+1, m.people.rowKeys[i]
		if p, _ := m.people.strong(v); p != nil && p.owner == 0 {
			p.owner = v.no
		}
		all[i] = v
	}
	return all
}

// row takes one row as far as it can be taken without the others; bibs and chips are settled when all rows are known.
func (m *merger) row(r *Row, v *values) {
	if r.Wrong != "" {
		m.leaveOut(r.Line, "%s; the row was skipped", r.Wrong)
		return
	}
	if v.first == "" && v.last == "" && v.bib == "" && v.uniqueID == "" {
		m.leaveOut(r.Line, "the row has no name, no bib and no unique id; it was skipped")
		return
	}
	if v.remove {
		m.removeRow(r, v)
		return
	}
	p, how := m.people.match(v, m.o.AllowBibChanges, m.choose)
	if p == nil && v.first == "" && v.last == "" && v.bib == "" {
		m.leaveOut(r.Line, "nobody in the event has the unique id %q, and the row has no name; it was skipped", v.uniqueID)
		return
	}
	exists := p != nil
	have := race.RaceID(0)
	if exists {
		have = p.now.RaceID
	}
	raceID, reason := m.choose.of(r.cells[fDistance], have, exists)
	if reason != "" {
		m.leaveOut(r.Line, "%s; the row was skipped", reason)
		return
	}
	if !exists {
		p = m.people.create(m.event.ID, m.o.Now)
	}
	m.touch(p, r.Line)
	p.remove = false
	if how == matchName {
		m.byName = append(m.byName, r.Line)
	}
	m.apply(p, r, v, raceID)
	m.readOrders(p, r)
	m.people.index(p, v)
}

func (m *merger) removeRow(r *Row, v *values) {
	p, how := m.people.match(v, m.o.AllowBibChanges, m.choose)
	if how == matchName { // not enough to take somebody out of the event
		p.claimed = false
		m.receipt.Unchanged++
		m.say(r.Line, "%s was not removed, because only the name is the same; give the unique id, the bib or the date of birth", p.label())
		return
	}
	if p == nil {
		m.receipt.Unchanged++ // cancelled and never here
		return
	}
	m.touch(p, r.Line)
	p.remove = true
}

// touch notes that a row is about a person. Of two rows for one person the last wins.
func (m *merger) touch(p *person, row int) {
	if p.touched {
		m.say(row, "the row is about the same person as row %d (%s); this row wins", p.row, p.label())
	} else {
		p.row, p.touched = row, true
		m.touched = append(m.touched, p)
	}
	p.lastRow = row
}

// finish compares everybody touched with what they were.
func (m *merger) finish() *Merged {
	out := &Merged{Put: make([]race.Participant, 0, len(m.touched))}
	done := make([]PersonChange, 0, len(m.touched))
	for _, p := range m.touched {
		what := m.outcome(p)
		if what == "" {
			continue
		}
		c := PersonChange{Row: p.lastRow, Put: -1, What: what, who: p}
		switch what {
		case Created:
			m.receipt.Created++
		case Updated:
			m.receipt.Updated++
		case Removed:
			m.receipt.Removed++
			out.Remove = append(out.Remove, p.was.ID)
		case Unchanged:
			m.receipt.Unchanged++
		}
		if what == Created || what == Updated {
			c.Put = len(out.Put)
			if p.ordersDiffer() {
				out.Orders = append(out.Orders, PersonOrders{len(out.Put), p.orders})
			}
			out.Put = append(out.Put, p.now)
		}
		if p.was != nil || what == Created {
			done = append(done, c)
		}
	}
	out.Changes, out.More = m.tell(done)
	for i := range out.Changes {
		m.describe(&out.Changes[i])
	}
	m.sayByName()
	slices.SortStableFunc(m.receipt.Messages, func(a, b Message) int { return cmp.Compare(a.Row, b.Row) })
	out.Receipt, out.looked = m.receipt, m.people.looked
	return out
}

// outcome is what becomes of somebody, "" when their row cannot be taken.
func (m *merger) outcome(p *person) string {
	switch {
	case p.remove && p.was == nil:
		return Unchanged
	case p.remove && m.o.HasCrossings(p.was.ID):
		m.say(p.lastRow, "%s has been read on the course and stays in the event; set a status such as DNS instead", p.label())
		return Unchanged
	case p.remove:
		return Removed
	case p.was != nil && equal(p.was, &p.now) && !p.ordersDiffer():
		return Unchanged
	}
	if err := race.ValidateParticipant(&p.now); err != nil {
		m.leaveOut(p.lastRow, "%s; the row was skipped", err.Error())
		return ""
	}
	if p.was == nil {
		return Created
	}
	return Updated
}

// sayByName names the rows whose person was found by name alone: right nearly always, and worth a look.
func (m *merger) sayByName() {
	if len(m.byName) == 0 {
		return
	}
	list := ""
	for i, row := range m.byName {
		if i == 10 {
			list += " …"
			break
		}
		if i > 0 {
			list += ", "
		}
		list += fmt.Sprint(row)
	}
	m.say(0, "%d people were found by their name alone, because neither date of birth, e-mail, bib nor unique id could tell (rows %s)", len(m.byName), list)
}
