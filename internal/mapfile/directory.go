package mapfile

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math"
	"sort"
)

// entry is a run of tiles that are the same, or (run 0) a directory of those that follow.
type entry struct {
	id, offset  uint64
	length, run uint32
}

// TileID is the number of a tile: tiles are counted along a Hilbert curve, zoom after zoom.
func TileID(zoom uint8, x, y uint32) uint64 {
	var before uint64
	for z := range zoom {
		before += 1 << (2 * z)
	}
	var along uint64
	tx, ty, n := uint64(x), uint64(y), uint64(1)<<zoom
	for s := n / 2; s > 0; s /= 2 {
		var right, down uint64
		if tx&s > 0 {
			right = 1
		}
		if ty&s > 0 {
			down = 1
		}
		along += s * s * (3*right ^ down)
		if down == 0 {
			if right == 1 {
				tx, ty = n-1-tx, n-1-ty
			}
			tx, ty = ty, tx
		}
	}
	return before + along
}

// encodeDirectory writes entries column by column, compressed.
func encodeDirectory(entries []entry) []byte {
	b := binary.AppendUvarint(nil, uint64(len(entries)))
	last := uint64(0)
	for _, e := range entries {
		b = binary.AppendUvarint(b, e.id-last)
		last = e.id
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, uint64(e.run))
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, uint64(e.length))
	}
	for i, e := range entries {
		if i > 0 && e.offset == entries[i-1].offset+uint64(entries[i-1].length) {
			b = append(b, 0) // right behind the one before
			continue
		}
		b = binary.AppendUvarint(b, e.offset+1)
	}
	return compress(b)
}

// decodeDirectory reads what encodeDirectory or anybody else wrote. Code unreadable.
func decodeDirectory(b []byte) ([]entry, error) {
	n, rest, ok := uvarint(b)
	if !ok || n > uint64(len(b)) { // every entry takes several bytes
		return nil, broken()
	}
	entries := make([]entry, n)
	last := uint64(0)
	read := func(set func(e *entry, v uint64) bool) bool {
		for i := range entries {
			var v uint64
			if v, rest, ok = uvarint(rest); !ok || !set(&entries[i], v) {
				return false
			}
		}
		return true
	}
	ok = read(func(e *entry, v uint64) bool { last += v; e.id = last; return true }) &&
		read(func(e *entry, v uint64) bool { e.run = uint32(v); return v <= math.MaxUint32 }) && //nolint:gosec // checked
		read(func(e *entry, v uint64) bool { e.length = uint32(v); return v <= math.MaxUint32 }) //nolint:gosec // checked
	for i := range entries {
		var v uint64
		if ok {
			v, rest, ok = uvarint(rest)
		}
		switch {
		case !ok, v == 0 && i == 0:
			return nil, broken()
		case v == 0:
			entries[i].offset = entries[i-1].offset + uint64(entries[i-1].length)
		default:
			entries[i].offset = v - 1
		}
	}
	return entries, nil
}

func uvarint(b []byte) (v uint64, rest []byte, ok bool) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil, false
	}
	return v, b[n:], true
}

// find is the entry in which a tile, or the directory that may know it, lies.
func find(entries []entry, id uint64) (entry, bool) {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].id > id }) - 1
	if i < 0 {
		return entry{}, false
	}
	e := entries[i]
	return e, e.run == 0 || id-e.id < uint64(e.run)
}

func compress(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b) // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}

// expand undoes a compression, up to a limit.
func expand(b []byte, compression byte) ([]byte, error) {
	if compression != gzipped {
		return b, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, broken()
	}
	out, err := io.ReadAll(io.LimitReader(z, maxPart+1))
	if err != nil || len(out) > maxPart {
		return nil, broken()
	}
	return out, nil
}
