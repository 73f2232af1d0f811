package scoring

import (
	"testing"
	"time"

	"racectl/internal/race"
)

// backed is a 10 km race whose finish has two backups, the first standing 2 s behind the line.
func backed() race.Race {
	r := tenK()
	r.Splits[0] = split(1, "Start", 0, route1(matStart), backup1(matB, 0))
	r.Splits[2] = split(3, "Finish", 10_000, route1(matFinish), backup1(matBackup, -2*time.Second), backup1(matB, time.Second))
	return r
}

func TestBackup(t *testing.T) {
	for _, c := range []struct {
		name   string
		reads  string // "time source" pairs of letters: F finish, 1 first backup, 2 second
		finish string
		want   string
	}{
		{"primary first", "50:00F 50:02:1", "50:00", "1 finish\n2 backup_unused"},
		{"primary later still gives the time", "49:30:1 50:00F", "50:00", "1 backup_unused\n2 finish"},
		{"58 s apart with the delta is one passing", "49:04:1 50:00F", "50:00", "1 backup_unused\n2 finish"},
		{"more than 60 s is another passing", "48:00:1 50:00F", "47:58", "1 finish\n2 after_finish"},
		{"exactly 60 s is one passing", "49:02:1 50:00F", "50:00", "1 backup_unused\n2 finish"},
		{"alone it counts with its delta", "50:02:1", "50:00", "1 finish"},
		{"the first listed backup", "50:00:2 50:03:1", "50:01", "1 backup_unused\n2 finish"},
		{"the second when it is alone", "50:00:2", "50:01", "1 finish"},
		{"all three", "49:59:2 50:01:1 50:00F", "50:00", "1 backup_unused\n2 backup_unused\n3 finish"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, backed()).person(1)
			for _, f := range splitFields(c.reads) {
				n := len(f) - 1
				src := map[byte]race.SourceID{'F': matFinish, '1': matBackup, '2': matB}[f[n]]
				w.read("1", trimColon(f[:n]), src)
			}
			b := w.want(c.want)
			if p := perf(t, b, 1); p.Finish != clock(t, c.finish) {
				t.Errorf("finish %v, want %v", p.Finish, clock(t, c.finish))
			}
		})
	}
}

// TestEnteredAtBackup: times that a person keys in at a backup source are backups like any other; a delta is of backups only.
func TestEnteredAtBackup(t *testing.T) {
	r := backed()
	r.Splits[1].EventRoutes[0].DeltaMs = 5000
	w := newWorld(t, r).person(1).person(2)
	w.read("1", "25:00", matA)
	w.read("1", "49:58", matBackup)
	w.read("1", "50:00", matFinish)
	w.read("2", "50:02", matBackup)
	w.in.Reads[1].Manual, w.in.Reads[3].Manual = true, true
	b := w.want("1 split\n2 backup_unused\n3 finish\n4 manual_finish")
	if p := perf(t, b, 1); p.Passings[0].ElapsedMs != minutes(25) || p.TimeMs != minutes(50) || perf(t, b, 2).TimeMs != minutes(50) {
		t.Errorf("%+v", p)
	}
}

// TestBackupDeltaBeforePace: the delta is added before the pace is tested.
func TestBackupDeltaBeforePace(t *testing.T) {
	w := newWorld(t, backed()).person(1).person(2)
	w.read("1", "25:01.999", matBackup)
	w.read("2", "25:02", matBackup)
	w.want("1 too_fast\n2 finish")
}

// TestBackupStart: a warm-up read on the primary mat does not take the place of the real start on the backup.
func TestBackupStart(t *testing.T) {
	w := newWorld(t, backed()).person(1).person(2)
	w.read("1", "-10:00", matStart)
	w.read("1", "0:04", matB)
	w.read("2", "0:03", matStart)
	w.read("2", "0:01", matB)
	b := w.want("1 repeat\n2 start\n3 start\n4 backup_unused")
	if j, _ := b.Read(2); !j.Backup || j.Reason != "start: the last read before leaving, 4.0 s after the gun (by the backup Mat B)" {
		t.Errorf("%+v", j)
	}
}

// TestBackupStepsIn: a voided or invalidated primary passage is none; the backup counts.
func TestBackupStepsIn(t *testing.T) {
	no := false
	for _, c := range []race.Correction{{Kind: race.CorrectVoid, ReadID: 1}, {Kind: race.CorrectForce, ReadID: 1, Valid: &no}} {
		w := newWorld(t, backed()).person(1)
		w.read("1", "50:00", matFinish)
		w.read("1", "50:03", matBackup)
		w.correct(c)
		b := w.board()
		if p := perf(t, b, 1); p.Finish != clock(t, "50:01") {
			t.Errorf("%s: finish %v", c.Kind, p.Finish)
		}
	}
}
