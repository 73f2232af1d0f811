package control

import (
	"encoding/binary"
	"hash/maphash"

	"racectl/internal/race"
)

// keySet remembers which reads are stored, by a 128-bit fingerprint of what makes a read the same read. At that width
// two different reads meet by chance once in about 10^25 events of five million reads. It is a plain open-addressing
// table in shards, because a map of five million entries costs twice the memory.
type keySet struct {
	seeds  [2]maphash.Seed
	shards [256]shard
}

type print128 [2]uint64

type shard struct {
	slots []print128 // the zero print marks a free slot
	used  int
}

func (k *keySet) init() { k.seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()} }

// fingerprint is of (source, key), or without a key of (source, tag, millisecond): SCORING step 1.
func fingerprint(seeds [2]maphash.Seed, source race.SourceID, key, tag string, at race.Instant) print128 {
	var buf [96]byte
	b := binary.LittleEndian.AppendUint64(buf[:0], uint64(source))
	if key != "" {
		b = append(append(b, 'k'), key...)
	} else {
		b = append(append(b, 't'), tag...)
		b = binary.LittleEndian.AppendUint64(b, uint64(at))
	}
	p := print128{maphash.Bytes(seeds[0], b), maphash.Bytes(seeds[1], b)}
	if p == (print128{}) {
		p[0] = 1
	}
	return p
}

// add reports whether the print is new.
func (k *keySet) add(p print128) bool {
	s := &k.shards[p[0]&255]
	if (s.used+1)*8 > len(s.slots)*7 {
		s.grow()
	}
	i, found := s.find(p)
	if found {
		return false
	}
	s.slots[i] = p
	s.used++
	return true
}

// has reports whether the print is there.
func (k *keySet) has(p print128) bool {
	s := &k.shards[p[0]&255]
	if s.used == 0 {
		return false
	}
	_, found := s.find(p)
	return found
}

// remove forgets a print that was added by mistake: the read did not become durable.
func (k *keySet) remove(p print128) {
	s := &k.shards[p[0]&255]
	if s.used == 0 {
		return
	}
	i, found := s.find(p)
	if !found {
		return
	}
	// Linear probing: whatever follows without a gap must be put again.
	s.slots[i] = print128{}
	s.used--
	mask := len(s.slots) - 1
	for j := (i + 1) & mask; s.slots[j] != (print128{}); j = (j + 1) & mask {
		moved := s.slots[j]
		s.slots[j] = print128{}
		at, _ := s.find(moved)
		s.slots[at] = moved
	}
}

func (s *shard) find(p print128) (int, bool) {
	mask := len(s.slots) - 1
	for i := int(p[1]) & mask; ; i = (i + 1) & mask {
		if s.slots[i] == p {
			return i, true
		}
		if s.slots[i] == (print128{}) {
			return i, false
		}
	}
}

func (s *shard) grow() {
	old := s.slots
	s.slots = make([]print128, max(16, 2*len(old)))
	for _, p := range old {
		if p != (print128{}) {
			i, _ := s.find(p)
			s.slots[i] = p
		}
	}
}
