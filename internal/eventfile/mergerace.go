package eventfile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"racectl/internal/race"
)

// race puts a race of the file over the one that is there.
func (m *merger) race(at string, from, have *race.Race) race.Race {
	r := *from
	if have != nil {
		r = *have
		r.Name, r.IsLoop, r.IsTimed, r.ScoreByTeam, r.GunTime = from.Name, from.IsLoop, from.IsTimed, from.ScoreByTeam, from.GunTime
		r.StartTime, r.Cutoff, r.LpsDuration, r.Color, r.BibRanges, r.UsDid = from.StartTime, from.Cutoff, from.LpsDuration, from.Color, from.BibRanges, from.UsDid
		r.Bands = from.Bands
		keepFloat(&r.Distance, from.Distance, 0.0005)
		keepFloat(&r.MaxPace, from.MaxPace, 1e-9)
		if !slices.EqualFunc(r.Prefixes, from.Prefixes, strings.EqualFold) {
			r.Prefixes = from.Prefixes
		}
		if m.file.said[at+".shirts"] {
			r.ShirtCounts = from.ShirtCounts
		}
		if m.file.said[at+".wave_plan"] {
			r.Waves.Attrs = from.Waves.Attrs
		}
	}
	r.Prefixes, r.Bands = slices.Clone(r.Prefixes), slices.Clone(r.Bands)
	r.RoamingESIDs = nil
	for _, id := range from.RoamingESIDs {
		r.RoamingESIDs = append(r.RoamingESIDs, m.source[id])
	}
	m.splits(at, &r, from, have)
	m.waves(at, &r, from, have)
	return r
}

// keepFloat takes the new value unless the file cannot tell it from the one that is there.
func keepFloat(into *float64, v, precision float64) {
	if math.Abs(*into-v) >= precision {
		*into = v
	}
}

func (m *merger) splits(at string, r *race.Race, from, have *race.Race) {
	r.Splits = nil
	taken := map[race.SplitID]bool{}
	for i := range from.Splits {
		path := fmt.Sprintf("%s.splits[%d]", at, i)
		f := &from.Splits[i]
		old := findSplit(have, f.Name, m.file.was[path], taken)
		s := *f
		s.RaceID = r.ID
		if old != nil {
			taken[old.ID] = true
			s.ID, s.Distance, s.Point = old.ID, old.Distance, old.Point
			keepFloat(&s.Distance, f.Distance, 0.0005)
			if m.file.said[path+".point"] {
				s.Point = f.Point
			}
		}
		s.EventRoutes = m.routes(r, &s, f, old)
		r.Splits = append(r.Splits, s)
	}
	// As in the file where distances are equal: ids of new splits are not final.
	r.Splits = inOrder(r.Splits)
}

func findSplit(r *race.Race, name, was string, taken map[race.SplitID]bool) *race.Split {
	if r == nil {
		return nil
	}
	for _, n := range []string{name, was} {
		for i := range r.Splits {
			if n != "" && race.SameName(r.Splits[i].Name, n) && !taken[r.Splits[i].ID] {
				return &r.Splits[i]
			}
		}
	}
	return nil
}

func (m *merger) routes(r *race.Race, s *race.Split, from, have *race.Split) []race.Route {
	var out []race.Route
	for _, rt := range from.EventRoutes {
		rt.SourceID = m.source[rt.SourceID]
		rt.RaceID, rt.SplitID = r.ID, s.ID
		if have != nil {
			for _, old := range have.EventRoutes {
				if old.SourceID == rt.SourceID {
					rt.ID = old.ID
				}
			}
		}
		out = append(out, rt)
	}
	return out
}
