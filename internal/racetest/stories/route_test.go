package stories_test

import (
	"bytes"
	"fmt"
	"math"

	"racectl/internal/course"
	"racectl/internal/race"
)

// profile is the height of the demo course: kilometres and metres above the sea.
var profile = [][2]float64{
	{0, 1420}, {4, 1440}, {8, 1530}, {14, 2010}, {17, 2080}, {21.4, 1840}, {25, 1960}, {30.5, 2390}, {33, 2340}, {36, 2110}, {41, 2280}, {44, 2460},
	{48.9, 2230}, {52, 2290}, {57, 1790}, {62, 1650}, {66, 1820}, {71.2, 2010}, {75, 2330}, {79, 2290}, {83, 2020}, {88, 1890}, {91, 1990}, {95, 1630}, {100, 1480},
}

// route makes the demo course: a way that wanders and zigzags where it is steep, in steps of seventy metres, and is 100 km long when measured.
func route() []byte {
	const steps = 1440
	points := wander(steps, 100_000.0/steps)
	for range 3 { // the curvature of the earth makes steps a little long or short
		line, err := course.New(points)
		if err != nil {
			panic(err)
		}
		points = wander(steps, 100_000.0/steps*100_000/line.Length())
	}
	var out bytes.Buffer
	out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"racectl\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n" +
		" <metadata><name>Cinder Mesa 100K</name></metadata>\n <trk>\n  <name>Cinder Mesa 100K</name>\n  <trkseg>\n")
	for _, p := range points {
		fmt.Fprintf(&out, "   <trkpt lat=\"%.6f\" lon=\"%.6f\"><ele>%.1f</ele></trkpt>\n", p.Lat, p.Lon, p.Ele)
	}
	out.WriteString("  </trkseg>\n </trk>\n</gpx>\n")
	return out.Bytes()
}

func wander(steps int, step float64) []race.Point {
	const perDegree = math.Pi / 180 * race.EarthRadius
	at := race.Point{Lat: 34.4127, Lon: -111.9315}
	var out []race.Point
	for i := range steps + 1 {
		km := 100 * float64(i) / float64(steps)
		at.Ele = height(km)
		out = append(out, at)
		heading := 0.7 + 0.9*math.Sin(km/9.1) + 0.55*math.Sin(km/3.3+1) + 0.35*math.Sin(km*2.1+2) + zigzag(km)
		at.Lat += step * math.Cos(heading) / perDegree
		at.Lon += step * math.Sin(heading) / (perDegree * math.Cos(at.Lat*math.Pi/180))
	}
	return out
}

// zigzag turns the way left and right where the ground is steep.
func zigzag(km float64) float64 {
	grade := math.Abs(height(km+0.3)-height(km-0.3)) / 600
	return 1.25 * math.Min(1, grade/0.12) * math.Sin(km*math.Pi/0.28)
}

// height follows the profile smoothly, with ground that is never quite even.
func height(km float64) float64 {
	km = math.Max(0, math.Min(100, km))
	i := 1
	for i < len(profile)-1 && profile[i][0] < km {
		i++
	}
	a, b := profile[i-1], profile[i]
	f := (km - a[0]) / (b[0] - a[0])
	f = f * f * (3 - 2*f)
	return a[1] + (b[1]-a[1])*f + 7*math.Sin(km*3.7) + 4*math.Sin(km*9.3+1) + 1.5*math.Sin(km*23+2)
}
