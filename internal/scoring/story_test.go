package scoring

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"racectl/internal/race"

	"pgregory.net/rapid"
)

// drawInput makes an event of one to three races of any kind, a few people, and their reads and corrections.
func drawInput(t *rapid.T) Input {
	var in Input
	in.Event = &race.Event{ID: 1, Name: "Granite Ridge", Timezone: race.DefaultTimezone}
	for id := race.RaceID(1); id <= race.RaceID(rapid.IntRange(1, 3).Draw(t, "races")); id++ {
		in.Event.Races = append(in.Event.Races, drawRace(t, id))
	}
	for id := matStart; id <= spotter; id++ {
		s := race.Source{ID: id, Name: fmt.Sprintf("Mat %d", id)}
		if rapid.IntRange(0, 9).Draw(t, "offset") == 0 {
			s.ClockOffsetMs, s.ApplyOffset = 1500, true
		}
		if rapid.IntRange(0, 9).Draw(t, "codes") == 0 {
			s.AcceptCodes = []string{"18", "29"}
		}
		in.Sources = append(in.Sources, s)
	}
	if rapid.Bool().Draw(t, "other") {
		in.Others = []OtherEvent{{Name: "Autumn Mile", From: gun - 72*3_600_000, To: gun + 3_600_000, Sources: []race.SourceID{matA},
			Knows: func(tag string) bool { return tag == "999" }}}
	}
	for id := range rapid.IntRange(2, 7).Draw(t, "people") {
		in.People = append(in.People, drawPerson(t, race.ParticipantID(id+1), len(in.Event.Races)))
	}
	in.Reads = drawReads(t, in)
	in.Corrections = drawCorrections(t, in)
	return in
}

func drawRace(t *rapid.T, id race.RaceID) race.Race {
	r := race.Race{ID: id, EventID: 1, Name: fmt.Sprintf("Race %d", id), StartTime: gun + race.Instant(id-1)*600_000}
	r.GunTime = rapid.Bool().Draw(t, "gun")
	r.MaxPace = rapid.SampledFrom([]float64{0, race.DefaultMaxPace, race.DefaultMaxPace, 12}).Draw(t, "pace")
	r.Distance = rapid.SampledFrom([]float64{3000, 5000, 10_000}).Draw(t, "distance")
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		r.IsTimed, r.Distance, r.Cutoff = true, 2000, r.StartTime+2*3_600_000
	case 1:
		r.LpsDuration, r.Distance = 20, 2000
	case 2:
		r.IsLoop = true
	}
	if rapid.Bool().Draw(t, "prefixed") {
		r.Prefixes = []string{"00000000000" + fmt.Sprint(id)}
	}
	if rapid.Bool().Draw(t, "waves") {
		r.Waves.Waves = []race.Wave{{ID: 1, Name: "Wave 1", Time: r.StartTime}, {ID: 2, Name: "Wave 2", Time: r.StartTime + 300_000}}
	}
	if rapid.Bool().Draw(t, "roaming") {
		r.RoamingESIDs = []race.SourceID{spotter}
	}
	drawSplits(t, &r)
	return r
}

func drawSplits(t *rapid.T, r *race.Race) {
	n := rapid.IntRange(1, 4).Draw(t, "splits")
	for i := range n + 1 {
		s := race.Split{ID: race.SplitID(int(r.ID)*100 + i), RaceID: r.ID, Name: fmt.Sprintf("Split %d", i), Distance: r.Distance * float64(i) / float64(n)}
		if i == 0 && r.IsTimed {
			continue
		}
		src := race.SourceID(rapid.IntRange(int(matStart), int(matFinish)).Draw(t, "source"))
		s.EventRoutes = append(s.EventRoutes, race.Route{SourceID: src})
		if rapid.IntRange(0, 2).Draw(t, "backup") == 0 {
			s.EventRoutes = append(s.EventRoutes, race.Route{SourceID: matBackup, Backup: true, DeltaMs: rapid.Int64Range(-3000, 3000).Draw(t, "delta")})
		}
		s.IsTransitionPoint = i > 0 && rapid.IntRange(0, 3).Draw(t, "transition") == 0
		if rapid.IntRange(0, 4).Draw(t, "cutoff") == 0 {
			s.Cutoff = r.StartTime + race.Instant(s.Distance*400)
		}
		s.Point = &race.Point{Lon: -111 + float64(i)/1000, Lat: 33}
		r.Splits = append(r.Splits, s)
	}
}

func drawPerson(t *rapid.T, id race.ParticipantID, races int) race.Participant {
	p := race.Participant{ID: id, EventID: 1, Bib: fmt.Sprint(id), RaceID: race.RaceID(rapid.IntRange(1, races).Draw(t, "race"))}
	if rapid.IntRange(0, 9).Draw(t, "bib twice") == 0 {
		p.Bib = "2"
	}
	p.Gender = rapid.SampledFrom([]string{"M", "F", "f", "X", ""}).Draw(t, "gender")
	p.Age = rapid.SampledFrom([]int{0, 19, 20, 45, 71}).Draw(t, "age")
	p.WaveID = race.WaveID(rapid.IntRange(0, 2).Draw(t, "wave"))
	p.TeamName = rapid.SampledFrom([]string{"", "Ravens", "ravens ", "Foxes"}).Draw(t, "team")
	if rapid.IntRange(0, 5).Draw(t, "own") == 0 {
		p.WaveStartTime = race.OwnStart{Arbitrary: true, Timestamp: gun + race.Instant(rapid.IntRange(-600, 600).Draw(t, "own start"))*1000}
	}
	if rapid.Bool().Draw(t, "chip") {
		p.Chips = []string{fmt.Sprintf("C%d", id)}
	}
	return p
}

// drawReads walks people over their courses with passages of one to four reads, and strews reads that fit nowhere among them.
func drawReads(t *rapid.T, in Input) []Read {
	var reads []Read
	add := func(tag string, at race.Instant, src race.SourceID) {
		r := Read{ID: race.ReadID(len(reads) + 1), At: at, Source: src, Tag: tag, Code: rapid.SampledFrom([]string{"", "18", "29", "13"}).Draw(t, "code")}
		r.Manual = rapid.IntRange(0, 14).Draw(t, "manual") == 0
		if src == spotter && rapid.Bool().Draw(t, "position") {
			r.Pos = &race.Point{Lon: -111, Lat: 33}
		}
		reads = append(reads, r)
	}
	for i := range in.People {
		p := &in.People[i]
		r := in.Event.Race(p.RaceID)
		at := p.ReferenceStart(r) + race.Instant(rapid.IntRange(-60, 1200).Draw(t, "leaves"))*1000
		speed := rapid.Float64Range(2, 9).Draw(t, "speed")
		before := 0.0
		for range rapid.IntRange(1, 3).Draw(t, "laps") {
			for _, s := range r.Splits {
				at += race.Instant(max(0, s.Distance-before) / speed * 1000)
				before = s.Distance
				for _, rt := range s.EventRoutes {
					if rapid.IntRange(0, 5).Draw(t, "missed") == 0 {
						continue
					}
					for range rapid.IntRange(1, 3).Draw(t, "reads") {
						add(tagOf(t, p, r), at+race.Instant(rapid.IntRange(-3, 14).Draw(t, "jitter"))*700, rt.SourceID)
					}
				}
			}
			before = 0
		}
	}
	for range rapid.IntRange(0, 12).Draw(t, "strays") {
		p := &in.People[rapid.IntRange(0, len(in.People)-1).Draw(t, "whose")]
		tag := rapid.SampledFrom([]string{tagOf(t, p, in.Event.Race(p.RaceID)), "999", "AAAAAAAAAAAA000000000001", "000000000001000000000099"}).Draw(t, "tag")
		at := gun + race.Instant(rapid.IntRange(-4000, 12000).Draw(t, "at"))*1000
		if rapid.IntRange(0, 9).Draw(t, "1980") == 0 {
			at = 315_532_800_000
		}
		add(tag, at, race.SourceID(rapid.IntRange(int(matStart), int(spotter)+1).Draw(t, "where")))
	}
	return reads
}

func tagOf(t *rapid.T, p *race.Participant, r *race.Race) string {
	tags := []string{p.Bib, "00" + p.Bib}
	if len(p.Chips) > 0 {
		tags = []string{p.Chips[0]}
	}
	if len(r.Prefixes) > 0 {
		tags = append(tags, r.Prefixes[0]+strings.Repeat("0", race.PrefixLength-len(p.Bib))+p.Bib)
	}
	if rapid.IntRange(0, 3).Draw(t, "which tag") > 0 {
		return tags[0]
	}
	return rapid.SampledFrom(tags).Draw(t, "tag")
}

func drawCorrections(t *rapid.T, in Input) []race.Correction {
	var out []race.Correction
	for range rapid.IntRange(0, 8).Draw(t, "corrections") {
		c := race.Correction{ID: race.CorrectionID(len(out) + 1), Off: rapid.IntRange(0, 4).Draw(t, "off") == 0, When: gun + 7_200_000}
		c.Kind = rapid.SampledFrom([]race.CorrectionKind{race.CorrectVoid, race.CorrectRetime, race.CorrectReassign, race.CorrectLock,
			race.CorrectForce, race.CorrectStatus, race.CorrectPlace}).Draw(t, "kind")
		c.ReadID = race.ReadID(rapid.IntRange(1, len(in.Reads)+3).Draw(t, "read"))
		who := race.ParticipantID(rapid.IntRange(1, len(in.People)+1).Draw(t, "who"))
		switch c.Kind {
		case race.CorrectRetime:
			c.At = gun + race.Instant(rapid.IntRange(-2000, 6000).Draw(t, "to"))*1000
		case race.CorrectReassign:
			c.ParticipantID = who
		case race.CorrectLock:
			r := in.Event.Races[rapid.IntRange(0, len(in.Event.Races)-1).Draw(t, "lock race")]
			c.SplitID = rapid.SampledFrom(r.Splits).Draw(t, "lock split").ID
			if rapid.Bool().Draw(t, "lap") {
				lap := rapid.IntRange(0, 2).Draw(t, "lock lap")
				c.Lap = &lap
			}
		case race.CorrectForce:
			v := rapid.Bool().Draw(t, "valid")
			c.Valid = &v
		case race.CorrectStatus:
			c.ReadID, c.ParticipantID, c.Automatic = 0, who, rapid.Bool().Draw(t, "automatic")
			c.Status = rapid.SampledFrom([]race.Status{race.StatusOK, race.StatusDNS, race.StatusDNF, race.StatusDQ, race.StatusFinished}).Draw(t, "status")
		case race.CorrectPlace:
			c.ReadID, c.ParticipantID, c.Place = 0, who, rapid.IntRange(1, 4).Draw(t, "place")
		}
		out = append(out, c)
	}
	return out
}

var later = gun + race.Instant((30 * time.Hour).Milliseconds())

// tell writes down everything a board answers.
func tell(b *Board) string {
	var s strings.Builder
	for _, id := range slices.Sorted(maps.Keys(b.people)) {
		fmt.Fprintf(&s, "person %d\n%s", id, tellPerson(b, id))
	}
	for _, r := range b.setup.Event.Races {
		fmt.Fprintf(&s, "race %d: %v\n", r.ID, b.Standing(r.ID))
		for _, sp := range r.Splits {
			for lap := range 4 {
				fmt.Fprintf(&s, "  at %d lap %d: %v\n", sp.ID, lap, b.StandingAt(r.ID, sp.ID, lap))
			}
		}
		for _, team := range b.Teams(r.ID, 2) {
			team.next = nil
			fmt.Fprintf(&s, "  team %+v\n", team)
		}
		for _, p := range b.Podiums(r.ID, AwardRules{}, gun+3_600_000) {
			fmt.Fprintf(&s, "  podium %s %v %v %v\n", p.Gender, p.Band, p.Provisional, p.Lines)
		}
		ids := []race.RaceID{r.ID}
		fmt.Fprintf(&s, "  proposals %v %v %v %v\n", b.ProposeDNS(ids, later), tellBells(b, r.ID, gun+5_000_000), b.ProposeTakeBack(ids), b.ProposeDropDowns(ids, later))
	}
	for _, j := range b.Unowned() {
		fmt.Fprintf(&s, "unowned %s\n", tellRead(j))
	}
	return s.String()
}

func tellPerson(b *Board, id race.ParticipantID) string {
	var s strings.Builder
	p, _ := b.Performance(id)
	shown := *p
	shown.LastLoc, shown.Passings = nil, nil
	fmt.Fprintf(&s, "  %+v %v places %+v label %s\n", shown, p.LastLoc, b.Places(id), StatusLabel(b.setup.Event.Race(p.RaceID), p, false))
	for _, x := range p.Passings {
		fmt.Fprintf(&s, "  %+v %+v\n", x, b.PassingPlaces(id, x.SplitID, x.Lap))
	}
	for _, j := range b.ReadsOf(id) {
		fmt.Fprintf(&s, "  %s\n", tellRead(j))
	}
	return s.String()
}

func tellRead(j Judged) string {
	pos := j.Read.Pos
	j.Read.Pos = nil
	return fmt.Sprintf("%+v %v", j, pos)
}
