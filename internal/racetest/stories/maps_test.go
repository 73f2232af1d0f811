package stories_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"racectl/internal/course"
	"racectl/internal/mapfile"
	"racectl/internal/racetest/stories"
	"racectl/internal/sim"
)

// The small map archive is for tests of maps without internet: imaginary heights around the demo's course, coarse enough to be kept.
// That of the demo itself is made when the demo starts.
func TestTheKeptHeightsAreThoseOfTheDemoCourse(t *testing.T) {
	line, err := course.Read(bytes.NewReader(route()))
	if err != nil {
		t.Fatal(err)
	}
	ground := sim.NewGround(line.Points, 0.02)
	w, err := mapfile.Heights(ground.At, ground.Bounds, 9, 10, 8, map[string]any{"name": "Cinder Mesa", "attribution": "Imaginary heights"})
	if err != nil {
		t.Fatal(err)
	}
	var made bytes.Buffer
	if _, err := w.WriteTo(&made); err != nil {
		t.Fatal(err)
	}
	kept := keptOr(t, "maps", "mesa.pmtiles", made.Bytes())
	if len(kept) > 300_000 {
		t.Errorf("%d bytes are too many for a file that everybody fetches", len(kept))
	}
	archive, err := mapfile.Open(bytes.NewReader(kept), int64(len(kept)))
	if err != nil {
		t.Fatal(err)
	}
	worst, tiles := 0.0, map[[2]uint32]image.Image{}
	for _, p := range line.Points {
		worst = max(worst, math.Abs(heightAt(t, archive, tiles, p.Lon, p.Lat)-p.Ele))
	}
	if worst > 120 { // a pixel is 125 m wide, and the course climbs in zigzags
		t.Errorf("somewhere on the course the kept heights are wrong by %.0f m", worst)
	}
}

// keptOr is a kept file whose bytes need not be the same on every machine; with -update it is written first.
func keptOr(t *testing.T, folder, file string, made []byte) []byte {
	t.Helper()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		keep(t, folder, file, made)
	}
	kept, err := os.ReadFile(filepath.Join(stories.Root(), "fixtures", folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// heightAt reads the pixel of a place.
func heightAt(t *testing.T, a *mapfile.Archive, known map[[2]uint32]image.Image, lon, lat float64) float64 {
	t.Helper()
	x, y := mapfile.Pixel(lon, lat, 10)
	at := [2]uint32{uint32(x / mapfile.TileSize), uint32(y / mapfile.TileSize)}
	if known[at] == nil {
		tile, err := a.Tile(10, at[0], at[1])
		if err != nil || tile == nil {
			t.Fatalf("no tile at %v %v: %v", lon, lat, err)
		}
		if known[at], err = png.Decode(bytes.NewReader(tile)); err != nil {
			t.Fatal(err)
		}
	}
	r, g, b, _ := known[at].At(int(x)%mapfile.TileSize, int(y)%mapfile.TileSize).RGBA()
	return float64(r>>8)*256 + float64(g>>8) + float64(b>>8)/256 - 32768
}
