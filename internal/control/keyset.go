package control

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"sync"
	"sync/atomic"

	"racectl/internal/race"
)

// keySet remembers which reads are stored, by a 127-bit fingerprint of what makes a read the same read. At that width
// two different reads meet by chance once in about 10^25 events of five million reads. It is a plain open-addressing
// table in shards, because a map of five million entries costs twice the memory. It is safe for concurrent use.
//
// Prints of a large import are pending until it is committed: nobody may yet be told that such a read is known.
type keySet struct {
	seeds   [2]maphash.Seed
	pending atomic.Bool // whether the mark of pending prints means anything
	shards  [shardCount]shard
}

type print128 [2]uint64

const (
	shardCount = 256
	markBit    = 1 << 63 // in the second half: pending
)

// found tells what was there before.
type found uint8

const (
	isNew found = iota
	isKnown
	isPending // part of an import that is not committed
)

type shard struct {
	sync.Mutex
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
	p := print128{maphash.Bytes(seeds[0], b), maphash.Bytes(seeds[1], b) &^ markBit}
	if p == (print128{}) {
		p[0] = 1
	}
	return p
}

func (k *keySet) shard(p print128) *shard { return &k.shards[p[0]%shardCount] }

// add takes a print of a read that is about to be stored.
func (k *keySet) add(p print128) found {
	s := k.shard(p)
	s.Lock()
	defer s.Unlock()
	was := s.add(p, 0)
	if was == isPending && !k.pending.Load() {
		return isKnown
	}
	return was
}

// addMany takes many prints and says of each whether it is new; with mark they are pending. They are taken shard by shard, because
// one shard fits the processor's cache and the whole set does not.
func (k *keySet) addMany(prints []print128, mark bool, fresh []bool) {
	var starts [shardCount + 1]int32
	for i := range prints {
		starts[prints[i][0]%shardCount+1]++
	}
	for i := range shardCount {
		starts[i+1] += starts[i]
	}
	order, next := make([]int32, len(prints)), starts
	for i := range prints {
		at := &next[prints[i][0]%shardCount]
		order[*at] = int32(i)
		*at++
	}
	bit := uint64(0)
	if mark {
		bit = markBit
	}
	for i := range shardCount {
		s := &k.shards[i]
		s.Lock()
		for _, n := range order[starts[i]:starts[i+1]] {
			fresh[n] = s.add(prints[n], bit) == isNew
		}
		s.Unlock()
	}
}

// has reports whether the print of a stored read is there.
func (k *keySet) has(p print128) bool {
	s := k.shard(p)
	s.Lock()
	defer s.Unlock()
	if s.used == 0 {
		return false
	}
	i, found := s.find(p)
	return found && (s.slots[i][1]&markBit == 0 || !k.pending.Load())
}

// remove forgets a print that was added by mistake: the read did not become durable.
func (k *keySet) remove(p print128) {
	s := k.shard(p)
	s.Lock()
	defer s.Unlock()
	s.remove(p)
}

// keepPending makes the pending prints ordinary ones.
func (k *keySet) keepPending() {
	for i := range k.shards {
		s := &k.shards[i]
		s.Lock()
		for n := range s.slots {
			s.slots[n][1] &^= markBit
		}
		s.Unlock()
	}
}

// dropPending forgets the pending prints.
func (k *keySet) dropPending() {
	for i := range k.shards {
		s := &k.shards[i]
		s.Lock()
		old := s.slots
		s.slots, s.used = make([]print128, len(old)), 0
		for _, p := range old {
			if p != (print128{}) && p[1]&markBit == 0 {
				at, _ := s.find(p)
				s.slots[at] = p
				s.used++
			}
		}
		s.Unlock()
	}
}

// add is of a locked shard.
func (s *shard) add(p print128, mark uint64) found {
	if (s.used+1)*8 > len(s.slots)*7 {
		s.grow()
	}
	i, found := s.find(p)
	if found {
		if s.slots[i][1]&markBit != 0 {
			return isPending
		}
		return isKnown
	}
	p[1] |= mark
	s.slots[i] = p
	s.used++
	return isNew
}

func (s *shard) remove(p print128) {
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
	for j := s.after(i); s.slots[j] != (print128{}); j = s.after(j) {
		moved := s.slots[j]
		s.slots[j] = print128{}
		at, _ := s.find(moved)
		s.slots[at] = moved
	}
}

func (s *shard) after(i int) int {
	if i++; i == len(s.slots) {
		return 0
	}
	return i
}

// find is where a print is, or where it would go; its mark does not matter.
func (s *shard) find(p print128) (int, bool) {
	p[1] &^= markBit
	at, _ := bits.Mul64(p[1]<<1, uint64(len(s.slots)))
	for i := int(at); ; i = s.after(i) {
		have := s.slots[i]
		if have == (print128{}) {
			return i, false
		}
		have[1] &^= markBit
		if have == p {
			return i, true
		}
	}
}

// reserve makes room for so many prints in all.
func (k *keySet) reserve(n int) {
	for i := range k.shards {
		s := &k.shards[i]
		s.Lock()
		if room := n/shardCount*5/4 + 16; room > len(s.slots) {
			s.resize(room)
		}
		s.Unlock()
	}
}

// grow makes room by a half: a set of five million prints should not hold much air.
func (s *shard) grow() { s.resize(len(s.slots) + len(s.slots)/2 + 16) }

func (s *shard) resize(n int) {
	old := s.slots
	s.slots = make([]print128, n)
	for _, p := range old {
		if p != (print128{}) {
			i, _ := s.find(p)
			s.slots[i] = p
		}
	}
}
