package mapfile

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"

	"racectl/internal/race"
)

// Type is what the tiles of an archive are.
type Type string

// The types of tiles.
const (
	Vector  Type = "vector"
	Raster  Type = "raster"
	Terrain Type = "terrain" // pictures whose colours are heights
)

// Encodings of heights in the colours of a picture.
const (
	Terrarium = "terrarium" // red * 256 + green + blue / 256 - 32768
	Mapbox    = "mapbox"    // (red * 65536 + green * 256 + blue) / 10 - 10000
)

const (
	headerSize = 127
	maxRoot    = 16384 // header and root directory lie in the first 16 kB
	maxPart    = 64 << 20
	maxZoom    = 30

	plain   = 1 // compression of directories, metadata and tiles
	gzipped = 2

	mvt, png, jpeg, webp, avif = 1, 2, 3, 4, 5
)

// extent is a part of an archive.
type extent struct{ offset, length uint64 }

// header is the first 127 bytes of an archive.
type header struct {
	root, metadata, leaves, tiles extent
	addressed, entries, contents  uint64
	clustered                     bool
	internal, tile                byte // compression
	format                        byte
	minZoom, maxZoom              byte
	bounds                        [4]float64 // west, south, east, north
}

var magic = []byte("PMTiles")

// readHeader checks that an archive of a size is one, whole, and of a kind that browsers read. Code unreadable.
func readHeader(in io.ReaderAt, size int64) (h header, err error) {
	b := make([]byte, headerSize)
	if n, err := in.ReadAt(b, 0); n < headerSize {
		if n < len(magic) || !bytes.HasPrefix(b, magic) {
			return h, notAnArchive()
		}
		return h, race.Errorf(race.CodeUnreadable, "the map archive breaks off in its first bytes; copy it again: %w", err)
	}
	if !bytes.HasPrefix(b, magic) {
		return h, notAnArchive()
	}
	if version := b[7]; version != 3 {
		return h, race.Errorf(race.CodeUnreadable, "the map archive is of version %d of PMTiles; only version 3 is read: convert it with pmtiles convert", version)
	}
	h.decode(b)
	return h, h.check(size)
}

func notAnArchive() error {
	return race.Errorf(race.CodeUnreadable, "this is no map archive: it does not begin with PMTiles; use a .pmtiles file")
}

func (h *header) decode(b []byte) {
	number := func(at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
	for i, e := range []*extent{&h.root, &h.metadata, &h.leaves, &h.tiles} {
		*e = extent{number(8 + 16*i), number(16 + 16*i)}
	}
	h.addressed, h.entries, h.contents = number(72), number(80), number(88)
	h.clustered = b[96] == 1
	h.internal, h.tile, h.format, h.minZoom, h.maxZoom = b[97], b[98], b[99], b[100], b[101]
	for i := range h.bounds {
		h.bounds[i] = float64(int32(binary.LittleEndian.Uint32(b[102+4*i:]))) / 1e7 //nolint:gosec // a signed number by the format
	}
}

func (h *header) encode() []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	b[7] = 3
	for i, e := range []extent{h.root, h.metadata, h.leaves, h.tiles} {
		binary.LittleEndian.PutUint64(b[8+16*i:], e.offset)
		binary.LittleEndian.PutUint64(b[16+16*i:], e.length)
	}
	for i, n := range []uint64{h.addressed, h.entries, h.contents} {
		binary.LittleEndian.PutUint64(b[72+8*i:], n)
	}
	if h.clustered {
		b[96] = 1
	}
	b[97], b[98], b[99], b[100], b[101] = h.internal, h.tile, h.format, h.minZoom, h.maxZoom
	degrees := func(at int, v float64) { binary.LittleEndian.PutUint32(b[at:], uint32(int32(math.Round(v*1e7)))) } //nolint:gosec // as above
	for i, v := range h.bounds {
		degrees(102+4*i, v)
	}
	b[118] = h.minZoom
	degrees(119, (h.bounds[0]+h.bounds[2])/2)
	degrees(123, (h.bounds[1]+h.bounds[3])/2)
	return b
}

// check refuses what is cut off, and what the browser would not read.
func (h *header) check(size int64) error {
	end := h.end()
	switch {
	case end == 0:
		return broken()
	case size >= 0 && end > size:
		return race.Errorf(race.CodeUnreadable, "the map archive is cut off: it has %d of %d bytes; copy it again", size, end)
	case h.root.length == 0 || h.root.length > maxPart || h.metadata.length > maxPart || h.root.offset < headerSize:
		return broken()
	case h.minZoom > h.maxZoom || h.maxZoom > maxZoom:
		return broken()
	case h.format < mvt || h.format > avif:
		return race.Errorf(race.CodeUnreadable, "the map archive holds tiles of an unknown kind (%d); use one of vector tiles or pictures", h.format)
	case h.internal != plain && h.internal != gzipped || h.tile > gzipped:
		return race.Errorf(race.CodeUnreadable, "the map archive is compressed in a way that browsers do not read; make it with gzip")
	}
	for i, most := range []float64{180, 90, 180, 90} {
		if math.Abs(h.bounds[i]) > most {
			return broken()
		}
	}
	return nil
}

// end is how many bytes there must be at least, 0 when that makes no sense.
func (h *header) end() int64 {
	end := uint64(headerSize)
	for _, e := range []extent{h.root, h.metadata, h.leaves, h.tiles} {
		if e.offset > math.MaxInt64/2 || e.length > math.MaxInt64/2 {
			return 0
		}
		end = max(end, e.offset+e.length)
	}
	return int64(end) //nolint:gosec // checked
}

func broken() error {
	return race.Errorf(race.CodeUnreadable, "the map archive is damaged: its header makes no sense; make it again")
}

// HeadSize is how many bytes of an archive Size wants to see.
const HeadSize = headerSize

// Size checks the first bytes of an archive and says how many bytes it must have at least. Code unreadable.
func Size(head []byte) (int64, error) {
	h, err := readHeader(bytes.NewReader(head), -1)
	return h.end(), err
}
