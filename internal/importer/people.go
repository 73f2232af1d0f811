package importer

import (
	"iter"
	"slices"
	"strings"

	"racectl/internal/race"
)

// person is somebody of the roster, or somebody new, while an import is worked out.
type person struct {
	was      *race.Participant // nil = new
	now      race.Participant  // chips and bib are settled last
	owner    int               // the row of the file that names them for sure, from 1; 0 = none
	touched  bool              // a row was about them
	row      int               // the first one
	lastRow  int
	remove   bool
	claimed  bool // by a match by name alone: one row each
	wantBib  string
	wantsBib bool
	chips    []string // as the file wants them; nil = the file says nothing
	key      string   // the name by which they are in the index now
	first    string   // and what that was made of
	last     string

	crowds []*crowd // that they are in
	id     string   // the unique id by which they are in the index last

	orders     []Order // as the file wants them, of its variants
	orderIDs   []int   // their numbers
	ordersSaid bool
	had        map[int]Order // what they had of these, by number; nil = not looked up
}

func (p *person) label() string {
	name := p.now.Name()
	switch {
	case p.now.Bib != "" && name != "":
		return "#" + p.now.Bib + " " + name
	case p.now.Bib != "":
		return "#" + p.now.Bib
	case name != "":
		return name
	}
	return p.now.UniqueID
}

// how a row found its person.
type matchHow uint8

const (
	matchNone matchHow = iota
	matchUnique
	matchBirth
	matchBib
	matchName
)

// people is the roster with its indexes.
type people struct {
	all      []*person
	byUnique map[string][]*person
	byName   map[string][]*person
	crowds   map[string]*crowd  // of names that many have
	crowded  int                // how many are not many yet
	members  map[member]*person // of unique ids that stand for several people
	byBib    map[string]*person
	byChip   map[string]*person
	slab     []person
	looked   int             // how many people were looked at to find those of the rows
	inFile   map[string]bool // names that the file holds
	rowKeys  []string        // the name of each row, for comparison
	shared   map[string]bool // unique ids that stand on rows of several people: an order for a family
}

func newPeople(roster iter.Seq[*race.Participant], rows, crowded int) *people {
	ps := &people{crowded: crowded, crowds: map[string]*crowd{}, members: map[member]*person{}}
	for p := range roster {
		x := ps.another()
		x.was = p
		ps.all = append(ps.all, x)
	}
	n := max(len(ps.all), rows)
	ps.byUnique, ps.byName = make(map[string][]*person, n), make(map[string][]*person, n)
	ps.byBib, ps.byChip = make(map[string]*person, n), map[string]*person{}
	// Ids decide between equals, so that the answer does not depend on the order of the roster.
	slices.SortFunc(ps.all, func(a, b *person) int { return int(a.was.ID - b.was.ID) })
	for _, p := range ps.all {
		p.now = *p.was
		ps.index(p, nil)
		for _, c := range p.now.Chips {
			if key := race.CleanBib(c); ps.byChip[key] == nil {
				ps.byChip[key] = p
			}
		}
	}
	return ps
}

// index adds what a person is known by now; what they were known by before stays, for later rows of the same file.
// v is the row that said so, nil for the roster.
func (ps *people) index(p *person, v *values) {
	if id := p.now.UniqueID; id != p.id && id != "" {
		if p.id == "" || !slices.Contains(ps.byUnique[id], p) {
			ps.byUnique[id] = append(ps.byUnique[id], p)
		}
		p.id = id
	}
	if fresh := p.key == ""; fresh || p.first != p.now.FirstName || p.last != p.now.LastName {
		p.first, p.last = p.now.FirstName, p.now.LastName
		if v != nil && v.first == p.first && v.last == p.last {
			p.key = v.key
		} else {
			p.key = nameOf(p.first, p.last)
		}
		if p.key != nameless && (fresh || !slices.Contains(ps.byName[p.key], p)) {
			ps.byName[p.key] = append(ps.byName[p.key], p)
			ps.joinCrowd(p.key, p)
		}
	}
	for _, c := range p.crowds {
		c.add(p)
	}
	ps.joinShared(p)
	bib := p.now.Bib
	if bib == "" {
		bib = p.wantBib
	}
	if key := race.CleanBib(bib); key != "" && ps.byBib[key] == nil {
		ps.byBib[key] = p
	}
}

// member is one of the people whom a unique id stands for, by name.
type member struct{ id, key string }

const nameless = "\x00"

// joinShared notes who is meant by a unique id that stands for several people, together with their name.
func (ps *people) joinShared(p *person) {
	if by := (member{p.id, p.key}); ps.shared[p.id] && ps.members[by] == nil {
		ps.members[by] = p
	}
}

func nameOf(first, last string) string { return fold(first) + "\x00" + fold(last) }

func (ps *people) create(event race.EventID, now race.Instant) *person {
	p := ps.another()
	p.now.EventID, p.now.ImportedAt = event, now
	ps.all = append(ps.all, p)
	return p
}

// another is a person of nothing. They are large, and many: they are made in slabs.
func (ps *people) another() *person {
	if len(ps.slab) == 0 {
		ps.slab = make([]person, slabOf)
	}
	p := &ps.slab[0]
	ps.slab = ps.slab[1:]
	return p
}

const slabOf = 256

// lookAhead notes the names of the file, and the unique ids that stand on rows with different names.
func (ps *people) lookAhead(rows []Row, say func(int, string, ...any)) {
	type holder struct {
		line int
		name string
	}
	first := make(map[string]holder, len(rows))
	ps.shared, ps.inFile, ps.rowKeys = map[string]bool{}, make(map[string]bool, len(rows)), make([]string, len(rows))
	for i := range rows {
		r := &rows[i]
		if r.Wrong != "" {
			continue
		}
		name := nameKeyOfRow(r)
		ps.inFile[name], ps.rowKeys[i] = true, name
		id := r.cells[fUniqueID]
		if id == "" {
			continue
		}
		was, ok := first[id]
		if !ok {
			first[id] = holder{r.Line, name}
			continue
		}
		if !ps.shared[id] && was.name != name {
			ps.shared[id] = true
			say(r.Line, "the unique id %q stands on rows with different names (row %d); they are taken as different people", id, was.line)
		}
	}
	for _, p := range ps.all {
		ps.joinShared(p)
	}
}

func nameKeyOfRow(r *Row) string {
	first, last := r.cells[fFirstName], r.cells[fLastName]
	if first == "" && last == "" {
		first, last = namesOf(r.cells[fFullName])
	}
	return nameOf(first, last)
}

// match finds the person that a row is about: unique id; first and last name with equal date of birth or e-mail; bib with equal
// last name; and last, where nothing else can tell and nothing speaks against it, the name alone.
func (ps *people) match(v *values, bibChanges bool, choose *chooser) (*person, matchHow) {
	if p, how := ps.strong(v); p != nil {
		return p, how
	}
	if v.bib != "" {
		if p := ps.byBib[race.CleanBib(v.bib)]; p != nil && p.isFor(v) && ps.mayBeBib(v, p) {
			return p, matchBib
		}
	}
	if c := ps.crowds[v.key]; c != nil {
		p := c.alike(v, bibChanges, func(p *person) bool {
			ps.looked++
			return !p.claimed && p.isFor(v) && v.nothingAgainst(p, bibChanges, choose)
		})
		if p == nil {
			return nil, matchNone
		}
		p.claimed = true
		return p, matchName
	}
	for _, p := range ps.named(v) {
		if p.was == nil { // behind the first new one there are only people whom rows were about already; of placeholders there may be thousands
			break
		}
		if !p.claimed && !p.touched && p.isFor(v) && v.nothingAgainst(p, bibChanges, choose) {
			p.claimed = true
			return p, matchName
		}
	}
	return nil, matchNone
}

// isFor keeps people whom another row of the file names for sure from rows that only look like them.
func (p *person) isFor(v *values) bool { return p.owner == 0 || p.owner == v.no }

func (ps *people) named(v *values) []*person {
	if v.first == "" && v.last == "" {
		return nil
	}
	return ps.byName[v.key]
}

// strong finds a person by what belongs to one person only.
func (ps *people) strong(v *values) (*person, matchHow) {
	if v.uniqueID != "" {
		if p := ps.unique(v); p != nil {
			return p, matchUnique
		}
	}
	named := ps.named(v)
	if c := ps.crowds[v.key]; c != nil {
		if p := c.strong(v, func(p *person) bool { ps.looked++; return v.mayBe(p) && !differ(v.dob, p.now.DOB) }); p != nil {
			return p, matchBirth
		}
		return nil, matchNone
	}
	if v.dob != "" {
		for _, p := range named {
			ps.looked++
			if v.dob == p.now.DOB && v.mayBe(p) {
				return p, matchBirth
			}
		}
	}
	if v.email != "" {
		for _, p := range named {
			ps.looked++
			// A family may share an address; two dates of birth are two people.
			if strings.EqualFold(v.email, p.now.Email) && v.mayBe(p) && !differ(v.dob, p.now.DOB) {
				return p, matchBirth
			}
		}
	}
	return nil, matchNone
}

func (ps *people) unique(v *values) *person {
	found := ps.byUnique[v.uniqueID]
	if !ps.shared[v.uniqueID] && len(found) == 1 {
		return found[0]
	}
	if p := ps.members[member{v.uniqueID, v.key}]; p != nil && p.key == v.key && p.id == v.uniqueID {
		return p
	}
	if ps.shared[v.uniqueID] && len(found) > crowded {
		return nil
	}
	for _, p := range found {
		if p.key == v.key {
			return p
		}
	}
	for _, p := range found {
		if v.dob != "" && v.dob == p.now.DOB && !p.touched && !ps.shared[v.uniqueID] {
			return p
		}
	}
	return nil
}

// mayBe keeps rows with a registration id from people who have another one.
func (v *values) mayBe(p *person) bool { return !differ(v.uniqueID, p.now.UniqueID) }

// mayBeBib reports whether the holder of a bib can be meant: the last name is the same, or the row has no name. With another first name it is a
// correction of that name only while nothing speaks for two people who were given one bib by mistake, as happens in families: registration or birth
// differ, the file holds the holder as well, the roster holds the other one as well, or the row removes somebody.
func (ps *people) mayBeBib(v *values, p *person) bool {
	if v.first == "" && v.last == "" {
		return v.mayBe(p)
	}
	if fold(v.last) != fold(p.now.LastName) || !v.mayBe(p) {
		return false
	}
	sameBirth := !differ(v.dob, p.now.DOB)
	if v.remove && differ(strings.ToLower(v.email), strings.ToLower(p.now.Email)) {
		return false
	}
	if fold(v.first) == fold(p.now.FirstName) {
		return sameBirth || !p.touched && !v.remove
	}
	return sameBirth && !p.touched && !v.remove && !ps.inFile[p.key] && len(ps.byName[v.key]) == 0
}

func (v *values) nothingAgainst(p *person, bibChanges bool, choose *chooser) bool {
	if differ(v.uniqueID, p.now.UniqueID) || differ(v.dob, p.now.DOB) || differ(strings.ToLower(v.email), strings.ToLower(p.now.Email)) || differ(v.gender, p.now.Gender) {
		return false
	}
	if !bibChanges && differ(race.CleanBib(v.bib), race.CleanBib(p.now.Bib)) {
		return false
	}
	id, reason := choose.of(v.distance, p.now.RaceID, true)
	return reason != "" || p.now.RaceID == 0 || id == p.now.RaceID
}

// differ reports whether two values are both known and not the same.
func differ(a, b string) bool { return a != "" && b != "" && a != b }
