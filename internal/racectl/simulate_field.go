package racectl

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"iter"
	"strconv"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/sim"
)

// makePeople makes people up for each race that has nobody, and imports them like any roster.
func (o *simulateOptions) makePeople(ctx context.Context, s *session) error {
	next := 1
	for i := range s.event.Races {
		r := &s.event.Races[i]
		there, err := s.Participants(ctx, s.event.ID, r.ID)
		if err != nil {
			return err
		}
		if len(there) > 0 {
			continue
		}
		field := sim.Field(o.seed, r, sim.FieldOptions{N: o.people, FirstBib: next, Teams: 0.3})
		next += o.people
		roster, err := rosterCSV(field)
		if err != nil {
			return err
		}
		receipt, err := s.ImportParticipants(ctx, s.event.ID, client.RosterFile{Body: roster, Size: int64(roster.Len()), Name: "simulated.csv", RaceID: r.ID}, false)
		if err != nil {
			return err
		}
		o.app.io.Say("%s made up for %s", output.Count(receipt.Created, "person", "people"), r.Name)
	}
	return nil
}

func rosterCSV(people []race.Participant) (*bytes.Buffer, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"bib", "first name", "last name", "gender", "age", "dob", "team", "city", "state", "country", "wave"}}
	for _, p := range people {
		age, wave := "", ""
		if p.Age > 0 {
			age = strconv.Itoa(p.Age)
		}
		if p.WaveID > 0 {
			wave = strconv.Itoa(int(p.WaveID))
		}
		rows = append(rows, []string{p.Bib, p.FirstName, p.LastName, p.Gender, age, p.DOB, p.TeamName, p.City, p.State, p.Country, wave})
	}
	return &b, w.WriteAll(rows)
}

// write puts the reads into a file that racectl crossing import takes.
func (o *simulateOptions) write(ctx context.Context, s *session, reads iter.Seq2[race.Instant, race.Read]) error {
	sources, err := s.Sources(ctx)
	if err != nil {
		return err
	}
	called := map[race.SourceID]string{}
	for _, x := range sources {
		called[x.ID] = x.Name
	}
	from, to := io.Pipe()
	go func() {
		w := csv.NewWriter(to)
		err := w.Write([]string{"source", "tag", "time"})
		for _, r := range reads {
			if err != nil {
				break
			}
			err = w.Write([]string{called[r.SourceID], r.Tag, r.At.String()})
		}
		if w.Flush(); err == nil {
			err = w.Error()
		}
		_ = to.CloseWithError(err)
	}()
	defer func() { _ = from.Close() }()
	if o.dryRun {
		_, err := io.Copy(io.Discard, from)
		return err
	}
	n, err := o.app.save(o.file, from, true)
	if err != nil {
		return err
	}
	return o.app.showSaved("reads of "+s.event.Name, o.file, n)
}
