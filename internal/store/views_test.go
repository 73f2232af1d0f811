package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

// storyDay is an event in Phoenix with a race of two splits, two people and one unknown zone beside it.
func storyDay(t *testing.T) *store.Store {
	t.Helper()
	s := open(t, store.Options{Dir: t.TempDir()})
	start := race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))
	write(t, s, &store.Batch{
		PutEvents: []race.Event{
			{ID: 1, Name: "Mesa", Timezone: "America/Phoenix", Races: []race.Race{{ID: 1, EventID: 1, Name: "50K", Distance: 50_000, StartTime: start,
				Splits: []race.Split{{ID: 1, RaceID: 1, Name: "Start"}, {ID: 2, RaceID: 1, Name: "Finish", Distance: 50_000}},
				Waves:  race.WavePlan{Waves: []race.Wave{{ID: 1, Name: "A", Time: start}}}}}},
			{ID: 2, Name: "Nowhere", Timezone: "Nowhere/Land", Races: []race.Race{{ID: 2, EventID: 2, Name: "5K"}}},
		},
		PutSources: []race.Source{{ID: 4, Name: "Finish mat"}},
		PutPeople: []race.Participant{
			{ID: 1, EventID: 1, RaceID: 1, Bib: "007", FirstName: "Ana", LastName: "Ito", Gender: "F", TeamName: "Dust", WaveID: 1, Chips: []string{"AA", "BB"}},
			{ID: 2, EventID: 1, RaceID: 1, Bib: "8", FirstName: "Bo", Gender: "M"},
			{ID: 3, EventID: 2, RaceID: 2, Bib: "9", FirstName: "Cy"},
			{ID: 4, EventID: 1, Bib: "10", FirstName: "Di"},
		},
		Reads: []race.Read{{ID: 1, SourceID: 4, Tag: "AA", At: start.Add(5 * time.Hour), ReceivedAt: start.Add(5*time.Hour + time.Second), Raw: "a\xff"}},
		Edits: []race.Edit{{ID: 1, EventID: 1, At: start, Actor: race.Actor{User: "ada", Via: "racectl"}, Kind: "set status", Summary: "Bo did not finish"}},
	})
	finish := start.Add(5 * time.Hour)
	for _, d := range []*store.Derived{
		{EventID: 1, Results: []store.ResultRow{
			{ParticipantID: 1, RaceID: 1, Position: 1, Place: 1, GenderPlace: 1, Band: "30-39", BandPlace: 1, StatusLabel: "Finished", Start: start,
				Finish: finish, LastSeen: finish, TimeMs: 18_000_001, GunMs: 18_000_001, ChipMs: 17_999_000, LastElapsedMs: 18_000_001, LastSplitID: 2, DistanceM: 50_000, Age: 33},
			{ParticipantID: 2, RaceID: 1, Position: 2, Status: race.StatusDNF, StatusLabel: "DNF", TimeMs: -1, GunMs: -1, ChipMs: -1, LastElapsedMs: -1},
		}, Splits: []store.SplitRow{{ParticipantID: 1, RaceID: 1, SplitID: 2, Distance: 50_000, At: finish, ElapsedMs: 18_000_001, Place: 1, GenderPlace: 1, ReadID: 1}},
			Crossings: pieces(
				store.CrossingRow{ReadID: 1, CrossingID: 1, ParticipantID: 1, RaceID: 1, SourceID: 4, SplitID: 2, At: finish, Tag: "AA", Disposition: race.DispFinish, Reason: "finish", Valid: true},
				store.CrossingRow{ReadID: 2, SourceID: 4, At: finish, Tag: "ZZ", Disposition: race.DispUnknownTag, Reason: "nobody has this tag"})},
		{EventID: 2, Results: []store.ResultRow{{ParticipantID: 3, RaceID: 2, Position: 1, StatusLabel: "Finished", Finish: finish, TimeMs: 1, Place: 1}}},
	} {
		if err := s.ReplaceDerived(context.Background(), d); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestViewsSpeakToPeople asks each view what a timer would ask.
func TestViewsSpeakToPeople(t *testing.T) {
	s := storyDay(t)
	for q, want := range map[string]string{
		"SELECT event, race, position, place, band_place, bib, name, team, time, time_ms, chip_ms, last_split, wave FROM results WHERE event = 'Mesa' ORDER BY position": "[[Mesa 50K 1 1 1 007 Ana Ito Dust 5:00:01 18000001 17999000 Finish A] " +
			"[Mesa 50K 2 <nil> <nil> 8 Bo  <nil> <nil> <nil> <nil> <nil>]]",
		"SELECT started_at, finished_at, finished_ms, finished_local FROM results WHERE place = 1 AND event = 'Mesa'": "[[2026-10-03 13:00:00 +0000 UTC 2026-10-03 18:00:00 +0000 UTC 1791050400000 2026-10-03 11:00:00.000]]",
		"SELECT finished_local FROM results WHERE event = 'Nowhere'":                                                  "[[2026-10-03 18:00:00.000]]",
		"SELECT bib FROM finishers ORDER BY bib":                                                                      "[[007] [9]]",
		"SELECT bib, split, lap, elapsed, place, passed_local FROM split_times":                                       "[[007 Finish 0 5:00:01 1 2026-10-03 11:00:00.000]]",
		"SELECT event, race, bib, source, split, disposition, valid, crossing_id FROM crossings ORDER BY read_id":     "[[Mesa 50K 007 Finish mat Finish finish true 1] [Mesa <nil> <nil> Finish mat <nil> unknown_tag false <nil>]]",
		"SELECT bib, race FROM roster WHERE event = 'Mesa' ORDER BY participant_id":                                   "[[007 50K] [8 50K] [10 <nil>]]",
		"SELECT name FROM roster WHERE list_contains(chips, 'BB')":                                                    "[[Ana Ito]]",
		"SELECT source, tag, delay_ms, raw FROM reads_named":                                                          `[[Finish mat AA 1000 a\xFF]]`,
		"SELECT event, actor, via, kind, summary, undone_by FROM journal":                                             "[[Mesa ada racectl set status Bo did not finish <nil>]]",
		"SELECT hms(0), hms(1), hms(1000), hms(3599001), hms(360000000)":                                              "[[0:00:00 0:00:01 0:00:01 1:00:00 100:00:00]]",
		"SELECT meaning FROM help WHERE view = 'results' AND \"column\" = 'bib'":                                      "[[bib as given]]",
	} {
		if got := fmt.Sprint(ask(t, s, q)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", q, got, want)
		}
	}
}

// TestPlacesBySQL compares the windows with places counted one by one, ties and all.
func TestPlacesBySQL(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := open(t, store.Options{})
	races := []race.Race{{ID: 1, EventID: 1}, {ID: 2, EventID: 1, IsTimed: true}, {ID: 3, EventID: 1, LpsDuration: 60}}
	b := &store.Batch{PutEvents: []race.Event{{ID: 1, Races: races}}}
	d := &store.Derived{EventID: 1}
	for id := race.ParticipantID(1); id <= 300; id++ {
		b.PutPeople = append(b.PutPeople, race.Participant{ID: id, EventID: 1, Gender: []string{"F", "M", ""}[rng.IntN(3)]})
		row := store.ResultRow{ParticipantID: id, RaceID: race.RaceID(1 + rng.IntN(3)), Status: []race.Status{0, 0, 11, 2, 3}[rng.IntN(5)],
			Band: []string{"20-29", "30-39", ""}[rng.IntN(3)], Start: race.Instant(rng.IntN(5)), TimeMs: -1, LastElapsedMs: int64(rng.IntN(20)),
			LapCount: rng.IntN(4), DistanceM: float64(rng.IntN(3))}
		if rng.IntN(2) == 0 {
			row.TimeMs = int64(rng.IntN(30))
		}
		d.Results = append(d.Results, row)
		d.Splits = append(d.Splits, store.SplitRow{ParticipantID: id, RaceID: row.RaceID, SplitID: 1, Lap: rng.IntN(2), ElapsedMs: int64(rng.IntN(20))})
	}
	write(t, s, b)
	if err := s.ReplaceDerived(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	var want, wantSplits [][]any
	for i, r := range d.Results {
		mine := standing{b.PutPeople[i].Gender, r}
		places, splitPlaces := []int64{1, 1, 1}, []int64{1, 1}
		for j, o := range d.Results {
			other := standing{b.PutPeople[j].Gender, o}
			if other.ranked() && o.RaceID == r.RaceID && other.before(mine) {
				count(places, true, other.gender == mine.gender, o.Band == r.Band)
			}
			a, c := d.Splits[j], d.Splits[i]
			if other.rankable() && o.RaceID == r.RaceID && a.Lap == c.Lap && a.ElapsedMs < c.ElapsedMs {
				count(splitPlaces, true, other.gender == mine.gender)
			}
		}
		id := int64(r.ParticipantID)
		if mine.ranked() {
			want = append(want, []any{id, places[0], unless(mine.gender == "", places[1]), unless(r.Band == "", places[2])})
		}
		if mine.rankable() {
			wantSplits = append(wantSplits, []any{id, splitPlaces[0], unless(mine.gender == "", splitPlaces[1])})
		}
	}
	if got := ask(t, s, "SELECT participant_id, place, gender_place, band_place FROM places_by_sql ORDER BY 1"); !reflect.DeepEqual(got, want) {
		t.Errorf("places\ngot  %v\nwant %v", got, want)
	}
	if got := ask(t, s, "SELECT participant_id, place, gender_place FROM split_places_by_sql ORDER BY 1"); !reflect.DeepEqual(got, wantSplits) {
		t.Errorf("places at splits\ngot  %v\nwant %v", got, wantSplits)
	}
}

type standing struct {
	gender string
	store.ResultRow
}

func (s standing) rankable() bool {
	return s.Status == race.StatusOK || s.Status == race.StatusFinished || s.RaceID == 3 && s.Status == race.StatusDNF
}

func (s standing) ranked() bool {
	return s.rankable() && s.Start.IsSet() && (s.RaceID == 1 || s.LapCount > 0)
}

// before is SCORING's order of the standing, without pins.
func (s standing) before(o standing) bool {
	switch {
	case s.RaceID != 1 && s.LapCount != o.LapCount:
		return s.LapCount > o.LapCount
	case s.RaceID != 1:
		return s.LastElapsedMs < o.LastElapsedMs
	case s.TimeMs >= 0 && o.TimeMs >= 0:
		return s.TimeMs < o.TimeMs
	case s.TimeMs >= 0 || o.TimeMs >= 0:
		return s.TimeMs >= 0
	case s.DistanceM != o.DistanceM:
		return s.DistanceM > o.DistanceM
	}
	return s.LastElapsedMs < o.LastElapsedMs
}

func count(places []int64, which ...bool) {
	for i, yes := range which {
		if yes {
			places[i]++
		}
	}
}

func unless(missing bool, n int64) any {
	if missing {
		return nil
	}
	return n
}
