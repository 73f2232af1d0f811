package mapfile_test

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/mapfile"
	"racectl/internal/race"
)

func slope(lon, lat float64) float64 { return 1000 + 2000*(lon+111.5) + 500*math.Sin(lat*40) }

// small is an archive of a few tiles of heights.
func small(t testing.TB) []byte {
	t.Helper()
	w, err := mapfile.Heights(slope, [4]float64{-111.7, 34.9, -111.4, 35.1}, 8, 10, 1, map[string]any{
		"name": "Mesa", "attribution": `<a href="https://maps.example">Mesa &amp; friends</a>`,
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	n, err := w.WriteTo(&out)
	if err != nil || n != int64(out.Len()) {
		t.Fatalf("%d bytes written, %d said: %v", out.Len(), n, err)
	}
	return out.Bytes()
}

func open(b []byte) (*mapfile.Archive, error) {
	return mapfile.Open(bytes.NewReader(b), int64(len(b)))
}

func TestHeightsComeBack(t *testing.T) {
	a, err := open(small(t))
	if err != nil {
		t.Fatal(err)
	}
	i := a.Info
	if i.Type != mapfile.Terrain || i.Encoding != mapfile.Terrarium || i.Name != "Mesa" || i.Attribution != "Mesa & friends" || i.MinZoom != 8 || i.MaxZoom != 10 || math.Abs(i.Bounds[0]+111.7) > 1e-6 {
		t.Errorf("%+v", i)
	}
	for _, at := range [][2]float64{{-111.69, 34.95}, {-111.5, 35}, {-111.41, 35.09}} {
		x, y := mapfile.Pixel(at[0], at[1], 10)
		tile, err := a.Tile(10, uint32(x/mapfile.TileSize), uint32(y/mapfile.TileSize))
		if err != nil || tile == nil {
			t.Fatalf("no tile at %v: %v", at, err)
		}
		img, err := png.Decode(bytes.NewReader(tile))
		if err != nil {
			t.Fatal(err)
		}
		r, g, b, _ := img.At(int(x)%mapfile.TileSize, int(y)%mapfile.TileSize).RGBA()
		got := float64(r>>8)*256 + float64(g>>8) + float64(b>>8)/256 - 32768
		if math.Abs(got-slope(at[0], at[1])) > 8 {
			t.Errorf("at %v the height is %v, want about %v", at, got, slope(at[0], at[1]))
		}
	}
	if tile, err := a.Tile(10, 0, 0); tile != nil || err != nil {
		t.Errorf("a tile that is not there: %v", err)
	}
}

// The numbers of the format's own description.
func TestTilesAreCountedAlongTheCurve(t *testing.T) {
	for _, c := range []struct {
		z    uint8
		x, y uint32
		id   uint64
	}{{0, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 1, 2}, {1, 1, 1, 3}, {1, 1, 0, 4}, {2, 0, 0, 5}, {12, 3423, 1763, 19078479}} {
		if got := mapfile.TileID(c.z, c.x, c.y); got != c.id {
			t.Errorf("%d/%d/%d has number %d, want %d", c.z, c.x, c.y, got, c.id)
		}
	}
}

func TestLargeDirectoriesGetLeaves(t *testing.T) {
	w := mapfile.NewPictures([4]float64{-180, -85, 180, 85}, nil)
	for x := range uint32(128) {
		for y := range uint32(128) {
			w.Add(7, x, y, binary.BigEndian.AppendUint32(bytes.Repeat([]byte{1}, int(x*y%97)), x<<16|y))
		}
	}
	var out bytes.Buffer
	if _, err := w.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	a, err := open(out.Bytes())
	if err != nil || a.Info.Type != mapfile.Raster || a.Info.Tiles != 128*128 {
		t.Fatalf("%+v %v", a, err)
	}
	for _, at := range [][2]uint32{{0, 0}, {127, 127}, {64, 3}, {1, 99}} {
		tile, err := a.Tile(7, at[0], at[1])
		if err != nil || len(tile) < 4 || binary.BigEndian.Uint32(tile[len(tile)-4:]) != at[0]<<16|at[1] {
			t.Errorf("tile %v: %v %v", at, tile, err)
		}
	}
}

func TestWhatIsNoArchiveIsRefusedInOneSentence(t *testing.T) {
	good := small(t)
	with := func(at int, b ...byte) []byte {
		out := bytes.Clone(good)
		copy(out[at:], b)
		return out
	}
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"empty":       {nil, "this is no map archive: it does not begin with PMTiles"},
		"text":        {[]byte(strings.Repeat("hello ", 100)), "this is no map archive"},
		"head":        {good[:100], "breaks off in its first bytes"},
		"version 2":   {with(7, 2), "version 2 of PMTiles"},
		"cut off":     {good[:len(good)-1], "the map archive is cut off: it has"},
		"brotli":      {with(97, 3), "compressed in a way that browsers do not read"},
		"tile kind":   {with(99, 9), "tiles of an unknown kind (9)"},
		"zooms":       {with(100, 12, 3), "its header makes no sense"},
		"no root":     {with(16, 0, 0, 0, 0, 0, 0, 0, 0), "its header makes no sense"},
		"huge offset": {with(56, 255, 255, 255, 255, 255, 255, 255, 255), "its header makes no sense"},
		"bounds":      {with(102, 0, 0, 0, 0x7f), "its header makes no sense"},
		"root":        {with(127, 0, 0), "its header makes no sense"},
	} {
		_, err := open(c.file)
		if race.CodeOf(err) != race.CodeUnreadable || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPixelAndPlaceAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lon, lat := rapid.Float64Range(-179.9, 179.9).Draw(t, "lon"), rapid.Float64Range(-84, 84).Draw(t, "lat")
		z := uint8(rapid.IntRange(0, 15).Draw(t, "zoom"))
		x, y := mapfile.Pixel(lon, lat, z)
		if lon2, lat2 := mapfile.Place(x, y, z); math.Abs(lon2-lon) > 1e-6 || math.Abs(lat2-lat) > 1e-6 {
			t.Fatalf("%v %v came back as %v %v", lon, lat, lon2, lat2)
		}
	})
}

func FuzzOpen(f *testing.F) {
	good := small(f)
	f.Add(good[:600])
	f.Add(good[:127])
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := mapfile.Open(bytes.NewReader(b), -1)
		if err != nil {
			if race.CodeOf(err) != race.CodeUnreadable {
				t.Fatalf("an error that is not for people: %v", err)
			}
			return
		}
		for z := range uint8(3) {
			_, _ = a.Tile(z, 0, 0)
		}
	})
}
