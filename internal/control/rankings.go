package control

import (
	"context"
	"fmt"
	"slices"

	"racectl/internal/race"
)

// Ranked is what came of rankings.
type Ranked struct {
	Edit    *race.Edit // nil when nothing differs
	Match   race.RankingMatch
	Changed int // people whose rank is another one now
}

// SaveRankings keeps rankings with the event, and gives them to the people of the same names, as one entry of the journal.
// Whoever is in none of them keeps their rank.
func (c *Control) SaveRankings(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, list []race.Ranking) (*Ranked, error) {
	out := &Ranked{}
	edit, err := c.within(ctx, by, id, kind, dry, func(d *draft, es *eventState) error {
		people := make([]*race.Participant, 0, len(es.people))
		for _, id := range sortedKeys(es.people) {
			people = append(people, es.people[id])
		}
		out.Match = race.MatchRankings(list, people)
		var put []race.Participant
		for _, p := range people {
			if r, ok := out.Match.Of[p.ID]; ok && p.Rank != r.Ranking {
				now := p.Clone()
				now.Rank = r.Ranking
				put = append(put, now)
			}
		}
		out.Changed = len(put)
		e := es.event.Clone()
		e.UsRankings = slices.Clone(list)
		if err := d.putEvent(e, nil); err != nil {
			return err
		}
		if _, err := d.putPeople(es, put, nil); err != nil {
			return err
		}
		d.edit.Summary = fmt.Sprintf("%s: %s, %s", kind, count(len(list), "ranking", "rankings"), count(len(put), "rank changed", "ranks changed"))
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Edit = edit
	return out, nil
}
