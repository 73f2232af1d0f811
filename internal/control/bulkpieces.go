package control

import (
	"slices"

	"racectl/internal/scoring"
)

// storePieces hands the reads to the store, one piece after the other.
func (b *bulk) storePieces() {
	for p := range b.toStore {
		if b.broken.Load() == nil {
			if err := b.st.Add(p.reads); err != nil {
				b.broken.Store(&err)
			}
		}
		b.done(p)
	}
	if b.broken.Load() == nil {
		if err := b.st.Settle(); err != nil {
			b.broken.Store(&err)
		}
	}
}

// loadPieces hands the reads to the new boards.
func (b *bulk) loadPieces() {
	var mine []scoring.Read
	for p := range b.toBoards {
		if b.broken.Load() == nil {
			b.loadPiece(p, &mine)
		}
		b.done(p)
	}
}

func (b *bulk) loadPiece(p *piece, room *[]scoring.Read) {
	for _, r := range b.rebuilds(p) {
		mine := (*room)[:0]
		for i := range p.reads {
			if slices.Contains(p.eventsOf[p.reads[i].SourceID], r) {
				mine = append(mine, scoringRead(&p.reads[i]))
			}
		}
		r.loader.Add(mine)
		*room = mine
	}
}

// rebuilds lists the boards that a piece may be for.
func (b *bulk) rebuilds(p *piece) (out []*rebuild) {
	for _, list := range p.eventsOf {
		for _, r := range list {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

func (b *bulk) done(p *piece) {
	if p.users.Add(-1) == 0 {
		clear(p.reads)
		b.free <- p.reads[:0]
	}
}
