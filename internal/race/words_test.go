package race

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestInstantJSON(t *testing.T) {
	at := At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))
	for in, want := range map[Instant]string{at: `"2026-10-03T13:00:00.000Z"`, at + 7: `"2026-10-03T13:00:00.007Z"`, 0: `null`} {
		b, err := json.Marshal(in)
		if err != nil || string(b) != want {
			t.Errorf("%d: %s %v, want %s", in, b, err, want)
		}
		var back Instant
		if err := json.Unmarshal(b, &back); err != nil || back != in {
			t.Errorf("%s read back as %d: %v", b, back, err)
		}
	}
	var i Instant
	if err := json.Unmarshal([]byte(`"2026-10-03T06:00:00-07:00"`), &i); err != nil || i != at {
		t.Errorf("with an offset: %v %v", i, err)
	}
	for _, bad := range []string{`"yesterday"`, `12`, `"2026-10-03 06:00"`} {
		if err := json.Unmarshal([]byte(bad), &i); err == nil {
			t.Errorf("%s was taken as a time", bad)
		}
	}
}

func TestBibRangeMessages(t *testing.T) {
	for text, want := range map[string]string{
		"x":        "Couldn't understand number 'x'",
		"-5":       "Couldn't understand range '-5'",
		"5-":       "Couldn't understand range '5-'. Expected [number]-[number]",
		"1-2-3":    "Couldn't understand range '1-2-3'. Expected [number]-[number]",
		"a-5":      "Couldn't understand the first number in 'a-5'",
		"5-b":      "Couldn't understand the last number in '5-b'",
		"0":        "Couldn't understand number '0'",
		"1.5":      "Couldn't understand number '1.5'",
		"+3":       "Couldn't understand number '+3'",
		"1-100001": "Couldn't understand the last number in '1-100001'",
	} {
		if _, err := ParseBibRanges(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	got, err := ParseBibRanges(" 1, 3,,4 - 10 ,20-18")
	want := []BibRange{{1, 1}, {3, 3}, {4, 10}, {20, 18}}
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v %v", got, err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("item %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestCleanBibIgnoresZerosOnly(t *testing.T) {
	for in, want := range map[string]string{"0042 ": "42", "": "", "000": "0", "0": "0", "A7": "A7", "0a7": "A7", "100": "100"} {
		if got := CleanBib(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestOfficialTimesRoundUp(t *testing.T) {
	for in, want := range map[time.Duration]time.Duration{
		0: 0, time.Second: time.Second, time.Second + time.Millisecond: 2 * time.Second, 59*time.Second + 999*time.Millisecond: time.Minute,
	} {
		if got := Official(in); got != want {
			t.Errorf("%v: %v, want %v", in, got, want)
		}
	}
}

func TestDistancesAndPaces(t *testing.T) {
	for in, want := range map[string]float64{"12500": 12500, "12.5km": 12500, "12.5 km": 12500, "1mi": 1609.344, "500m": 500, "0": 0} {
		if got, err := ParseDistance(in); err != nil || got != want {
			t.Errorf("%q: %v %v, want %v", in, got, err, want)
		}
	}
	for _, bad := range []string{"", "-1", "NaN", "inf", "12 parsecs", "1e400"} {
		if got, err := ParseDistance(bad); err == nil {
			t.Errorf("%q was taken as %v", bad, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.IntRange(1, 3599).Draw(t, "seconds per km")
		text := FormatPace(MetresPerKm / float64(seconds))
		back, err := ParsePace(text)
		if err != nil || FormatPace(back) != text {
			t.Fatalf("%s came back as %s: %v", text, FormatPace(back), err)
		}
	})
}

func TestFormatDuration(t *testing.T) {
	for in, want := range map[time.Duration]string{
		0: "0:00:00", -90 * time.Second: "-0:01:30", 31*time.Hour + 5*time.Minute + 9*time.Second + 999*time.Millisecond: "31:05:09",
	} {
		if got := FormatDuration(in); got != want {
			t.Errorf("%v: %s, want %s", in, got, want)
		}
	}
	if got := FormatDurationMs(-1500 * time.Millisecond); got != "-0:00:01.500" {
		t.Errorf("got %s", got)
	}
}

func TestAgeOnRaceDay(t *testing.T) {
	day := At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))
	for dob, want := range map[string]int{"1986-10-03": 40, "1986-10-04": 39, "": 33, "1986-13-00": 33, "2030-01-01": 33, "junk": 33} {
		p := Participant{DOB: dob, Age: 33}
		if dob == "1986-13-00" {
			p.DOB = "1986-00-10"
		}
		if got := p.AgeOn(day); got != want {
			t.Errorf("born %q: %d, want %d", dob, got, want)
		}
	}
}

func TestAgeBandsCoverEveryAge(t *testing.T) {
	bands := (&Race{}).AgeBands()
	var labels []string
	for _, b := range bands {
		labels = append(labels, b.Label())
	}
	want := []string{"<20", "20-29", "30-39", "40-49", "50-59", "60-69", "70+"}
	for i := range want {
		if labels[i] != want[i] {
			t.Fatalf("bands %v, want %v", labels, want)
		}
	}
	for age := 1; age < 120; age++ {
		n := 0
		for _, b := range bands {
			if b.Contains(age) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("age %d is in %d bands", age, n)
		}
	}
	if BandOf(bands, 0) != -1 {
		t.Error("an unknown age is in no band")
	}
}

func TestFinishSplit(t *testing.T) {
	at := func(d ...float64) *Race {
		r := &Race{Distance: 100_000}
		for i, x := range d {
			r.Splits = append(r.Splits, Split{ID: SplitID(i + 1), Distance: x})
		}
		return r
	}
	if s := at(0, 93_500, 98_900).FinishSplit(); s == nil || s.ID != 3 {
		t.Errorf("the largest distance finishes: %v", s)
	}
	if s := at(0, 50_000).FinishSplit(); s != nil {
		t.Errorf("half way is no finish: %v", s)
	}
	if s := at(0, 100_000, 120_000).FinishSplit(); s != nil {
		t.Errorf("the largest-distance split lies too far out, so there is no finish: %v", s)
	}
	lap := at(0, 1_000, 98_000, 100_500)
	lap.IsTimed = true
	if s := lap.FinishSplit(); s == nil || s.ID != 4 {
		t.Errorf("a lap ends at the split nearest the lap distance: %v", s)
	}
}

func TestSlugAndZone(t *testing.T) {
	if got := Slug("Granite Ridge 100!", 2026); got != "granite_ridge_100_-2026" {
		t.Error(got)
	}
	for hours, want := range map[int]string{-7: "America/Phoenix", -6: "Etc/GMT+6", 2: "Etc/GMT-2", 0: "Etc/GMT"} {
		if got := ZoneForOffset(hours); got != want {
			t.Errorf("%d: %s, want %s", hours, got, want)
		}
	}
}
