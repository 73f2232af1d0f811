package api

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/mapfile"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// heights is a small archive of heights.
func heights(t *testing.T) string {
	t.Helper()
	w, err := mapfile.Heights(func(lon, lat float64) float64 { return 1000 + 100*(lon-lat) }, [4]float64{-111.6, 35, -111.5, 35.1}, 9, 9, 1,
		map[string]any{"name": "Mesa", "attribution": "Mesa maps"})
	if err != nil {
		t.Fatal(err)
	}
	return archive(t, w)
}

func archive(t *testing.T, w *mapfile.Writer) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := w.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// pictures is an archive of one picture, which is no heights.
func pictures(t *testing.T) string {
	t.Helper()
	w := mapfile.NewPictures([4]float64{-112, 35, -111, 36}, map[string]any{"attribution": "© Mesa maps", "name": "Photos"})
	w.Add(0, 0, 0, []byte("no real picture"))
	return archive(t, w)
}

func (h *house) putMap(name, file, query string) *answered {
	h.t.Helper()
	return h.call("PUT", "/api/v1/maps/"+name+query, file, header("Content-Type", "application/octet-stream"))
}

func (h *house) mapSetup() (m wire.MapSetup) {
	h.t.Helper()
	h.call("GET", "/api/v1/map", "").want(200).read(&m)
	return m
}

func TestMapsAreTakenFromTheArchivesThatAreThere(t *testing.T) {
	h := newHouse(t)
	if m := h.mapSetup(); m != (wire.MapSetup{TerrainEncoding: "terrarium"}) {
		t.Errorf("nothing is configured: %+v", m)
	}
	h.call("GET", "/api/v1/maps", "").want(200)
	var a wire.MapArchive
	h.putMap("mesa-dem.pmtiles", heights(t), "").want(200).read(&a)
	if a.Name != "mesa-dem" || a.Type != "terrain" || a.Encoding != "terrarium" || a.Use != "terrain" || a.Title != "Mesa" || a.MinZoom != 9 || len(a.Bounds) != 4 {
		t.Errorf("%+v", a)
	}
	h.putMap("photos", pictures(t), "").want(200)
	if m := h.mapSetup(); m != (wire.MapSetup{
		Terrain: "/maps/mesa-dem.pmtiles", TerrainEncoding: "terrarium", Archive: "/maps/photos.pmtiles", ArchiveType: "raster", Attribution: "Mesa maps · © Mesa maps",
	}) {
		t.Errorf("%+v", m)
	}
	h.Map.Style, h.Map.Terrain, h.Map.TerrainEncoding, h.Map.Attribution = "https://maps.example/style.json", "https://maps.example/{z}/{x}/{y}.webp", "mapbox", "Us"
	if m := h.mapSetup(); m.Terrain != h.Map.Terrain || m.Archive != "" || m.TerrainEncoding != "mapbox" || m.Attribution != "Us" {
		t.Errorf("what is configured comes first: %+v", m)
	}
	h.Map.Archive = "photos.pmtiles"
	if m := h.mapSetup(); m.Archive != "/maps/photos.pmtiles" {
		t.Errorf("an archive that is configured is taken besides a style: %+v", m)
	}
	if err := os.WriteFile(filepath.Join(h.Map.Dir, "bad.pmtiles"), []byte("PMTiles"), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []wire.MapArchive
	h.call("GET", "/api/v1/maps", "").want(200).read(&all)
	if len(all) != 3 || all[0].Name != "bad" || all[0].Problem == "" || all[0].Type != "unreadable" {
		t.Errorf("%+v", all)
	}
	h.call("DELETE", "/api/v1/maps/photos.pmtiles", "").want(204)
	h.call("DELETE", "/api/v1/maps/photos", "").fails(404, race.CodeNotFound, `no map archive "photos"`)
}

func TestMapsAreReadInRangesByWhoeverIsSignedIn(t *testing.T) {
	h := newHouse(t)
	file := heights(t)
	h.putMap("mesa", file, "").want(200)
	a := h.call("GET", "/maps/mesa.pmtiles", "", anonymous, cookie(h.token), header("Range", "bytes=0-6")).want(206)
	tag := a.header.Get("ETag")
	if a.body != "PMTiles" || a.header.Get("Content-Range") != fmt.Sprintf("bytes 0-6/%d", len(file)) || tag == "" || a.header.Get("Content-Encoding") != "" {
		t.Errorf("%q %v", a.body, a.header)
	}
	h.call("GET", "/maps/mesa.pmtiles", "", header("If-None-Match", tag)).want(304)
	if a := h.call("GET", "/maps/mesa.pmtiles", "").want(200); a.body != file {
		t.Error("the archive did not come out whole")
	}
	h.call("HEAD", "/maps/mesa.pmtiles", "").want(200)
	h.call("GET", "/maps/mesa.pmtiles", "", header("Range", fmt.Sprintf("bytes=%d-", len(file)))).want(416)
	h.call("GET", "/maps/mesa.pmtiles", "", anonymous).want(401)
	h.call("GET", "/maps/mesa.pmtiles", "", anonymous, cookie("forged")).want(401)
	outside := filepath.Join(filepath.Dir(h.Map.Dir), "secret.pmtiles")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/maps/..%2fsecret.pmtiles", "/maps/%2e%2e%2fsecret", "/maps/../secret.pmtiles", "/maps/.pmtiles", "/maps/none.pmtiles", "/maps/a%00b.pmtiles", "/maps/..%5csecret.pmtiles"} {
		if a := h.call("GET", path, ""); strings.Contains(a.body, "secret") || a.status == 200 && !strings.Contains(a.body, "<html>") {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
		if a := h.call("DELETE", "/api/v1"+path, ""); a.status < 400 {
			t.Errorf("DELETE %s: %d", path, a.status)
		}
	}
}

func TestWhatIsNoMapIsNotKept(t *testing.T) {
	h := newHouse(t)
	file := heights(t)
	h.putMap("mesa", file, "").want(200)
	h.putMap("mesa", file, "").fails(409, race.CodeConflict, `there is a map archive "mesa" already`)
	h.putMap("mesa", pictures(t), "?replace=true").want(200)
	for name, c := range map[string]struct {
		file   string
		status int
		code   race.Code
		says   string
	}{
		"text":    {"hello", 400, race.CodeUnreadable, "this is no map archive"},
		"cut":     {file[:len(file)-5], 400, race.CodeUnreadable, "the map archive is cut off"},
		"damaged": {file[:127] + "??" + file[129:], 400, race.CodeUnreadable, "the map archive is damaged"},
		"..":      {file, 422, race.CodeInvalid, "cannot be called"},
		"a%20b":   {file, 422, race.CodeInvalid, "cannot be called"},
	} {
		h.putMap(name, c.file, "").fails(c.status, c.code, c.says)
	}
	h.putMap("mesa", "hello", "?replace=true").want(400)
	if all, err := h.archives(); err != nil || len(all) != 1 || all[0].Type != "raster" {
		t.Errorf("%+v %v", all, err)
	}
	free := int64(mapReserve)
	h.FreeSpace = func() int64 { return free }
	h.putMap("late", file, "").fails(503, race.CodeUnavailable, "2 GB of the disk are kept free for the race")
	left, err := filepath.Glob(filepath.Join(h.TempDir, "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestOnlyConfiguredHostsGiveMaps(t *testing.T) {
	m := MapOptions{
		Style: "https://maps.example/style.json?key=1", Terrain: "https://dem.example:8443/{z}/{x}/{y}.png",
		Origins: []string{"https://maps.example", "http://tiles.example/", "javascript:alert(1)", "/local"},
	}
	policy := contentPolicy(m.hosts())
	for _, part := range []string{
		"img-src 'self' data: blob: https://maps.example https://dem.example:8443 http://tiles.example;",
		"connect-src 'self' ws: wss: https://maps.example https://dem.example:8443 http://tiles.example;",
	} {
		if !strings.Contains(policy, part) {
			t.Errorf("%q is not in %s", part, policy)
		}
	}
	if strings.Contains(policy, "key") || strings.Contains(policy, "alert") || strings.Contains(contentPolicy(nil), "https:") {
		t.Error(policy)
	}
}
