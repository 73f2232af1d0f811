package race

// WholeRanking is the number of results from which a ranking counts whole. A rank that a person typed counts as such.
const WholeRanking = 3

// Rankings gives a function that says of a participant of the event how they are ranked: 0 … 1, the best is 1, and from how many
// results; count 0 without any. The rank of the participant holds; without one, what the outside service has under their name.
func (e *Event) Rankings() func(p *Participant) (ranking float64, count int) {
	byName := make(map[[2]string][]Ranking, len(e.UsRankings))
	for _, r := range e.UsRankings {
		key := [2]string{NameKey(r.FirstName), NameKey(r.LastName)}
		byName[key] = append(byName[key], r)
	}
	return func(p *Participant) (float64, int) {
		fetched := byName[[2]string{NameKey(p.FirstName), NameKey(p.LastName)}]
		if p.Rank <= 0 {
			if len(fetched) == 1 { // of two with one name nobody knows which they are
				return share(fetched[0].Ranking), max(fetched[0].Count, 0)
			}
			return 0, 0
		}
		for _, r := range fetched {
			if d := share(r.Ranking) - share(p.Rank); r.Count > 0 && d < 1e-6 && d > -1e-6 {
				return share(r.Ranking), r.Count
			}
		}
		return share(p.Rank), WholeRanking
	}
}

// share is a ranking as a share of 1; the services write percentages, too.
func share(ranking float64) float64 {
	if ranking > 1 {
		ranking /= 100
	}
	return min(max(ranking, 0), 1)
}
