package race

import (
	"fmt"
	"math"
)

func (v *validator) splits(at, who string, r *Race) {
	type place struct {
		distance float64
		source   SourceID
		backup   bool
	}
	v.atMost(at+".splits", who, "splits", len(r.Splits), MaxSplits)
	v.atMost(at+".roamingESIDs", who, "roaming sources", len(r.RoamingESIDs), MaxRoutes)
	names, places := map[string]bool{}, map[place]string{}
	start := r.FirstStart()
	for i := range r.Splits {
		s := &r.Splits[i]
		field := fmt.Sprintf("%s.splits[%d]", at, i)
		v.name(field+".name", "a split of "+who, s.Name)
		if name := NameKey(s.Name); name != "" && names[name] {
			v.say(field+".name", "%s has two splits called %q; give each its own name", who, s.Name)
		} else {
			names[name] = true
		}
		v.distance(field+".distance", fmt.Sprintf("split %q", shorten(s.Name)), s.Distance)
		if r.Distance > 0 && s.Distance > r.Distance && !r.NearFinish(s.Distance) {
			v.say(field+".distance", "split %q lies at %s km, beyond the %s km of %s; correct one of the two", shorten(s.Name), FormatDistance(s.Distance, false, 3), FormatDistance(r.Distance, false, 3), who)
		}
		v.instant(field+".cutoff", fmt.Sprintf("the cutoff of split %q", shorten(s.Name)), s.Cutoff)
		if s.Cutoff.IsSet() && start.IsSet() && s.Cutoff <= start {
			v.say(field+".cutoff", "the cutoff of split %q is not after the start of %s", s.Name, who)
		}
		if p := s.Point; p != nil && (!(math.Abs(p.Lat) <= 90) || !(math.Abs(p.Lon) <= 180) || !finite(p.Ele) || !finite(p.Distance)) {
			v.say(field+".point", "the location of split %q must have a latitude up to 90 and a longitude up to 180", s.Name)
		}
		v.routes(field, s)
		for j := range s.EventRoutes {
			here := place{s.Distance, s.EventRoutes[j].SourceID, s.EventRoutes[j].Backup}
			if other, ok := places[here]; ok && other != field {
				v.say(fmt.Sprintf("%s.eventRoutes[%d].eventSourceId", field, j),
					"split %q is at the same distance as another split of %s with the same source, so a read could mean either; move one of them, or take the source off one", s.Name, who)
			}
			places[here] = field
		}
	}
	roaming := map[SourceID]bool{}
	for i, id := range r.RoamingESIDs {
		if roaming[id] {
			v.say(fmt.Sprintf("%s.roamingESIDs[%d]", at, i), "a roaming source of %s is listed twice", who)
		}
		roaming[id] = true
	}
}

func (v *validator) routes(at string, s *Split) {
	v.atMost(at+".eventRoutes", fmt.Sprintf("split %q", shorten(s.Name)), "sources", len(s.EventRoutes), MaxRoutes)
	seen := map[SourceID]bool{}
	for i := range s.EventRoutes {
		rt := &s.EventRoutes[i]
		field := fmt.Sprintf("%s.eventRoutes[%d]", at, i)
		switch {
		case rt.SourceID == 0:
			v.say(field+".eventSourceId", "a route of split %q has no source", s.Name)
		case seen[rt.SourceID]:
			v.say(field+".eventSourceId", "split %q lists the same source twice", s.Name)
		}
		seen[rt.SourceID] = true
		switch {
		case rt.DeltaMs != 0 && !rt.Backup:
			v.say(field+".deltaMs", "split %q: only a backup source has a delta", s.Name)
		case rt.DeltaMs > MaxBackupDelta || rt.DeltaMs < -MaxBackupDelta:
			v.say(field+".deltaMs", "the delta of a backup source of split %q must be within one hour, for example -2.25s", s.Name)
		}
	}
}
