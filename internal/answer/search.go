package answer

import (
	"maps"
	"slices"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Search finds people by the rule of race.Search; at most limit of them.
func (e *Event) Search(text string, limit int) []wire.Participant {
	found := race.Search(slices.Collect(maps.Values(e.People)), text)
	ids := make([]race.ParticipantID, 0, limit)
	for _, p := range found[:min(limit, len(found))] {
		ids = append(ids, p.ID)
	}
	return e.Rows(ids)
}
