package control

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"racectl/internal/answer"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// SavePeople creates (ID 0), changes or removes participants of an event in one edit. change looks at the roster and returns
// whom to put and whom to remove. The ids are of the people put, in order; the edit is nil when nothing differs.
func (c *Control) SavePeople(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, change func(v *View) (put []race.Participant, remove []race.ParticipantID, err error)) (*race.Edit, []race.ParticipantID, error) {
	var ids []race.ParticipantID
	edit, err := c.within(ctx, by, id, kind, dry, func(d *draft, es *eventState) error {
		put, remove, err := change(c.view(es))
		if err != nil {
			return err
		}
		if err := checkWaves(es, put); err != nil {
			return err
		}
		ids, err = d.putPeople(es, put, remove)
		return err
	})
	if err != nil {
		return nil, nil, err // after a cancelled wait the writer may still be at it
	}
	return edit, ids, nil
}

func (d *draft) putPeople(es *eventState, put []race.Participant, remove []race.ParticipantID) ([]race.ParticipantID, error) {
	if err := d.checkPeople(es, put); err != nil {
		return nil, err
	}
	ids := make([]race.ParticipantID, len(put))
	fresh := map[race.ParticipantID]bool{}
	before := make([]*race.Participant, len(put))
	for i := range put {
		p := &put[i]
		if p.ID <= 0 {
			p.ID = race.ParticipantID(d.ids.person.Add(1))
			fresh[p.ID] = true
		} else if before[i] = es.people[p.ID]; before[i] == nil && !d.undoing() {
			return nil, race.NotFound("participant", int64(p.ID))
		}
		ids[i] = p.ID
	}
	changes, changed := comparePeople(before, put)
	d.changes, d.batch.PutPeople = append(d.changes, changes...), append(d.batch.PutPeople, changed...)
	gone, err := d.removePeople(es, remove)
	if err != nil {
		return nil, err
	}
	if err := checkBibs(es, d.batch.PutPeople, gone); err != nil {
		return nil, err
	}
	d.sayPeople(es)
	changed = d.batch.PutPeople
	if len(changed) > 0 || len(gone) > 0 {
		d.folds = append(d.folds, func() []live.Change { return d.foldPeople(es.live(), changed, gone, fresh) })
	}
	return ids, nil
}

// checkPeople refuses people who cannot be stored, and makes them people of the event.
func (d *draft) checkPeople(es *eventState, put []race.Participant) error {
	wrong := make([]error, len(put))
	sideBySide(len(put), func(from, to int) {
		for i := from; i < to; i++ {
			p := &put[i]
			p.EventID, p.Chips = es.event.ID, orEmpty(p.Chips)
			if wrong[i] = d.checkPerson(es, p); wrong[i] != nil {
				return
			}
		}
	})
	for _, err := range wrong {
		if err != nil {
			return err
		}
	}
	return nil
}

// comparePeople is what the journal says of people who become these, and which of them differ; nil before is somebody new.
func comparePeople(before []*race.Participant, put []race.Participant) (changes []race.Change, changed []race.Participant) {
	all, differs := make([]race.Change, len(put)), make([]bool, len(put))
	sideBySide(len(put), func(from, to int) {
		var room jsonRoom
		for i := from; i < to; i++ {
			p := &put[i]
			if before[i] == nil {
				all[i] = race.Change{Entity: "participant", ID: int64(p.ID), Name: personName(p), Before: json.RawMessage("null"), After: room.person(p)}
				differs[i] = true
				continue
			}
			all[i], differs[i] = compare("participant", int64(p.ID), personName(p), before[i], p)
		}
	})
	changes, changed = make([]race.Change, 0, len(put)), make([]race.Participant, 0, len(put))
	for i := range put {
		if differs[i] {
			changes, changed = append(changes, all[i]), append(changed, put[i])
		}
	}
	return changes, changed
}

// sayPeople is the summary of a decision about one person: what it changes and of whom.
func (d *draft) sayPeople(es *eventState) {
	if len(d.changes) == 0 || d.edit.Summary != "" || !strings.HasSuffix(d.edit.Kind, " participant") {
		return
	}
	ch := &d.changes[len(d.changes)-1] // before it, what they ordered
	if orders := len(d.changes) - 1; ch.Entity != "participant" || orders > 0 && (!isNull(ch.After) || slices.ContainsFunc(d.changes[:orders], func(x race.Change) bool { return x.Entity != "line_item" })) {
		return
	}
	switch {
	case isNull(ch.Before):
		d.edit.Summary = "add " + ch.Name
		if r := es.event.Race(d.batch.PutPeople[0].RaceID); r != nil {
			d.edit.Summary += " to " + r.Name
		}
	case isNull(ch.After):
		d.edit.Summary = "remove " + ch.Name
	default:
		journal := answer.Journal{Event: es.words()}
		var what []string
		for _, f := range journal.Tell(ch).Fields {
			what = append(what, f.Field)
		}
		d.edit.Summary = "change " + strings.Join(what, ", ") + " of " + ch.Name
	}
}

func (d *draft) undoing() bool { return d.edit.Undoes != 0 }

func (d *draft) checkPerson(es *eventState, p *race.Participant) error {
	if err := race.ValidateParticipant(p); err != nil {
		return err
	}
	if p.RaceID == 0 {
		return nil
	}
	event := es.event
	if d.tree != nil { // the decision changes it, too
		event = d.tree
	}
	if event.Race(p.RaceID) == nil {
		return &race.Error{Code: race.CodeNotFound, Field: "raceId", Message: fmt.Sprintf("the event %q has no race with the id %d", es.event.Name, p.RaceID)}
	}
	return nil
}

// checkWaves refuses a wave that the race of a person does not have, unless they have been in it before.
func checkWaves(es *eventState, put []race.Participant) error {
	for i := range put {
		p := &put[i]
		r, old := es.event.Race(p.RaceID), es.people[p.ID]
		stays := old != nil && old.RaceID == p.RaceID && old.WaveID == p.WaveID
		if r != nil && p.WaveID != 0 && r.Wave(p.WaveID) == nil && !stays {
			return &race.Error{Code: race.CodeNotFound, Field: "waveId", Message: fmt.Sprintf("race %q has no wave %d; 0 is no wave", r.Name, p.WaveID)}
		}
	}
	return nil
}

// removePeople refuses to remove anybody who has reads: what a runner did is never lost. Undoing the entry of somebody
// may leave their reads behind, as reads of a tag that nobody owns, but nothing that a person said about them.
func (d *draft) removePeople(es *eventState, remove []race.ParticipantID) ([]race.ParticipantID, error) {
	if len(remove) == 0 {
		return nil, nil
	}
	var about map[race.ParticipantID]race.Correction
	es.ask(func(live *eventState) { about = live.saidAbout() })
	for _, id := range remove {
		p := es.people[id]
		if p == nil {
			return nil, race.NotFound("participant", int64(id))
		}
		if said, ok := about[id]; ok {
			return nil, race.Errorf(race.CodeConflict, "%s was corrected by %s and stays; take that back first", personName(p), said.Who)
		}
		if n := crossingsOf(es, id); n > 0 && !d.undoing() {
			it, has := "it", "a crossing"
			if n > 1 {
				it, has = "them", fmt.Sprintf("%d crossings", n)
			}
			return nil, race.Errorf(race.CodeConflict, "%s has %s and stays; reassign %s first, or set the status to DNS", personName(p), has, it)
		}
		if err := d.forgetOrders(es, p); err != nil {
			return nil, err
		}
		ch, _ := compare("participant", int64(id), personName(p), p, nil)
		d.changes = append(d.changes, ch)
		d.batch.DeletePeople = append(d.batch.DeletePeople, id)
	}
	return remove, nil
}

// crossingsOf counts the crossings of somebody, whatever became of them.
func crossingsOf(es *eventState, id race.ParticipantID) int {
	seen := map[race.ReadID]bool{}
	es.ask(func(live *eventState) {
		for _, j := range live.board.ReadsOf(id) {
			seen[j.Crossing] = true
		}
	})
	return len(seen)
}

// saidAbout lists the people whom a correction in force names.
func (es *eventState) saidAbout() map[race.ParticipantID]race.Correction {
	out := map[race.ParticipantID]race.Correction{}
	for _, k := range es.effective {
		if k.ParticipantID != 0 && !isNeutral(&k) {
			out[k.ParticipantID] = k
		}
	}
	return out
}

// checkBibs makes sure that every bib belongs to one person of the event in the end, so that swaps are fine.
func checkBibs(es *eventState, put []race.Participant, gone []race.ParticipantID) error {
	if len(put) == 0 {
		return nil
	}
	moved := make(map[race.ParticipantID]bool, len(put)+len(gone))
	for i := range put {
		moved[put[i].ID] = true
	}
	for _, id := range gone {
		moved[id] = true
	}
	holder := make(map[string]*race.Participant, len(es.people)+len(put))
	for id, p := range es.people {
		if bib := race.CleanBib(p.Bib); bib != "" && !moved[id] {
			holder[bib] = p
		}
	}
	for i := range put {
		bib := race.CleanBib(put[i].Bib)
		if bib == "" {
			continue
		}
		if other := holder[bib]; other != nil {
			return &race.Error{Code: race.CodeConflict, Field: "bib", Message: fmt.Sprintf("Bib %s is already assigned to %s", bib, other.Name())}
		}
		holder[bib] = &put[i]
	}
	return nil
}

func personName(p *race.Participant) string { return p.Called() }

// toldPeople is how many people of one decision are told one by one; beyond it whoever watches reads everything again, because the hub does
// not remember many more changes.
const toldPeople = 10_000

func (d *draft) foldPeople(es *eventState, put []race.Participant, gone []race.ParticipantID, fresh map[race.ParticipantID]bool) []live.Change {
	c := d.c
	es.roster++
	people := make([]race.Participant, len(put))
	for i := range put {
		people[i] = put[i].Clone()
		es.people[people[i].ID] = &people[i]
	}
	for _, id := range gone {
		delete(es.people, id)
		delete(es.placed, id)
		delete(es.told, id)
	}
	delta := es.setPeople(people, gone)
	if len(people)+len(gone) > toldPeople {
		d.anew = true
		c.settleContested(es, delta.Contested)
		es.version++
		clear(es.told)
		c.rememberPlaces(es)
		c.foldNeighbours(es.event)
		return nil
	}
	for i := range people {
		delete(es.told, people[i].ID)
		delta.People = append(delta.People, people[i].ID)
	}
	for i := range es.event.Races {
		delta.Races = append(delta.Races, es.event.Races[i].ID)
	}
	changes := c.changesOf(es, delta)
	for i := range changes {
		if row, ok := changes[i].Value.(*wire.Participant); ok {
			changes[i].Created = fresh[row.ID]
		}
	}
	if len(gone) > 0 {
		ids := make([]int64, len(gone))
		for i, id := range gone {
			ids[i] = int64(id)
		}
		changes = append(changes, removed("participants", es.event.ID, ids...))
	}
	return append(changes, c.foldNeighbours(es.event)...)
}

// peopleOf lists the roster of an event by id.
