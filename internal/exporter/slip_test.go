package exporter_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"
	"pgregory.net/rapid"

	"racectl/internal/exporter"
	"racectl/internal/wire"
)

func finisher() *wire.ParticipantDetail {
	return &wire.ParticipantDetail{
		Participant: wire.Participant{
			Bib: "122", FirstName: "Hugo", LastName: "Dubois", Gender: "M", Age: ptr(57), City: "Moab", State: "UT", TeamName: "Canyon Striders",
			StatusLabel: "Finished", TimeMs: ptr[int64](15_692_345), ElapsedMs: ptr[int64](15_692_345), ChipMs: ptr[int64](15_680_101), GunMs: ptr[int64](15_692_345),
			OverallPlace: ptr(4), GenderPlace: ptr(2), BandPlace: ptr(1),
		},
		OutOf: wire.OutOf{Overall: 371, Gender: 190, Band: 33}, Band: "50-59",
		Splits: []wire.SplitTime{
			{Name: "Start", ElapsedMs: 12_244},
			{Name: "Secret Spring", ElapsedMs: 3_810_000, Place: ptr(6)},
			{Name: "Aid", ElapsedMs: 7_712_001, Place: ptr(5)},
			{Name: "Finish", ElapsedMs: 15_692_345, Place: ptr(4)},
		},
	}
}

func slip(d *wire.ParticipantDetail) []byte {
	e, r := ridge()
	return exporter.FinishSlip(&exporter.Slip{Event: e, Race: r, Person: d, Zone: phoenix, At: at("10:25:07.000")})
}

func TestFinishSlip(t *testing.T) {
	t.Parallel()
	goldie.New(t).Assert(t, "slip.zpl", slip(finisher()))
}

func TestFinishSlipOfSomebodyOnCourse(t *testing.T) {
	t.Parallel()
	d := finisher()
	d.TimeMs, d.ChipMs, d.GunMs, d.OverallPlace, d.GenderPlace, d.BandPlace = nil, nil, nil, nil, nil, nil
	d.StatusLabel, d.ElapsedMs, d.Splits = "Current", ptr[int64](7_712_001), d.Splits[:3]
	d.TeamName, d.City, d.State = "", "", ""
	goldie.New(t).Assert(t, "slip_on_course.zpl", slip(d))
}

func TestFinishSlipOfManyLaps(t *testing.T) {
	t.Parallel()
	e, r := ridge()
	r.IsTimed = true
	d := finisher()
	d.Splits = nil
	for lap := range 100 {
		d.Splits = append(d.Splits, wire.SplitTime{Name: "Lap", Lap: lap + 1, ElapsedMs: int64(lap+1) * 600_000})
	}
	got := string(exporter.FinishSlip(&exporter.Slip{Event: e, Race: r, Person: d, At: at("10:25:07.000")}))
	for _, want := range []string{"40 earlier times are not shown", "^FDLap 41^FS", "^FDLap 100^FS"} {
		if !strings.Contains(got, want) {
			t.Errorf("the slip lacks %q", want)
		}
	}
	if strings.Contains(got, "^FDLap 40^FS") {
		t.Error("the slip holds more than its rows")
	}
}

// TestSlipHoldsNoCommandsOfOthers: whatever somebody is called, the slip has the commands we wrote and every field stays on the paper.
func TestSlipHoldsNoCommandsOfOthers(t *testing.T) {
	t.Parallel()
	field := regexp.MustCompile(`^\^FO(\d+),(\d+)(?:\^GB(\d+),(\d+),\d+|\^A0N,(\d+),\d+\^FB(\d+),(\d),4,[CLR](?:\^FR)?\^FH\^FD[^\^~]*)\^FS$`)
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"^XA^JUS", "~JR", "_5E", `\&`, "A\nB", strings.Repeat("W", 200), "Żółć 🏁"}))
		d := finisher()
		d.FirstName, d.LastName, d.Bib = word.Draw(t, "first"), word.Draw(t, "last"), word.Draw(t, "bib")
		d.City, d.TeamName, d.Band, d.StatusLabel = word.Draw(t, "city"), word.Draw(t, "team"), word.Draw(t, "band"), word.Draw(t, "status")
		d.Splits[1].Name = word.Draw(t, "split")
		lines := bytes.Split(bytes.TrimSpace(slip(d)), []byte("\n"))
		if n := len(lines); string(lines[0]) != "^XA" || string(lines[n-1]) != "^XZ" {
			t.Fatalf("the slip begins with %q and ends with %q", lines[0], lines[n-1])
		}
		var width, height int
		if _, err := fmt.Sscanf(string(lines[2])+string(lines[3]), "^PW%d^LL%d", &width, &height); err != nil {
			t.Fatal(err)
		}
		for _, line := range lines[5 : len(lines)-1] {
			m := field.FindSubmatch(line)
			if m == nil {
				t.Fatalf("%q is no field of ours", line)
			}
			n := func(i int) int { v, _ := strconv.Atoi(string(m[i])); return v }
			if n(1)+n(3)+n(6) > width || n(2)+n(4)+n(5)*n(7) > height {
				t.Fatalf("%q leaves the paper of %d by %d", line, width, height)
			}
		}
	})
}
