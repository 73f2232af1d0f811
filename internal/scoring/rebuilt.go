package scoring

import (
	"slices"

	"racectl/internal/race"
)

// What a Delta says of a board that was changed, these say of one that takes the place of an older one.

// UnknownTags lists the tags that nobody owns, with a good prefix or none, and of which before holds no read.
func (b *Board) UnknownTags(before *Board) []string {
	var out []string
	for n := range b.tags {
		t := &b.tags[n]
		if t.owner != nil || t.who == foreignTag {
			continue
		}
		if _, known := before.tagNos[t.text]; known {
			continue
		}
		unknown := func(h held) bool {
			return b.holder(t, h.id) == nil && b.judgeAs(t, h, h.id).Disposition == race.DispUnknownTag
		}
		if slices.ContainsFunc(t.reads, unknown) {
			out = append(out, t.text)
		}
	}
	return out
}

// Contested lists the people whose automatic status a read contradicts.
func (b *Board) Contested() []race.ParticipantID {
	var out []race.ParticipantID
	for _, r := range b.runners {
		if r != nil && (b.contested(r) || b.overruled(r)) {
			out = append(out, r.id)
		}
	}
	return out
}
