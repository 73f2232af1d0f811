package config

import (
	"net/url"
	"strings"

	"github.com/spf13/viper"

	"racectl/internal/race"
)

// Map says from where the maps of the console come. Everything empty: from the archives in the data directory, else from nowhere.
type Map struct {
	Style           string   // address of a MapLibre style document
	Terrain         string   // address of heights, or /maps/NAME.pmtiles
	TerrainEncoding string   // terrarium, mapbox, or "" = what the archive says
	Archive         string   // name of the archive that is the ground
	Attribution     string   // whom to name on the map
	Origins         []string // further hosts from which the style takes tiles, pictures and letters
}

// archiveEnd ends the names of map archives.
const archiveEnd = ".pmtiles"

func mapOf(v *viper.Viper) Map {
	m := Map{
		Style: v.GetString("map-style"), Terrain: v.GetString("map-terrain"), TerrainEncoding: strings.ToLower(v.GetString("map-terrain-encoding")),
		Archive: v.GetString("map-archive"), Attribution: v.GetString("map-attribution"), Origins: splitList(v.Get("map-origins")),
	}
	if strings.HasSuffix(m.Terrain, archiveEnd) && !strings.Contains(m.Terrain, "/") { // an archive of ours, by its name
		m.Terrain = "/maps/" + m.Terrain
	}
	return m
}

func (m *Map) check() error {
	if !isMapAddress(m.Style) {
		return race.Errorf(race.CodeUsage, "map-style is %q; write the address of a style document, https://… or /…", m.Style)
	}
	if !isMapAddress(m.Terrain) {
		return race.Errorf(race.CodeUsage, "map-terrain is %q; write an address, https://…/{z}/{x}/{y}.png, or the name of an archive, dem.pmtiles", m.Terrain)
	}
	switch m.TerrainEncoding {
	case "", "terrarium", "mapbox":
	default:
		return race.Errorf(race.CodeUsage, "map-terrain-encoding is %q; use terrarium or mapbox", m.TerrainEncoding)
	}
	if strings.ContainsAny(m.Archive, `/\`) {
		return race.Errorf(race.CodeUsage, "map-archive is %q; write the name of an archive that racectl map list shows", m.Archive)
	}
	for _, o := range m.Origins {
		if u, err := url.Parse(o); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.TrimSuffix(u.Path, "/") != "" || u.RawQuery != "" ||
			strings.ContainsAny(o, " ;,'\"") {
			return race.Errorf(race.CodeUsage, "map-origins holds %q; write hosts like https://tiles.example.org", o)
		}
	}
	return nil
}

// isMapAddress reports whether a browser can take something from there; "" is nowhere.
func isMapAddress(text string) bool {
	if text == "" {
		return true
	}
	if strings.ContainsAny(text, " ;,'\"<>") {
		return false
	}
	u, err := url.Parse(strings.NewReplacer("{", "", "}", "").Replace(text))
	return err == nil && (u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") || u.Scheme == "" && u.Host == "" && strings.HasPrefix(text, "/"))
}
