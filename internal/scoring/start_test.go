package scoring

import (
	"testing"
	"time"

	"racectl/internal/race"
)

// TestStartRule: which start-mat read counts, and what the chip start is then.
func TestStartRule(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads []string // on the start mat
		start int      // number of the read that is the start, 0 = none
		chip  string   // chip start
		what  race.Disposition
	}{
		{"last of a passage", []string{"0:03", "0:05"}, 2, "0:05", race.DispStart},
		{"last of several passages in the window", []string{"0:03", "5:00", "14:00"}, 3, "14:00", race.DispStart},
		{"the end of the window belongs to it", []string{"0:03", "15:00"}, 2, "15:00", race.DispStart},
		{"a passage across the end of the window", []string{"14:55", "15:02"}, 1, "14:55", race.DispRepeat},
		{"after the window it is a repeat", []string{"0:03", "15:00.001"}, 1, "0:03", race.DispRepeat},
		{"before the gun counts as the gun", []string{"-10:00"}, 1, "0:00", race.DispStart},
		{"30 min before the gun", []string{"-30:00"}, 1, "0:00", race.DispStart},
		{"earlier is before the window", []string{"-30:00.001"}, 0, "0:00", race.DispBeforeWindow},
		{"late starter: last of the first passage", []string{"20:00", "20:05", "21:00"}, 2, "20:05", race.DispRepeat},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := tenK()
			r.GunTime = false
			w := newWorld(t, r).person(1)
			for _, at := range c.reads {
				w.read("1", at, matStart)
			}
			w.read("1", "1:10:00", matFinish)
			b := w.board()
			p := perf(t, b, 1)
			if c.start > 0 && (len(p.Passings) != 2 || p.Passings[0].ReadID != race.ReadID(c.start)) {
				t.Errorf("passings %+v", p.Passings)
			}
			if want := clock(t, c.chip); p.ChipStart != want || p.ChipMs != int64(clock(t, "1:10:00")-want) || p.TimeMs != p.ChipMs {
				t.Errorf("chip start %v, times %d %d, want %v", p.ChipStart, p.ChipMs, p.TimeMs, want)
			}
			if p.GunMs != minutes(70) {
				t.Errorf("gun %d", p.GunMs)
			}
			if j, _ := b.Read(race.ReadID(len(c.reads))); j.Disposition != c.what {
				t.Errorf("last start read is %s, want %s", j.Disposition, c.what)
			}
		})
	}
}

// TestTwoStartMats: of overlapping passages of two mats the last read of all counts.
func TestTwoStartMats(t *testing.T) {
	r := tenK()
	r.Splits[0].EventRoutes = append(r.Splits[0].EventRoutes, route1(matB))
	w := newWorld(t, r).person(1)
	w.read("1", "0:01", matStart)
	w.read("1", "0:03", matB)
	w.read("1", "0:06", matStart)
	w.want("1 repeat\n2 repeat\n3 start")
}

func TestBeforeStart(t *testing.T) {
	w := newWorld(t, tenK()).person(1)
	w.read("1", "-0:01", matA)
	w.read("1", "-40:00", matStart)
	b := w.want("1 before_start\n2 before_window")
	if p := perf(t, b, 1); p.Started || p.Start != 0 {
		t.Errorf("nobody has started: %+v", p)
	}
	for id, want := range map[race.ReadID]string{
		1: "before the start: 1.0 s before the start of this participant",
		2: "before the window: 40:00 before the first gun, start reads count from 30:00 before it",
	} {
		if j, _ := b.Read(id); j.Reason != want {
			t.Errorf("%q, want %q", j.Reason, want)
		}
	}
}

func TestNoStartTimeYet(t *testing.T) {
	r := tenK()
	r.StartTime = 0
	w := newWorld(t, r).person(1)
	w.read("1", "0:05", matStart)
	w.want("1 before_start")
}

// TestReferenceStart: own start, else wave, else race; and the flag against the wave.
func TestReferenceStart(t *testing.T) {
	r := tenK()
	r.Waves.Waves = []race.Wave{{ID: 1, Name: "Wave 1", Time: gun}, {ID: 2, Name: "Wave 2", Time: gun + 600_000}}
	wave := func(n race.WaveID) func(*race.Participant) { return func(p *race.Participant) { p.WaveID = n } }
	own := func(p *race.Participant) {
		p.WaveID, p.WaveStartTime = 2, race.OwnStart{Arbitrary: true, Timestamp: gun - 20*60_000}
	}
	w := newWorld(t, r).person(1).person(2, wave(2)).person(3, own).person(4, wave(2)).person(5, wave(2))
	for _, bib := range []string{"1", "2", "3"} {
		w.read(bib, "1:00:00", matFinish)
	}
	w.read("1", "9:00", matStart)     // no wave, no flag
	w.read("4", "5:49.999", matStart) // 250.001 s early
	w.read("5", "14:10", matStart)    // exactly 250 s late
	b := w.board()
	for id, want := range map[race.ParticipantID]float64{1: 60, 2: 50, 3: 80} {
		if p := perf(t, b, id); p.GunMs != minutes(want) || p.TimeMs != p.GunMs {
			t.Errorf("%d: gun %d, want %v min", id, p.GunMs, want)
		}
	}
	for id, want := range map[race.ParticipantID]string{1: "", 4: "early", 5: ""} {
		if p := perf(t, b, id); p.Flag != want {
			t.Errorf("%d: flag %q, want %q", id, p.Flag, want)
		}
	}
	if p := perf(t, b, 2); p.Flag != "" || !p.Started || p.ChipMs != p.GunMs || p.StartRead != 0 {
		t.Errorf("a failed chip is not a DNS: %+v", p)
	}
}

// TestEarlyWaveStart: a wave-2 runner who leaves with wave 1 has that start by chip, and nobody has a negative gun time.
func TestEarlyWaveStart(t *testing.T) {
	r := tenK()
	r.GunTime = false
	r.Waves.Waves = []race.Wave{{ID: 1, Time: gun}, {ID: 2, Time: gun + race.Instant((40 * time.Minute).Milliseconds())}}
	w := newWorld(t, r).person(1, func(p *race.Participant) { p.WaveID = 2 })
	w.read("1", "0:05", matStart)
	w.read("1", "15:00", matA)
	w.read("1", "35:00", matFinish)
	b := w.want("1 start\n2 split\n3 finish")
	if p := perf(t, b, 1); p.ChipMs != minutes(35)-5000 || p.GunMs != 0 || p.Flag != "early" {
		t.Errorf("%+v", p)
	}
}

// sharedMat is a race whose start and finish are one mat, with laps of 2.5 km.
func sharedMat() race.Race {
	r := tenK()
	r.GunTime = false
	r.Splits = []race.Split{
		split(1, "Start", 0, route1(matStart)),
		split(2, "Lap 1", 2500, route1(matStart)),
		split(3, "Lap 2", 5000, route1(matStart)),
		split(4, "Finish", 10_000, route1(matStart)),
	}
	return r
}

func TestSharedStartAndFinish(t *testing.T) {
	for _, c := range []struct {
		name, reads, want string
	}{
		{"several crossings before leaving, then a lap", "0:05 1:00 11:00", "1 repeat\n2 start\n3 split"},
		{"a lap inside the window of 15 min", "0:05 6:20", "1 start\n2 split"},
		{"one that cannot be a lap yet moves the start", "0:05 6:15", "1 start\n2 split"}, // 6:15 for 2.5 km is the limit, since the gun 6:10 after the read
		{"no start read, a lap could be complete", "20:00", "1 split"},
		{"no start read in the window, but one in it late", "14:59", "1 start"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, sharedMat()).person(1)
			for _, at := range splitFields(c.reads) {
				w.read("1", at, matStart)
			}
			if c.name == "one that cannot be a lap yet moves the start" {
				c.want = "1 repeat\n2 start" // 6:10 since the start read
			}
			w.want(c.want)
		})
	}
}

// TestLateStartOnSharedMat: far places only, so that a read 20 min after the gun can only be a late start.
func TestLateStartOnSharedMat(t *testing.T) {
	r := sharedMat()
	r.Splits = []race.Split{r.Splits[0], r.Splits[3]}
	w := newWorld(t, r).person(1).person(2)
	w.read("1", "20:00", matStart)
	w.read("1", "20:04", matStart)
	w.read("1", "50:00", matStart)
	w.read("2", "25:00", matStart) // 10 km at the limit: the finish, and the start is the gun
	b := w.want("1 repeat\n2 start\n3 finish\n4 finish")
	if p := perf(t, b, 1); p.ChipMs != minutes(50)-minutes(20)-4000 {
		t.Errorf("chip %d", p.ChipMs)
	}
	if p := perf(t, b, 2); p.ChipMs != minutes(25) || p.ChipStart != gun {
		t.Errorf("%+v", p)
	}
}

// TestLockedStartStays: a later passage in the window does not move a start that a person chose.
func TestLockedStartStays(t *testing.T) {
	w := newWorld(t, tenK()).person(1)
	w.read("1", "0:05", matStart)
	w.read("1", "5:00", matStart)
	w.want("1 repeat\n2 start")
	w.correct(race.Correction{Kind: race.CorrectLock, ReadID: 1, SplitID: 1})
	w.want("1 start\n2 repeat")
}
