package eventfile

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// plan tells what differs between two events in the words of the file: sources first, then the event, then race by race.
func (m *merger) plan(was, now *race.Event) {
	m.out.Steps = append([]wire.PlanStep{}, m.changes...)
	old, fresh := newSpeaker(was, m.names), newSpeaker(now, m.names)
	if was.ID != 0 || was.Name != "" {
		m.change(old.event(was), fresh.event(now), "event", was.Name)
	} else {
		m.create(fresh.event(now), "event", now.Name)
	}
	for i := range was.Races {
		if now.Race(was.Races[i].ID) == nil {
			m.out.Steps = append(m.out.Steps, removal("race", was.Races[i].Name))
		}
	}
	for i := range now.Races {
		r := &now.Races[i]
		have := was.Race(r.ID)
		if have != nil {
			m.change(old.race(have), fresh.race(r), "race", have.Name)
		} else {
			m.create(fresh.race(r), "race", r.Name)
			have = &race.Race{Name: r.Name}
		}
		m.planSplits(old, fresh, have, r)
		m.planWaves(old, fresh, have, r)
	}
}

func removal(entity, name string) wire.PlanStep {
	return wire.PlanStep{Action: "remove", Entity: entity, Name: name, Fields: []wire.FieldChange{}}
}

// create adds a step for something new.
func (m *merger) create(after words, entity, name string) {
	m.out.Steps = append(m.out.Steps, wire.PlanStep{Action: "create", Entity: entity, Name: name, Fields: compare(nil, after, "name")})
}

// change adds a step when the words differ. A changed thing goes by the name it had.
func (m *merger) change(before, after words, entity, had string) {
	if fields := compare(before, after, ""); len(fields) > 0 {
		m.out.Steps = append(m.out.Steps, wire.PlanStep{Action: "change", Entity: entity, Name: had, Fields: fields})
	}
}

func (m *merger) planSplits(old, fresh *speaker, was, now *race.Race) {
	for i := range was.Splits {
		if now.Split(was.Splits[i].ID) == nil {
			m.out.Steps = append(m.out.Steps, removal("split", was.Name+" / "+was.Splits[i].Name))
		}
	}
	for i := range now.Splits {
		s := &now.Splits[i]
		if have := was.Split(s.ID); have != nil {
			m.change(old.split(have), fresh.split(s), "split", now.Name+" / "+have.Name)
			continue
		}
		m.create(fresh.split(s), "split", now.Name+" / "+s.Name)
	}
}

func (m *merger) planWaves(old, fresh *speaker, was, now *race.Race) {
	for i := range was.Waves.Waves {
		if w := &was.Waves.Waves[i]; now.Wave(w.ID) == nil {
			m.out.Steps = append(m.out.Steps, removal("wave", was.Name+" / "+waveName(w)))
		}
	}
	for i := range now.Waves.Waves {
		w := &now.Waves.Waves[i]
		if have := was.Wave(w.ID); have != nil {
			m.change(old.wave(have, have.ID), fresh.wave(w, w.ID), "wave", now.Name+" / "+waveName(have))
			continue
		}
		m.create(fresh.wave(w, 0), "wave", now.Name+" / "+waveName(w))
	}
}

func waveName(w *race.Wave) string {
	if w.Name != "" {
		return w.Name
	}
	var ws words
	ws.whole("wave", int(w.ID))
	return "wave " + ws[0].value.Value
}

// compare lists the settings that differ, in the order of the file; what is left out of the file shows as "".
func compare(before, after words, without string) []wire.FieldChange {
	out := []wire.FieldChange{}
	was := map[string]string{}
	for _, w := range before {
		was[w.key] = said(w.value)
	}
	for _, w := range after {
		if now := said(w.value); now != was[w.key] && w.key != without {
			out = append(out, wire.FieldChange{Field: w.key, From: was[w.key], To: now})
		}
		delete(was, w.key)
	}
	for _, w := range before {
		if from, gone := was[w.key]; gone && w.key != without {
			out = append(out, wire.FieldChange{Field: w.key, From: from, To: ""})
		}
	}
	return out
}

// said is a value on one line, as a person would read it aloud.
func said(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		return n.Value
	}
	var parts []string
	if n.Kind == yaml.SequenceNode {
		for _, c := range n.Content {
			parts = append(parts, said(c))
		}
		return strings.Join(parts, ", ")
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		parts = append(parts, n.Content[i].Value+" "+said(n.Content[i+1]))
	}
	return strings.Join(parts, " ")
}
