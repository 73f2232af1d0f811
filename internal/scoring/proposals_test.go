package scoring

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"racectl/internal/race"
)

func TestProposeDNS(t *testing.T) {
	r := tenK()
	r.RoamingESIDs = []race.SourceID{spotter}
	r.Waves.Waves = []race.Wave{{ID: 1, Time: gun}, {ID: 2, Time: gun.Add(2 * time.Hour)}}
	wave2 := func(p *race.Participant) { p.WaveID = 2 }
	w := newWorld(t, r).person(1).person(2).person(3, wave2).person(4).person(5).person(6)
	w.read("2", "0:05", matStart)
	w.read("4", "4:00", matFinish) // counts for nothing, but they are there
	w.read("5", "30:00", spotter)
	w.read("1", "-1:00:00", matStart) // a test of the chip
	w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: 6, Status: race.StatusDQ})
	got := w.board().ProposeDNS([]race.RaceID{1}, clock(t, "1:00:00"))
	if len(got) != 1 || got[0].ParticipantID != 1 || got[0].Status != race.StatusDNS || !got[0].Automatic || got[0].Why != "no read and no sighting 1:00:00 after the start" {
		t.Errorf("%+v", got)
	}
	if got := w.board().ProposeDNS([]race.RaceID{1}, clock(t, "-0:01")); len(got) != 0 {
		t.Errorf("the race has not started: %+v", got)
	}
}

func TestProposeDropDowns(t *testing.T) {
	long, half, five := tenK(), tenK(), tenK()
	long.Cutoff = clock(t, "2:00:00")
	half.ID, half.Name, half.Distance = 2, "5K", 5000
	half.Splits = []race.Split{split(11, "Start", 0, route1(matStart)), split(12, "Finish", 5000, route1(matA))}
	five.ID, five.Name, five.Distance = 3, "2K", 2000
	five.Splits = []race.Split{split(21, "Start", 0, route1(matStart)), split(22, "Finish", 2000, route1(matA))}
	w := newWorld(t, long, half, five)
	for id := race.ParticipantID(1); id <= 5; id++ {
		w.person(id)
		w.read(fmt.Sprint(id), "0:05", matStart)
	}
	dnf := func(id race.ParticipantID) {
		w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: id, Status: race.StatusDNF})
	}
	w.read("1", "30:00", matA)
	w.read("2", "30:00", matA)
	w.read("3", "6:00", matA) // fits only the shortest
	dnf(1)
	dnf(3)
	dnf(4) // no read further on
	w.read("5", "30:00", matA)
	w.read("5", "50:00", matFinish)
	b := w.board()
	tell := func(ms []Move) (out []string) {
		for _, m := range ms {
			out = append(out, fmt.Sprintf("%d to %d in %d", m.ParticipantID, m.To, m.TimeMs))
		}
		return out
	}
	before := tellPerson(b, 1)
	if got, want := tell(b.ProposeDropDowns([]race.RaceID{1}, clock(t, "1:00:00"))), []string{"1 to 2 in 1800000", "3 to 3 in 360000"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := b.ProposeDropDowns([]race.RaceID{1}, clock(t, "2:00:01")); len(got) != 3 || got[1].ParticipantID != 2 || got[1].Why != "no finish in 10K; the reads finish 5K in 30:00" {
		t.Errorf("after the cutoff those still out too: %+v", got)
	}
	if tellPerson(b, 1) != before {
		t.Error("a proposal changes nothing")
	}
}

func TestTeams(t *testing.T) {
	m := func(id race.ParticipantID, team string, min int64) TeamMember {
		return TeamMember{ID: id, Team: team, Counts: min > 0, Ms: min * 60_000, Metres: float64(min)}
	}
	teams := RankTeams([]TeamMember{
		m(1, "Ravens", 40), m(2, " rav ens", 41), m(3, "RAVENS", 50), m(4, "Ravens", 0),
		m(5, "Foxes", 40), m(6, "Foxes", 41), m(7, "Foxes", 49),
		m(8, "Owls", 40), m(9, "Owls", 41),
		m(10, "Elks", 30), m(13, "Larks", 0), m(14, "Hares", 20), m(11, "", 10), m(12, "  ", 10),
	}, 2, false)
	var got []string
	for _, x := range teams {
		got = append(got, fmt.Sprintf("%d %s %d %v %v", x.Place, x.Name, x.TimeMs/60_000, x.Scoring, x.Members))
	}
	want := []string{"1 Foxes 81 [5 6] [7]", "2 Ravens 81 [1 2] [3 4]", "3 Owls 81 [8 9] []", "0 Hares 20 [14] []", "0 Elks 30 [10] []", "0 Larks 0 [] [13]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	tie := RankTeams([]TeamMember{m(1, "A", 40), m(2, "B", 40), m(3, "C", 50)}, 1, false)
	if tie[0].Place != 1 || tie[1].Place != 1 || tie[2].Place != 3 {
		t.Errorf("ties share: %+v", tie)
	}
	if far := RankTeams([]TeamMember{m(1, "A", 40), m(2, "B", 50)}, 1, true); far[0].Name != "B" {
		t.Errorf("over a time the most metres win: %+v", far)
	}
	if n := RankTeams([]TeamMember{m(1, "A", 40), m(2, "A", 50)}, 0, false); n[0].Complete {
		t.Errorf("three are summed unless asked otherwise: %+v", n)
	}
}

func TestPodiums(t *testing.T) {
	w := newWorld(t, tenK())
	for id := race.ParticipantID(1); id <= 8; id++ {
		w.person(id, func(p *race.Participant) { p.Gender, p.Age = "M", 25+10*(int(id)%2) })
	}
	w.person(9, func(p *race.Participant) { p.Gender, p.Age = "F", 25 })
	for id := 1; id <= 7; id++ {
		w.read(fmt.Sprint(id), fmt.Sprintf("%d:00", 39+min(id, 6)), matFinish) // 6 and 7 together
	}
	w.read("8", "30:00", matA)
	tell := func(ps []Podium) (out []string) {
		for _, p := range ps {
			band := "overall"
			if p.Band != nil {
				band = p.Band.Label()
			}
			out = append(out, fmt.Sprintf("%s %s %v %v", p.Gender, band, p.Provisional, p.Lines))
		}
		return out
	}
	got := tell(w.board().Podiums(1, AwardRules{}, clock(t, "40:00")))
	want := []string{"M overall false [{1 1} {2 2} {3 3}]", "M 20-29 true [{1 4} {2 6}]", "M 30-39 false [{1 5} {2 7}]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	w.in.Reads[len(w.in.Reads)-1].At = clock(t, "29:00") // the rest takes 12:30 at least: 41:30 is still possible
	for now, open := range map[string]bool{"40:00": true, "42:00": true, "42:00.001": false} {
		if got := w.board().Podiums(1, AwardRules{}, clock(t, now)); got[0].Provisional != open {
			t.Errorf("at %s provisional is %v", now, got[0].Provisional)
		}
	}
	w.in.Reads[len(w.in.Reads)-1].At = clock(t, "30:00")
	got = tell(w.board().Podiums(1, AwardRules{Top: 1, WinnersBoth: true}, clock(t, "40:00")))
	want = []string{"M overall false [{1 1}]", "M 20-29 false [{1 2}]", "M 30-39 false [{1 1}]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLabels(t *testing.T) {
	w := newWorld(t, tenK()).person(1).person(2).person(3).person(4)
	w.read("2", "30:00", matA)
	w.read("3", "50:00", matFinish)
	w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: 4, Status: race.Status(7)})
	b := w.board()
	r := &w.in.Event.Races[0]
	for id, want := range map[race.ParticipantID]struct {
		label string
		chart race.Status
	}{1: {"Expected", race.StatusDNS}, 2: {"Current", race.StatusCurrent}, 3: {"Finished", race.StatusFinished}, 4: {"(7)", 7}} {
		p := perf(t, b, id)
		if got := StatusLabel(r, p, false); got != want.label || ChartStatus(p) != want.chart {
			t.Errorf("%d: %q %v, want %+v", id, got, ChartStatus(p), want)
		}
	}
	if p := perf(t, b, 2); !MatchesStatus(p, race.StatusCurrent) || MatchesStatus(p, race.StatusHasFinished) || !MatchesStatus(p, race.StatusOK) {
		t.Error("filters of somebody on course")
	}
	if p := perf(t, b, 3); MatchesStatus(p, race.StatusCurrent) || !MatchesStatus(p, race.StatusHasFinished) {
		t.Error("filters of a finisher")
	}
	if got := StatusLabel(&race.Race{}, perf(t, b, 2), false); got != "-" {
		t.Errorf("%q in a race without splits", got)
	}
}
