package mapfile

import (
	"encoding/json"
	"io"
	"regexp"
	"strings"

	"racectl/internal/race"
)

// Info is what an archive says of itself.
type Info struct {
	Type             Type
	Encoding         string // of heights, "" for other maps
	Name             string
	Attribution      string     // as text
	Bounds           [4]float64 // west, south, east, north
	MinZoom, MaxZoom int
	Tiles            int64
}

// Archive is an open archive. It reads what it needs from the file, and may be used by several at once.
type Archive struct {
	Info Info
	in   io.ReaderAt
	head header
	root []entry
}

// Open reads what an archive is and checks that it is whole; size -1 = not known yet. Code unreadable.
func Open(in io.ReaderAt, size int64) (*Archive, error) {
	h, err := readHeader(in, size)
	if err != nil {
		return nil, err
	}
	a := &Archive{in: in, head: h}
	a.Info = Info{Bounds: h.bounds, MinZoom: int(h.minZoom), MaxZoom: int(h.maxZoom), Tiles: int64(h.addressed)} //nolint:gosec // a count
	if a.root, err = a.directory(h.root); err != nil {
		return nil, err
	}
	if len(a.root) == 0 {
		return nil, race.Errorf(race.CodeUnreadable, "the map archive holds no tiles; make it again")
	}
	return a, a.describe()
}

// describe reads the metadata.
func (a *Archive) describe() error {
	var said struct {
		Name, Attribution, Encoding any
	}
	if a.head.metadata.length > 0 {
		text, err := a.part(a.head.metadata)
		if err != nil {
			return err
		}
		if json.Unmarshal(text, &said) != nil {
			return broken()
		}
	}
	a.Info.Name, a.Info.Attribution = words(said.Name), words(said.Attribution)
	encoding := words(said.Encoding)
	switch {
	case a.head.format == mvt:
		a.Info.Type = Vector
	case encoding == Terrarium || encoding == Mapbox:
		a.Info.Type, a.Info.Encoding = Terrain, encoding
	default:
		a.Info.Type = Raster
	}
	return nil
}

var tags = regexp.MustCompile(`<[^>]*>`)

// words is a text of the metadata without the HTML that people put into attributions.
func words(v any) string {
	text, _ := v.(string)
	text = tags.ReplaceAllString(text, "")
	text = strings.NewReplacer("&copy;", "©", "&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'").Replace(text)
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > 300 {
		return string(r[:300]) + "…"
	}
	return string(r)
}

// Tile is a tile as the archive holds it, without compression; nil where there is none.
func (a *Archive) Tile(zoom uint8, x, y uint32) ([]byte, error) {
	if zoom > maxZoom || uint64(x) >= 1<<zoom || uint64(y) >= 1<<zoom {
		return nil, nil
	}
	id, entries := TileID(zoom, x, y), a.root
	for range 4 { // directories lie at most this deep in one another
		e, ok := find(entries, id)
		switch {
		case !ok:
			return nil, nil
		case e.run > 0:
			b, err := a.read(extent{a.head.tiles.offset + e.offset, uint64(e.length)})
			if err != nil {
				return nil, err
			}
			return expand(b, a.head.tile)
		}
		var err error
		if entries, err = a.directory(extent{a.head.leaves.offset + e.offset, uint64(e.length)}); err != nil {
			return nil, err
		}
	}
	return nil, broken()
}

func (a *Archive) directory(at extent) ([]entry, error) {
	b, err := a.part(at)
	if err != nil {
		return nil, err
	}
	return decodeDirectory(b)
}

// part reads metadata or a directory.
func (a *Archive) part(at extent) ([]byte, error) {
	b, err := a.read(at)
	if err != nil {
		return nil, err
	}
	return expand(b, a.head.internal)
}

func (a *Archive) read(at extent) ([]byte, error) {
	if at.length > maxPart || at.offset > 1<<62 {
		return nil, broken()
	}
	b := make([]byte, at.length)
	if n, err := a.in.ReadAt(b, int64(at.offset)); n < len(b) { //nolint:gosec // checked
		return nil, race.Errorf(race.CodeUnreadable, "the map archive is cut off or cannot be read: %w", err)
	}
	return b, nil
}
