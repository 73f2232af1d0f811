package api

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"racectl/internal/mapfile"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// MapOptions say from where the maps of the console come. Everything empty means what lies in Dir, and without that a plain ground.
type MapOptions struct {
	Dir             string   // where archives lie; "" = nowhere
	Style           string   // address of a MapLibre style document
	Terrain         string   // address of heights
	TerrainEncoding string   // terrarium or mapbox; "" = what the archive says, else terrarium
	Archive         string   // name of the archive in Dir that is the ground; "" = the first that can be
	Attribution     string   // besides that of the archives
	Origins         []string // further hosts from which a style takes tiles, pictures and letters
}

const (
	mapPath = "/maps/"
	mapEnd  = ".pmtiles"
)

// mapNames are the names that archives may have: nothing that leads out of their folder, or that needs quoting anywhere.
var mapNames = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// mapName is the name of an archive as people say it, with or without its ending. Code invalid.
func mapName(said string) (string, error) {
	name := strings.TrimSuffix(said, mapEnd)
	if !mapNames.MatchString(name) {
		return "", race.Invalid("name", "a map archive cannot be called %q; use up to 100 letters, digits, dots, dashes and underscores", said)
	}
	return name, nil
}

// mapSetup says from where the console takes its maps (MAP-11): what is configured, and what lies in the folder for the rest.
func (a *API) mapSetup(context.Context, *struct{}) (*one[wire.MapSetup], error) {
	list, err := a.archives()
	if err != nil {
		return nil, err
	}
	m := wire.MapSetup{Style: a.Map.Style, Terrain: a.Map.Terrain, TerrainEncoding: a.Map.TerrainEncoding}
	named := []string{a.Map.Attribution}
	for _, x := range list {
		if x.Use == "" {
			continue
		}
		named = append(named, x.Attribution)
		if x.Use == "ground" {
			m.Archive, m.ArchiveType = x.URL, x.Type
			continue
		}
		m.Terrain = x.URL
		if m.TerrainEncoding == "" {
			m.TerrainEncoding = x.Encoding
		}
	}
	if m.TerrainEncoding == "" {
		m.TerrainEncoding = mapfile.Terrarium
	}
	m.Attribution = joined(named)
	return &one[wire.MapSetup]{Body: m}, nil
}

// joined names everybody once.
func joined(names []string) string {
	var out []string
	for _, n := range names {
		if n != "" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return strings.Join(out, " · ")
}

// listMaps lists the archives of the server, by name.
func (a *API) listMaps(context.Context, *struct{}) (*list[wire.MapArchive], error) {
	all, err := a.archives()
	return &list[wire.MapArchive]{Body: all}, err
}

// archives looks at every archive in the folder and says which are in use.
func (a *API) archives() ([]wire.MapArchive, error) {
	if a.Map.Dir == "" {
		return nil, nil
	}
	files, err := os.ReadDir(a.Map.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, race.Errorf(race.CodeUnavailable, "the folder of maps cannot be read: %w", err)
	}
	var out []wire.MapArchive
	for _, f := range files {
		name, is := strings.CutSuffix(f.Name(), mapEnd)
		if is && mapNames.MatchString(name) && !f.IsDir() {
			out = append(out, lookAt(filepath.Join(a.Map.Dir, f.Name()), name))
		}
	}
	a.choose(out)
	return out, nil
}

// lookAt describes one archive; what is wrong with it becomes its problem.
func lookAt(path, name string) wire.MapArchive {
	out := wire.MapArchive{Name: name, URL: mapPath + name + mapEnd, Type: "unreadable"}
	file, err := os.Open(path)
	if err != nil {
		out.Problem = "the file cannot be opened"
		return out
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		out.Problem = "the file cannot be looked at"
		return out
	}
	out.Size = info.Size()
	archive, err := mapfile.Open(file, out.Size)
	if err != nil {
		out.Problem = err.Error()
		return out
	}
	i := archive.Info
	out.Type, out.Encoding, out.Title, out.Attribution = string(i.Type), i.Encoding, i.Name, i.Attribution
	out.Bounds, out.MinZoom, out.MaxZoom, out.Tiles = i.Bounds[:], i.MinZoom, i.MaxZoom, i.Tiles
	return out
}

// choose says which archives the console takes: those that are configured, else the first that can be for what is not configured.
func (a *API) choose(all []wire.MapArchive) {
	first := func(use string, fits func(x *wire.MapArchive) bool) {
		for i := range all {
			if x := &all[i]; x.Problem == "" && x.Use == "" && fits(x) {
				x.Use = use
				return
			}
		}
	}
	first("terrain", func(x *wire.MapArchive) bool {
		if a.Map.Terrain != "" {
			return a.Map.Terrain == x.URL
		}
		return x.Type == string(mapfile.Terrain)
	})
	first("ground", func(x *wire.MapArchive) bool {
		if a.Map.Archive != "" {
			return strings.TrimSuffix(a.Map.Archive, mapEnd) == x.Name
		}
		return a.Map.Style == "" && x.Type != string(mapfile.Terrain)
	})
}

// hosts are the servers from which the console may take maps.
func (m *MapOptions) hosts() []string {
	var out []string
	for _, text := range slices.Concat([]string{m.Style, m.Terrain}, m.Origins) {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			continue
		}
		if host := u.Scheme + "://" + u.Host; !slices.Contains(out, host) {
			out = append(out, host)
		}
	}
	return out
}
