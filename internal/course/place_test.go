package course_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/course"
	"racectl/internal/race"
)

// metre is about a metre to the east of meridian, in degrees.
var metre = 1 / (math.Pi / 180 * race.EarthRadius * math.Cos(35*math.Pi/180))

func waypoint(name string, metresAlong, metresOff float64) course.Waypoint {
	return course.Waypoint{Name: name, Lon: -111 + metresOff*metre, Lat: 35 + metresAlong/step*0.01}
}

// The numbers of MAP-6 and MAP-7, from both sides.
func TestWaypointsPlaceSplitsOnlyNearBy(t *testing.T) {
	for _, c := range []struct {
		name       string
		along, off float64
		moved      bool
		note       string
	}{
		{"on the spot", 1000, 0, true, ""},
		{"79 m off the route", 1050, 79, true, ""},
		{"81 m off the route", 1050, 81, false, `waypoint "Hut": no match: it lies more than 80 m off the route`},
		{"299 m along", 1299, 10, true, ""},
		{"299 m back", 701, -10, true, ""},
		{"301 m along", 1301, 0, false, `waypoint "Hut": delta too large: the nearest split, "Aid", is 301 m away`},
	} {
		track := &course.Track{Line: meridian(t, 0, 0, 0), Waypoints: []course.Waypoint{waypoint("Hut", c.along, c.off)}}
		r := &race.Race{Distance: track.Line.Length(), Splits: []race.Split{{Name: "Aid", Distance: 1000}}}
		notes := track.Place(r)
		want := 1000.0
		if c.moved {
			want = c.along
		}
		p := r.Splits[0].Point
		if p == nil || math.Abs((p.Lat-35)/0.01*step-want) > 0.5 || math.Abs(p.Lon+111) > 1e-9 || p.Distance != 1000 {
			t.Errorf("%s: the split stands at %+v, want %v m", c.name, p, want)
		}
		if c.note != "" != (len(notes) == 1) || len(notes) == 1 && notes[0] != c.note {
			t.Errorf("%s: %q", c.name, notes)
		}
	}
}

func TestDistancesOfWaypointsAreThoseOfTheRace(t *testing.T) {
	track := &course.Track{Line: meridian(t, 0, 0, 0), Waypoints: []course.Waypoint{waypoint("Hut", 1600, 0)}}
	r := &race.Race{Distance: track.Line.Length() / 1.09, Splits: []race.Split{{Name: "Aid", Distance: 1600/1.09 - 295}}}
	if notes := track.Place(r); len(notes) != 0 {
		t.Errorf("295 m of the race are too much: %q", notes)
	}
}

func TestOfSeveralSplitsTheNamedOneThenTheNearestStandsAtAWaypoint(t *testing.T) {
	track := &course.Track{Line: meridian(t, 0, 0, 0), Waypoints: []course.Waypoint{waypoint("hut", 1000, 0), waypoint("Gate", 1990, 0), waypoint("Tree", 1960, 0)}}
	r := &race.Race{Distance: track.Line.Length(), Splits: []race.Split{
		{Name: "Aid", Distance: 990}, {Name: "Hut", Distance: 1200}, {Name: "Aid 2", Distance: 1980},
	}}
	notes := track.Place(r)
	for i, want := range []float64{990, 1000, 1990} {
		if got := (r.Splits[i].Point.Lat - 35) / 0.01 * step; math.Abs(got-want) > 0.5 {
			t.Errorf("%s stands at %v, want %v", r.Splits[i].Name, got, want)
		}
	}
	if !slices.Equal(notes, []string{`waypoint "Tree": no match: another waypoint is where the split "Aid 2" stands`}) {
		t.Errorf("%q", notes)
	}
	if notes := track.Place(&race.Race{}); notes[0] != `waypoint "hut": no match: the race has no splits` {
		t.Errorf("%q", notes)
	}
}

// A way there and back passes a place twice; rounds pass it once a round.
func TestAWaypointIsPassedEachTimeAnew(t *testing.T) {
	there := []race.Point{{Lon: -111, Lat: 35}, {Lon: -111, Lat: 35.01}, {Lon: -111, Lat: 35.02}, {Lon: -111, Lat: 35.01}, {Lon: -111, Lat: 35}}
	l, err := course.New(there)
	if err != nil {
		t.Fatal(err)
	}
	hut := waypoint("Hut", step+50, 5)
	var along []float64
	for _, p := range l.Passages(hut.Lon, hut.Lat) {
		along = append(along, math.Round(p.Along-step))
	}
	if want := math.Round(2*step - 50); !slices.Equal(along, []float64{50, want}) {
		t.Fatalf("passed at %v, want 50 and %v", along, want)
	}
	track := &course.Track{Line: l, Waypoints: []course.Waypoint{hut}}
	r := &race.Race{IsLoop: true, Distance: 3 * l.Length(), Splits: []race.Split{
		{Name: "out", Distance: step}, {Name: "back", Distance: 3 * step}, {Name: "out again", Distance: l.Length() + step},
	}}
	if notes := track.Place(r); len(notes) != 0 {
		t.Errorf("%q", notes)
	}
	for _, s := range r.Splits {
		if math.Abs((s.Point.Lat-35)/0.01*step-step-50) > 0.5 {
			t.Errorf("%s stands at %+v", s.Name, s.Point)
		}
	}
}

func TestATrackMayCrossTheDateLine(t *testing.T) {
	l, err := course.New([]race.Point{{Lon: 179.99, Lat: 1}, {Lon: -179.99, Lat: 1}})
	if err != nil || l.Length() > 2300 {
		t.Fatalf("%v m, %v", l.Length(), err)
	}
	p, _ := l.At(l.Length() * 0.75)
	if math.Abs(p.Lon+179.995) > 1e-6 {
		t.Errorf("three quarters of the way is %+v", p)
	}
	if pass := l.Passages(180, 1); len(pass) != 1 || math.Abs(pass[0].Along-l.Length()/2) > 0.5 {
		t.Errorf("%+v", pass)
	}
}

// walk draws a track as people walk: steps of up to some hundred metres.
func walk(t *rapid.T) *course.Line {
	at := race.Point{Lon: rapid.Float64Range(-179, 179).Draw(t, "lon"), Lat: rapid.Float64Range(-80, 80).Draw(t, "lat")}
	points := []race.Point{at}
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		at.Lon += float64(rapid.IntRange(-300, 300).Draw(t, "east")) / 1e5
		at.Lat += float64(rapid.IntRange(-300, 300).Draw(t, "north")) / 1e5
		points = append(points, at)
	}
	at.Lat += 0.0001 // a walk that ends where it began may never have left
	l, err := course.New(append(points, at))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPlacesLieOnTheLineWhateverTheRace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := walk(t)
		r := &race.Race{Distance: l.Length() * rapid.Float64Range(0.5, 3).Draw(t, "ratio"), IsLoop: rapid.Bool().Draw(t, "loop")}
		track := &course.Track{Line: l}
		for range rapid.IntRange(0, 4).Draw(t, "waypoints") {
			p := l.Points[rapid.IntRange(0, len(l.Points)-1).Draw(t, "at")]
			track.Waypoints = append(track.Waypoints, course.Waypoint{Name: "w", Lon: p.Lon + rapid.Float64Range(-0.0015, 0.0015).Draw(t, "off"), Lat: p.Lat})
		}
		for range rapid.IntRange(1, 6).Draw(t, "splits") {
			r.Splits = append(r.Splits, race.Split{Name: "s", Distance: rapid.Float64Range(0, r.Distance).Draw(t, "distance")})
		}
		track.Place(r)
		for _, s := range r.Splits {
			if s.Point == nil {
				if r.IsLoop || s.Distance <= l.Length() {
					t.Fatalf("%v m of %v have no place on %v m", s.Distance, r.Distance, l.Length())
				}
				continue
			}
			near := l.Passages(s.Point.Lon, s.Point.Lat)
			if !slices.ContainsFunc(near, func(p course.Passage) bool { return p.Off < 0.5 }) {
				t.Fatalf("%+v is not on the line: %+v", s.Point, near)
			}
			if s.Point.Distance != s.Distance {
				t.Fatalf("the distance of %+v changed", s)
			}
		}
	})
}

func TestAlongGrowsToTheRaceDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := walk(t)
		ratio := rapid.Float64Range(0.8, 1.2).Draw(t, "ratio")
		scale := l.Scale(l.Length() * ratio)
		last := 0.0
		for _, p := range l.Points {
			if along := p.Distance * scale; along < last {
				t.Fatalf("%v after %v", along, last)
			} else {
				last = along
			}
		}
		scaled := math.Abs(l.Length()*ratio-l.Length()) <= l.Length()*ratio*0.1
		want := l.Length()
		if scaled {
			want *= ratio
		}
		if math.Abs(last-want) > 1e-6 {
			t.Fatalf("the last point is at %v, want %v (ratio %v)", last, want, ratio)
		}
	})
}
