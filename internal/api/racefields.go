package api

import (
	"fmt"
	"strconv"
	"strings"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// field puts the path of a broken rule, which counts in the event as it is stored, into the words of the body: the place in the
// list that was sent, or the name of what the body does not hold.
func (m *raceMerge) field(e *race.Event, path string) string {
	i, rest, ok := indexed(path, "races")
	if !ok || i >= len(e.Races) {
		return path
	}
	r := &e.Races[i]
	if r.ID != m.id {
		return fmt.Sprintf("races[%s]%s", r.Name, rest)
	}
	rest = strings.TrimPrefix(rest, ".")
	if k, below, ok := indexed(rest, "splits"); ok && k < len(r.Splits) {
		return m.splitField(&r.Splits[k], below)
	}
	if k, below, ok := indexed(rest, "waves"); ok && k < len(r.Waves.Waves) {
		w := r.Waves.Waves[k]
		return "waves[" + where(m.waveAt, w.ID, strconv.Itoa(int(w.ID))) + "]" + below
	}
	if k, _, ok := indexed(rest, "roamingESIDs"); ok && k < len(r.RoamingESIDs) {
		return "roamingEventRoutes[" + where(m.roamingAt, r.RoamingESIDs[k], strconv.Itoa(k)) + "]"
	}
	return rest
}

func (m *raceMerge) splitField(s *race.Split, below string) string {
	split := "splits[" + where(m.splitAt, s.ID, s.Name) + "]"
	n, leaf, ok := indexed(strings.TrimPrefix(below, "."), "eventRoutes")
	if !ok || n >= len(s.EventRoutes) {
		return split + below
	}
	return split + ".eventRoutes[" + where(m.routeAt, s.EventRoutes[n].ID, strconv.Itoa(n)) + "]" + strings.TrimSuffix(leaf, ".eventSourceId")
}

// where is the place of a part in the body, or what it is called when the body does not hold it.
func where[K comparable](at map[K]int, id K, name string) string {
	if i, ok := at[id]; ok {
		return strconv.Itoa(i)
	}
	return name
}

// indexed takes "splits[2].distance" apart: 2 and ".distance".
func indexed(path, list string) (i int, rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, list+"[")
	if !ok {
		return 0, "", false
	}
	number, rest, ok := strings.Cut(rest, "]")
	i, err := strconv.Atoi(number)
	return i, rest, ok && err == nil
}

// answer is the saved race with the names that its sender gave to new parts.
func (m *raceMerge) answer(r *race.Race, saved *control.SetupSaved) wire.SavedRace {
	out := wire.SavedRace{Race: *r, EphemeralID: m.said, Rescored: saved.Rescored, Waves: wire.SavedWaves{Attrs: r.Waves.Attrs}}
	splits, routes := renamed(m.splits, saved.Given.Splits), renamed(m.routes, saved.Given.Routes)
	for i := range r.Splits {
		s := wire.SavedSplit{Split: r.Splits[i], EphemeralID: splits[r.Splits[i].ID]}
		for _, t := range r.Splits[i].EventRoutes {
			s.EventRoutes = append(s.EventRoutes, wire.SavedRoute{Route: t, EphemeralID: routes[t.ID]})
		}
		out.Splits = append(out.Splits, s)
	}
	for _, w := range r.Waves.Waves {
		out.Waves.Waves = append(out.Waves.Waves, wire.SavedWave{Wave: w, EphemeralID: m.waves[w.ID]})
	}
	for _, id := range r.RoamingESIDs {
		out.RoamingEventRoutes = append(out.RoamingEventRoutes, wire.SavedRoaming{ID: id, EventSourceID: id, EphemeralID: m.roaming[id]})
	}
	return out
}

// renamed is what the sender called new parts, by their real ids.
func renamed[K comparable](said map[K]string, given map[K]K) map[K]string {
	out := make(map[K]string, len(said))
	for temporary, name := range said {
		out[given[temporary]] = name
	}
	return out
}
