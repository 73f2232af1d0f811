package scoring

import "racectl/internal/race"

// Passages finds passages, as Board.Passage does, for many reads: the reads of each owner, and of each tag of nobody, are judged once. It is
// valid only while the board stands still.
type Passages struct {
	b      *Board
	judged map[whose]judgedReads
}

// whose are reads that are judged together: those of a person, or of a tag that belongs to nobody.
type whose struct {
	owner race.ParticipantID
	tag   string
}

type judgedReads struct {
	of    map[race.ReadID]race.ReadID // a read -> its passage
	reads map[race.ReadID][]Judged    // a passage -> its reads, in time order
}

// NewPassages begins a search.
func (b *Board) NewPassages() *Passages { return &Passages{b, map[whose]judgedReads{}} }

// Of lists the reads of the passage that a read belongs to, in time order; nil when the board does not hold it.
func (p *Passages) Of(id race.ReadID) []Judged {
	owner, tag, held := p.b.Whose(id)
	if !held {
		return nil
	}
	w := whose{owner, ""}
	if owner == 0 {
		w.tag = tag
	}
	found, ok := p.judged[w]
	if !ok {
		found = judgedReads{map[race.ReadID]race.ReadID{}, map[race.ReadID][]Judged{}}
		for _, j := range p.b.ReadsWith(id) {
			found.of[j.Read.ID] = j.Crossing
			found.reads[j.Crossing] = append(found.reads[j.Crossing], j)
		}
		p.judged[w] = found
	}
	return found.reads[found.of[id]]
}
