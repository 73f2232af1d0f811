package control

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// preview says whose result a change would change. It is for a decision in the making, so what it says is what will be; a dry run
// and the act itself say the same.
func (d *draft) preview(es *eventState, change scoring.Change) (*wire.Acted, *scoring.Supposition) {
	for i := range change.Corrections {
		change.Corrections[i].When = d.edit.At
	}
	s := es.board.Suppose(change)
	return &wire.Acted{People: d.c.look(es).Affected(s), Others: s.Others(), Crossings: []wire.Crossing{}}, s
}

// told fills in what the journal says of what was done; edit is nil when nothing was to be done.
func told(a *wire.Acted, edit *race.Edit) *wire.Acted {
	if edit != nil {
		a.EditID, a.Summary = edit.ID, edit.Summary
	}
	return a
}
