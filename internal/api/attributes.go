package api

import (
	"context"
	"reflect"
	"strings"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// waveAttributes are what participants/detail answers when nothing is named (API-27).
var waveAttributes = []string{"waveId", "waveStartTime", "waveBuddy", "waveWeight", "wavePref", "waveRequest", "rank"}

// ParticipantAttributes is the input of GET participants/detail.
type ParticipantAttributes struct {
	EventPath
	Attributes string `query:"a" doc:"attribute names joined by plus, comma or blank"`
}

// participantAttributes answers chosen attributes of everybody; id is always there, unknown names are ignored.
func (a *API) participantAttributes(_ context.Context, in *ParticipantAttributes) (*list[map[string]any], error) {
	names := waveAttributes
	if asked := spread(in.Attributes); len(asked) > 0 {
		names = asked
	}
	out := &list[map[string]any]{Body: []map[string]any{}}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		for _, row := range e.Participants() {
			person := e.People[row.ID].Clone()
			picked := map[string]any{"id": row.ID}
			for _, name := range names {
				pick(picked, camelKey(name), reflect.ValueOf(row), reflect.ValueOf(person))
			}
			out.Body = append(out.Body, picked)
		}
		return nil
	})
	return out, err
}

// jsonFields is where each JSON name of a type stands.
func jsonFields(t reflect.Type) map[string][]int {
	m := map[string][]int{}
	for f := range fieldsOf(t) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		m[strings.ToLower(key)] = f.Index
	}
	return m
}

var (
	rowFields    = jsonFields(reflect.TypeFor[wire.Participant]())
	personFields = jsonFields(reflect.TypeFor[race.Participant]())
)

// pick takes one attribute from the row, which knows what scoring concluded, or from the person.
func pick(into map[string]any, name string, row, person reflect.Value) {
	key := strings.ToLower(name)
	if at, ok := rowFields[key]; ok {
		into[name] = row.FieldByIndex(at).Interface()
	} else if at, ok := personFields[key]; ok {
		into[name] = person.FieldByIndex(at).Interface()
	}
}
