package eventfile

import (
	"racectl/internal/race"
	"racectl/internal/wire"
)

// Compare tells what differs between two states of an event in the words of the file, as the plan of a file would. A was
// without an id stands for no event; sources must hold every source that either state routes. Things are known again by
// their ids; what is new may have none.
func Compare(was, now *race.Event, sources []race.Source) []wire.PlanStep {
	m := &merger{out: &Merged{}, names: map[race.SourceID]string{}}
	for i := range sources {
		m.names[sources[i].ID] = sources[i].Name
	}
	m.plan(was, now)
	return m.out.Steps
}

// CompareSource tells what differs between two states of a source in the words of the file; nil stands for no source.
func CompareSource(was, now *race.Source) []wire.PlanStep {
	switch {
	case now == nil:
		return []wire.PlanStep{removal("source", was.Name)}
	case was == nil:
		return []wire.PlanStep{{Action: "create", Entity: "source", Name: now.Name, Fields: compare(nil, (&speaker{}).sourceWords(now), "name")}}
	}
	fields := compare((&speaker{}).sourceWords(was), (&speaker{}).sourceWords(now), "")
	if len(fields) == 0 {
		return []wire.PlanStep{}
	}
	return []wire.PlanStep{{Action: "change", Entity: "source", Name: was.Name, Fields: fields}}
}
