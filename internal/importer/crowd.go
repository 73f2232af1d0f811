package importer

import (
	"slices"
	"strings"
)

// crowded is how many people of one name are searched one after the other; of more, those that a row may be about are looked up. A file
// may hold thousands of "Guest Runner".
const crowded = 8

// What somebody of a crowd does not have: then a row that has it may be about them.
const (
	noID = 1 << iota
	noBirth
	noMail
	noBib
	nothingOf
)

// trait is what people of a crowd are looked up by: a date of birth, an e-mail address, or neither, and what they do not have.
type trait struct {
	birth, mail string
	without     uint8
}

// crowd is many people of one name, by their traits, in the order in which they came to it: few are searched in that order, too. Somebody
// stays under a trait that they had earlier, until a look finds them there.
type crowd struct {
	by map[trait][]*guest
	of map[*person]*guest
}

// guest is somebody of a crowd.
type guest struct {
	*person
	no   int
	last trait // as they were noted last
}

// joinCrowd adds somebody to those of a name, when there are many.
func (ps *people) joinCrowd(key string, p *person) {
	all := ps.byName[key]
	if len(all) <= ps.crowded {
		return
	}
	c := ps.crowds[key]
	if c == nil {
		c = &crowd{map[trait][]*guest{}, map[*person]*guest{}}
		ps.crowds[key] = c
		for _, x := range all {
			x.crowds = append(x.crowds, c)
			c.add(x)
		}
		return
	}
	p.crowds = append(p.crowds, c)
	c.add(p)
}

func (p *person) lacks() (w uint8) {
	for i, text := range [...]string{p.now.UniqueID, p.now.DOB, p.now.Email, p.now.Bib} {
		if text == "" {
			w |= 1 << i
		}
	}
	return w
}

// has reports whether somebody is still as a trait says.
func (t trait) has(p *person) bool {
	return t.without&^p.lacks() == 0 && (t.birth == "" || t.birth == p.now.DOB) && (t.mail == "" || t.mail == strings.ToLower(p.now.Email))
}

// add notes somebody under all their traits; those that they had before change nothing.
func (c *crowd) add(p *person) {
	lacks, mail := p.lacks(), strings.ToLower(p.now.Email)
	now := trait{p.now.DOB, mail, lacks}
	g := c.of[p]
	if g == nil {
		g = &guest{person: p, no: len(c.of)}
		c.of[p] = g
	} else if g.last == now {
		return
	}
	g.last = now
	for w := range uint8(nothingOf) {
		if w&^lacks != 0 {
			continue
		}
		c.note(trait{without: w}, g)
		if p.now.DOB != "" && w&^noID == 0 {
			c.note(trait{birth: p.now.DOB, without: w}, g)
		}
		if mail != "" && w&^(noID|noBirth) == 0 {
			c.note(trait{mail: mail, without: w}, g)
		}
	}
}

func (c *crowd) note(t trait, g *guest) {
	list := c.by[t]
	i, there := slices.BinarySearchFunc(list, g.no, func(x *guest, no int) int { return x.no - no })
	if !there {
		c.by[t] = slices.Insert(list, i, g)
	}
}

// first is the first one with a trait whom good accepts. Those who have lost it, or are spent, are passed over for good.
func (c *crowd) first(t trait, spent, good func(p *person) bool) *person {
	list := c.by[t]
	if len(list) == 0 {
		return nil
	}
	kept := 0
	for i, g := range list {
		p := g.person
		switch {
		case !t.has(p) || spent(p):
		case good(p):
			copy(list[i-kept:i], list[:kept]) // no more is moved than was looked at
			c.by[t] = list[i-kept:]
			return p
		default:
			list[kept] = g
			kept++
		}
	}
	c.by[t] = list[:kept]
	return nil
}

// strong is people.strong for a crowd: by date of birth, then by e-mail address.
func (c *crowd) strong(v *values, like func(p *person) bool) *person {
	never := func(*person) bool { return false }
	without := uint8(0)
	if v.uniqueID != "" {
		without = noID // whoever has this very id was found by it
	}
	if v.dob != "" {
		if p := c.first(trait{birth: v.dob, without: without}, never, like); p != nil {
			return p
		}
	}
	if v.email == "" {
		return nil
	}
	if v.dob != "" {
		without |= noBirth
	}
	return c.first(trait{mail: strings.ToLower(v.email), without: without}, never, like)
}

// alike finds the first one of a crowd, of the roster, against whom nothing speaks.
func (c *crowd) alike(v *values, bibChanges bool, good func(p *person) bool) *person {
	without := uint8(0)
	for i, text := range [...]string{v.uniqueID, v.dob, v.email, v.bib} {
		if text != "" && (i != 3 || !bibChanges) {
			without |= 1 << i
		}
	}
	return c.first(trait{without: without}, func(p *person) bool { return p.touched || p.was == nil }, good)
}
