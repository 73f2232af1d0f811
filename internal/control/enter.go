package control

import (
	"cmp"
	"crypto/rand"

	"racectl/internal/answer"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// supposed is entries of one source as a change that might come.
func supposed(source race.SourceID, list []NewCrossing) (c scoring.Change) {
	for i := range list {
		id := scoring.Imagined(i)
		c.Reads = append(c.Reads, scoring.Read{ID: id, At: list[i].Read.At, Source: source, Tag: race.CleanTag(list[i].Read.Tag), Manual: true})
		c.Corrections = append(c.Corrections, list[i].says(id)...)
	}
	return c
}

// SupposeCrossing says what a crossing would become that a person entered at a source, and whose result it would change. Nothing is stored.
// Its codes are those of AddCrossings.
func (c *Control) SupposeCrossing(id race.EventID, source race.SourceID, n NewCrossing) (x wire.Crossing, acted *wire.Acted, err error) {
	list := []NewCrossing{n}
	if err := c.CheckCrossings(id, source, list); err != nil {
		return x, nil, err
	}
	acted = noneActed()
	acted.Summary = c.entering(id, source, list)
	err = c.View(id, func(v *View) error {
		e := answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources, Now: c.instant()}
		s := v.Board.Suppose(supposed(source, list))
		acted.People, acted.Others = e.Affected(s), s.Others()
		acted.Crossings = e.SupposedOf(s, []race.ReadID{scoring.Imagined(0)})
		if len(acted.Crossings) > 0 {
			x = acted.Crossings[0]
		}
		return nil
	})
	return x, acted, err
}

// enter stores crossings at one source as a part of this decision, as if a person had entered them. It gives the ids of the new reads;
// in a dry run those that they have in a supposition.
func (d *draft) enter(es *eventState, source race.SourceID, list []NewCrossing) ([]race.ReadID, error) {
	c := d.c
	if err := c.mustHave(source); err != nil {
		return nil, err
	}
	if d.edit.ID == 0 { // the reads name it
		d.edit.ID = race.EditID(c.ids.edit.Add(1))
	}
	ids := make([]race.ReadID, len(list))
	reads := make([]race.Read, len(list))
	first := len(d.batch.Corrections)
	count := tally{}
	for i := range list {
		rd := list[i].Read
		rd.SourceID, rd.Tag, rd.Reader, rd.ReceivedAt, rd.EditID = source, race.CleanTag(rd.Tag), race.ManualReader, d.edit.At, d.edit.ID
		rd.Key = cmp.Or(rd.Key, "manual "+rand.Text())
		rd.ID = scoring.Imagined(i)
		if !d.dry {
			rd.ID = race.ReadID(c.ids.read.Add(1))
			d.prints = append(d.prints, fingerprint(c.seen.seeds, rd.SourceID, rd.Key, rd.Tag, rd.At))
		}
		reads[i], ids[i] = rd, rd.ID
		d.sayOfNew(es, &list[i], rd.ID, rd.Tag)
		count.add(source, 1, 0)
	}
	c.tell(&d.edit, &Why{Summary: d.edit.Summary}, count)
	d.batch.Reads = append(d.batch.Reads, reads...)
	mine := d.batch.Corrections[first:]
	d.folds = append(d.folds, func() []live.Change {
		for i := range mine {
			mine[i].EditID = d.edit.ID
		}
		changes, after := c.takeIn(reads, mine, true, func([]string) {})
		d.after = append(d.after, after...)
		return changes
	})
	return ids, nil
}
