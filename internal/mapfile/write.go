package mapfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Writer collects the tiles of a small archive. Everything is kept in memory until it is written.
type Writer struct {
	Metadata map[string]any
	Bounds   [4]float64 // west, south, east, north

	format byte
	tiles  map[uint64][]byte
	zooms  map[uint8]bool
}

// NewPictures makes a writer of PNG tiles.
func NewPictures(bounds [4]float64, metadata map[string]any) *Writer {
	return &Writer{Metadata: metadata, Bounds: bounds, format: png, tiles: map[uint64][]byte{}, zooms: map[uint8]bool{}}
}

// Add keeps a tile.
func (w *Writer) Add(zoom uint8, x, y uint32, tile []byte) {
	w.tiles[TileID(zoom, x, y)] = tile
	w.zooms[zoom] = true
}

// WriteTo writes the archive: the same bytes for the same tiles. Tiles that are equal are kept once.
func (w *Writer) WriteTo(out io.Writer) (int64, error) {
	entries, data, contents := w.layOut()
	if len(entries) == 0 {
		return 0, fmt.Errorf("write a map archive: there are no tiles")
	}
	root, leaves := directories(entries)
	text, err := json.Marshal(w.Metadata)
	if err != nil {
		return 0, fmt.Errorf("write a map archive: %w", err)
	}
	metadata := compress(text)
	zooms := slices.Sorted(maps.Keys(w.zooms))
	h := header{
		addressed: uint64(len(w.tiles)), entries: uint64(len(entries)), contents: uint64(contents), clustered: true,
		internal: gzipped, tile: plain, format: w.format, minZoom: zooms[0], maxZoom: zooms[len(zooms)-1], bounds: w.Bounds,
	}
	at := uint64(headerSize)
	parts := [][]byte{root, metadata, leaves, data}
	for i, e := range []*extent{&h.root, &h.metadata, &h.leaves, &h.tiles} {
		*e = extent{at, uint64(len(parts[i]))}
		at += e.length
	}
	var n int64
	for _, p := range slices.Concat([][]byte{h.encode()}, parts) {
		k, err := out.Write(p)
		n += int64(k)
		if err != nil {
			return n, fmt.Errorf("write a map archive: %w", err)
		}
	}
	return n, nil
}

// layOut puts the tiles one behind the other in the order of their numbers.
func (w *Writer) layOut() (entries []entry, data []byte, contents int) {
	var all bytes.Buffer
	seen := map[string]uint64{}
	for _, id := range slices.Sorted(maps.Keys(w.tiles)) {
		tile := w.tiles[id]
		offset, known := seen[string(tile)]
		if !known {
			offset = uint64(all.Len())
			seen[string(tile)] = offset
			all.Write(tile)
		}
		if last := len(entries) - 1; last >= 0 && entries[last].offset == offset && entries[last].id+uint64(entries[last].run) == id {
			entries[last].run++
			continue
		}
		entries = append(entries, entry{id: id, offset: offset, length: uint32(len(tile)), run: 1}) //nolint:gosec // a tile is small
	}
	return entries, all.Bytes(), len(seen)
}

// directories makes a root that fits its place, with leaves below it when there are too many tiles.
func directories(entries []entry) (root, leaves []byte) {
	if root = encodeDirectory(entries); len(root) <= maxRoot-headerSize {
		return root, nil
	}
	for size := 4096; ; size *= 2 {
		leaves = nil
		var top []entry
		for part := range slices.Chunk(entries, size) {
			leaf := encodeDirectory(part)
			top = append(top, entry{id: part[0].id, offset: uint64(len(leaves)), length: uint32(len(leaf))}) //nolint:gosec // some kB
			leaves = append(leaves, leaf...)
		}
		if root = encodeDirectory(top); len(root) <= maxRoot-headerSize {
			return root, leaves
		}
	}
}
