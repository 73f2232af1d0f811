package eventfile

import (
	"bytes"
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// Write gives an event as an event file, always the same bytes for the same set-up: what has its default is left out, splits stand in the
// order of the course, sources in the order in which races use them. sources must hold every source that the event routes.
// Parsing what it wrote and merging it into the same event changes nothing.
func Write(event *race.Event, sources []race.Source) []byte {
	byID := map[race.SourceID]*race.Source{}
	names := map[race.SourceID]string{}
	for i := range sources {
		byID[sources[i].ID] = &sources[i]
		names[sources[i].ID] = sources[i].Name
	}
	s := newSpeaker(event, names)
	list := &yaml.Node{Kind: yaml.SequenceNode}
	plain := true
	for _, id := range used(event, names) {
		src := byID[id]
		if src == nil {
			continue
		}
		if len(src.AcceptCodes) == 0 && !src.ApplyOffset {
			list.Content = append(list.Content, scalar(src.Name))
			continue
		}
		plain = false
		list.Content = append(list.Content, s.sourceWords(src).mapping(yaml.FlowStyle))
	}
	if plain {
		list.Style = yaml.FlowStyle
	}
	top := words{{"event", s.event(event).mapping(0)}}
	top.node("sources", list)
	races := &yaml.Node{Kind: yaml.SequenceNode}
	for i := range event.Races {
		races.Content = append(races.Content, s.raceNode(&event.Races[i]))
	}
	top.node("races", races)
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	// Encoding into memory fails only for nodes that cannot be made here.
	if err := enc.Encode(top.mapping(0)); err != nil {
		panic("eventfile: " + err.Error())
	}
	return out.Bytes()
}

func (s *speaker) sourceWords(src *race.Source) words {
	var ws words
	ws.text("name", src.Name)
	codes := flow(yaml.SequenceNode)
	for _, c := range src.AcceptCodes {
		codes.Content = append(codes.Content, &yaml.Node{Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Value: c})
	}
	ws.node("codes", codes)
	ws.flag("apply_clock_offset", src.ApplyOffset)
	return ws
}

func (s *speaker) raceNode(r *race.Race) *yaml.Node {
	ws := s.race(r)
	splits := &yaml.Node{Kind: yaml.SequenceNode}
	for _, sp := range inOrder(r.Splits) {
		splits.Content = append(splits.Content, s.split(&sp).mapping(yaml.FlowStyle))
	}
	ws.node("splits", splits)
	waves := &yaml.Node{Kind: yaml.SequenceNode}
	for i := range r.Waves.Waves {
		waves.Content = append(waves.Content, s.wave(&r.Waves.Waves[i], race.WaveID(i+1)).mapping(yaml.FlowStyle))
	}
	ws.node("waves", waves)
	return ws.mapping(0)
}

// inOrder is the splits in the order of the course. Those at one distance keep the order that they are in: ids of new ones are not final.
func inOrder(splits []race.Split) []race.Split {
	out := slices.Clone(splits)
	slices.SortStableFunc(out, func(a, b race.Split) int { return cmp.Compare(a.Distance, b.Distance) })
	return out
}

// used lists the sources of an event in the order in which its races name them.
func used(e *race.Event, names map[race.SourceID]string) []race.SourceID {
	var out []race.SourceID
	add := func(id race.SourceID) {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for i := range e.Races {
		for _, sp := range inOrder(e.Races[i].Splits) {
			for _, rt := range sp.EventRoutes {
				if !rt.Backup {
					add(rt.SourceID)
				}
			}
			for _, rt := range sp.EventRoutes {
				if rt.Backup {
					add(rt.SourceID)
				}
			}
		}
		for _, id := range byName(e.Races[i].RoamingESIDs, names) {
			add(id)
		}
	}
	return out
}

// byName is sources in the order of their names: their ids are others in another store.
func byName(ids []race.SourceID, names map[race.SourceID]string) []race.SourceID {
	out := slices.Clone(ids)
	slices.SortStableFunc(out, func(a, b race.SourceID) int {
		return cmp.Or(cmp.Compare(race.NameKey(names[a]), race.NameKey(names[b])), cmp.Compare(names[a], names[b]))
	})
	return out
}
