package sim_test

import (
	"math"
	"testing"

	"racectl/internal/race"
	"racectl/internal/sim"
)

func TestTheGroundIsAsHighAsTheCourseOnIt(t *testing.T) {
	var way []race.Point
	for i := range 400 {
		f := float64(i) / 400
		way = append(way, race.Point{Lon: -111 + 0.1*math.Cos(6*f), Lat: 35 + 0.1*math.Sin(6*f), Ele: 1500 + 400*math.Sin(9*f)})
	}
	g := sim.NewGround(way, 0.03)
	worst := 0.0
	for _, p := range way {
		worst = max(worst, math.Abs(g.At(p.Lon, p.Lat)-p.Ele))
	}
	if worst > 25 {
		t.Errorf("on the course the ground is up to %.1f m too high or low", worst)
	}
	least, most := math.Inf(1), math.Inf(-1)
	for x := g.Bounds[0]; x < g.Bounds[2]; x += 0.002 {
		for y := g.Bounds[1]; y < g.Bounds[3]; y += 0.002 {
			h := g.At(x, y)
			if math.IsNaN(h) {
				t.Fatalf("no height at %v %v", x, y)
			}
			least, most = min(least, h), max(most, h)
		}
	}
	if least < 0 || most > 3500 || most-least < 400 {
		t.Errorf("heights from %.0f to %.0f m", least, most)
	}
	if again := sim.NewGround(way, 0.03); again.At(-111.02, 35.03) != g.At(-111.02, 35.03) {
		t.Error("the same course gave another ground")
	}
}
