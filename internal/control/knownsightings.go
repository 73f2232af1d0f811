package control

import (
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// findKnown finds the reads that sightings have made already: mostly they are the person's, else the owner's of their tag. When a bib or a
// name has come to mean somebody else meanwhile they are anybody's or nobody's, and everybody is looked at, a few people under one lock.
func (c *Control) findKnown(id race.EventID, source race.SourceID, said []meant) error {
	<-c.learned
	lost := map[sightedAs][]*meant{}
	for some := range slices.Chunk(said, judgedAtOnce) {
		c.mu.RLock()
		es := c.state.events[id]
		for i := range some {
			x := &some[i]
			if es == nil || !c.seen.has(x.print(c, source)) {
				continue
			}
			k := sightedAs{race.CleanTag(x.read.Tag), x.read.At}
			if x.known = readAs(es.board.ReadsOf(x.person.ID), source, k); x.known != 0 {
				continue
			}
			if owner := es.board.Owner(k.tag); owner != 0 && owner != x.person.ID {
				x.known = readAs(es.board.ReadsOf(owner), source, k)
			}
			if x.known == 0 {
				lost[k] = append(lost[k], x)
			}
		}
		c.mu.RUnlock()
		if es == nil {
			return race.NotFound("event", int64(id))
		}
	}
	if len(lost) > 0 {
		c.findLost(id, source, lost)
	}
	return nil
}

// sightedAs is how a read of a feed is told from others: by what it is called there, and when.
type sightedAs struct {
	tag string
	at  race.Instant
}

func readAs(reads []scoring.Judged, source race.SourceID, k sightedAs) race.ReadID {
	for i := range reads {
		if r := &reads[i].Read; r.Source == source && r.At == k.at && race.CleanTag(r.Tag) == k.tag {
			return r.ID
		}
	}
	return 0
}

// findLost looks through the reads of nobody and then of everybody.
func (c *Control) findLost(id race.EventID, source race.SourceID, lost map[sightedAs][]*meant) {
	found := func(reads []scoring.Judged) {
		for i := range reads {
			r := &reads[i].Read
			if r.Source != source {
				continue
			}
			for _, x := range lost[sightedAs{race.CleanTag(r.Tag), r.At}] {
				x.known = r.ID
			}
		}
	}
	var people []race.ParticipantID
	for next := -1; next != 0; {
		c.mu.RLock()
		es := c.state.events[id]
		if es == nil {
			c.mu.RUnlock()
			return
		}
		if next < 0 {
			for p := range es.people {
				people = append(people, p)
			}
		}
		next = es.board.EachUnowned(max(next, 0), judgedAtOnce, found)
		c.mu.RUnlock()
	}
	for some := range slices.Chunk(people, judgedAtOnce) {
		c.mu.RLock()
		if es := c.state.events[id]; es != nil {
			es.board.EachOf(some, found)
		}
		c.mu.RUnlock()
	}
}
