package main

import (
	"math"
	"os"

	"racectl/internal/mapfile"
)

func main() {
	g := func(lon, lat float64) float64 {
		x, y := (lon+111.7)*91.9, (lat-34.6)*111.3
		h := 1900 + 420*math.Sin(x/9+1.2*math.Sin(y/13)) + 300*math.Cos(y/7+0.8*math.Sin(x/11)) + 90*math.Sin(x/2.3+y/3.1) + 60*math.Cos(x/1.7-y/2.2) + 18*math.Sin(x*1.9+math.Sin(y*2.1)) + 14*math.Cos(y*2.7-x*1.3)
		return h
	}
	w, err := mapfile.Heights(g, [4]float64{-112.5, 34.0, -110.9, 35.2}, 5, 11, 1, map[string]any{"name": "Mesa", "attribution": "Mesa heights & friends"})
	if err != nil {
		panic(err)
	}
	f, _ := os.Create("/tmp/cc/mesa.pmtiles")
	w.WriteTo(f)
	f.Close()
}
