package course_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/course"
	"racectl/internal/race"
)

// meridian is a straight line north; one degree of latitude is 111,319.49 m on our sphere.
func meridian(t *testing.T, heights ...float64) *course.Line {
	t.Helper()
	points := make([]race.Point, len(heights))
	for i, h := range heights {
		points[i] = race.Point{Lon: -111, Lat: 35 + float64(i)*0.01, Ele: h}
	}
	l, err := course.New(points)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const step = math.Pi / 180 * race.EarthRadius * 0.01 // metres between the points of meridian

func TestLengthIsMeasuredOnTheSphere(t *testing.T) {
	l := meridian(t, 0, 0, 0)
	if got := l.Length(); math.Abs(got-2*step) > 0.001 {
		t.Fatalf("length %v, want %v", got, 2*step)
	}
}

func TestAtInterpolatesAndSnapsWithinTwoMetres(t *testing.T) {
	l := meridian(t, 100, 200, 300)
	for _, c := range []struct {
		name     string
		distance float64
		lat, ele float64
		ok       bool
	}{
		{"start", 0, 35, 100, true},
		{"half way between two points", step / 2, 35.005, 150, true},
		{"just before a point", step - 1.9, 35.01, 200, true},
		{"just after a point", step + 1.9, 35.01, 200, true},
		{"end", 2 * step, 35.02, 300, true},
		{"a metre past the end", 2*step + 1, 35.02, 300, true},
		{"past the end", 2*step + 10, 0, 0, false},
		{"before the start", -10, 0, 0, false},
		{"not a number", math.NaN(), 0, 0, false},
	} {
		p, ok := l.At(c.distance)
		if ok != c.ok || math.Abs(p.Lat-c.lat) > 1e-9 || math.Abs(p.Ele-c.ele) > 1e-6 {
			t.Errorf("%s: got %+v %v", c.name, p, ok)
		}
	}
}

func TestSplitsAreScaledOnlyWithinTenPercent(t *testing.T) {
	l := meridian(t, 0, 0, 0) // about 2,226 m
	near := &race.Race{Distance: 2100}
	p, ok := l.Locate(near, 1050)
	if !ok || math.Abs(p.Lat-35.01) > 1e-6 || p.Distance != 1050 {
		t.Errorf("half of the race is half of the track: %+v %v", p, ok)
	}
	short := &race.Race{Distance: 2 * step / 0.85}
	if p, _ := l.Locate(short, step); math.Abs(p.Lat-35.01) > 1e-6 {
		t.Errorf("a track that is 15 %% short is not scaled: %+v", p)
	}
	far := &race.Race{Distance: 5000}
	if p, ok := l.Locate(far, step); !ok || math.Abs(p.Lat-35.01) > 1e-6 {
		t.Errorf("a race of another length is not scaled: %+v %v", p, ok)
	}
	if _, ok := l.Locate(far, 4000); ok {
		t.Error("beyond the track there is no place")
	}
	loop := &race.Race{Distance: 8000, IsLoop: true}
	if p, ok := l.Locate(loop, 2*step+step); !ok || math.Abs(p.Lat-35.01) > 1e-6 {
		t.Errorf("a looped race goes round again: %+v %v", p, ok)
	}
}

func TestPlaceGivesEverySplitItsPoint(t *testing.T) {
	l := meridian(t, 0, 0, 0)
	r := &race.Race{Distance: 2200, Splits: []race.Split{{Distance: 0}, {Distance: 1100}, {Distance: 2200}, {Distance: 2205}, {Distance: 9000}}}
	(&course.Track{Line: l}).Place(r)
	for i, want := range []float64{35, 35.01, 35.02, 35.02} {
		if p := r.Splits[i].Point; p == nil || math.Abs(p.Lat-want) > 1e-4 {
			t.Errorf("split %d stands at %+v, want latitude %v", i, p, want)
		}
	}
	if r.Splits[4].Point != nil {
		t.Error("a split far beyond the track has no point")
	}
}

func TestClimbIgnoresChangesUnderFourMetres(t *testing.T) {
	for _, c := range []struct {
		heights  []float64
		up, down float64
	}{
		{[]float64{100, 103.9, 100, 103.9}, 0, 0},
		{[]float64{100, 104, 100}, 4, 4},
		{[]float64{100, 102, 105, 103, 99}, 5, 6},
		{[]float64{100, 150, 120}, 50, 30},
	} {
		up, down := meridian(t, c.heights...).Climb()
		if math.Abs(up-c.up) > 1e-9 || math.Abs(down-c.down) > 1e-9 {
			t.Errorf("%v: up %v down %v, want %v and %v", c.heights, up, down, c.up, c.down)
		}
	}
}

func TestMissingHeightsComeFromTheirNeighbours(t *testing.T) {
	nan := math.NaN()
	l := meridian(t, nan, 100, nan, 200, nan)
	for i, want := range []float64{100, 100, 150, 200, 200} {
		if got := l.Points[i].Ele; math.Abs(got-want) > 0.01 {
			t.Errorf("point %d is %v high, want %v", i, got, want)
		}
	}
	if l := meridian(t, nan, nan); l.HasElevation || strings.Contains(string(l.GeoJSON()), "NaN") {
		t.Error("a track without heights has none")
	}
}

func TestGeoJSONComesBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		point := rapid.Custom(func(t *rapid.T) race.Point {
			return race.Point{
				Lon: float64(rapid.IntRange(-1800000000, 1800000000).Draw(t, "lon")) / 1e7,
				Lat: float64(rapid.IntRange(-900000000, 900000000).Draw(t, "lat")) / 1e7,
				Ele: float64(rapid.IntRange(-4000, 88480).Draw(t, "ele")) / 10,
			}
		})
		apart := func(points []race.Point) bool { // a line is somewhere else at its end or on its way
			_, err := course.New(points)
			return err == nil
		}
		l, err := course.New(rapid.SliceOfN(point, 2, 40).Filter(apart).Draw(t, "points"))
		if err != nil {
			t.Fatal(err)
		}
		back, err := course.Read(strings.NewReader(string(l.GeoJSON())))
		if err != nil {
			t.Fatal(err)
		}
		if string(back.GeoJSON()) != string(l.GeoJSON()) {
			t.Fatalf("%s\n%s", l.GeoJSON(), back.GeoJSON())
		}
	})
}
