package control

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/race"
)

func TestKeySetIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var k keySet
		k.init()
		model := map[string]bool{}
		for range rapid.IntRange(0, 400).Draw(t, "steps") {
			name := fmt.Sprint(rapid.IntRange(0, 60).Draw(t, "key"))
			p := fingerprint(k.seeds, 1, name, "", 0)
			p[0] &^= 255 // all in one shard, so that probes collide
			p[1] &= 15
			if rapid.Bool().Draw(t, "add") {
				if got := k.add(p) == isNew; got == model[fmt.Sprint(p)] {
					t.Fatalf("add says new=%v", got)
				}
				model[fmt.Sprint(p)] = true
			} else {
				k.remove(p)
				delete(model, fmt.Sprint(p))
			}
		}
		if n := k.shards[0].used; n != len(model) {
			t.Fatalf("%d used, want %d", n, len(model))
		}
	})
}

func TestFingerprintsTellReadsApart(t *testing.T) {
	var k keySet
	k.init()
	seen := map[print128]string{}
	for _, r := range []struct {
		source   race.SourceID
		key, tag string
		at       race.Instant
	}{{1, "", "A", 1}, {1, "", "A", 2}, {2, "", "A", 1}, {1, "", "B", 1}, {1, "A", "A", 1}, {1, "B", "A", 1}, {2, "A", "A", 1}} {
		p := fingerprint(k.seeds, r.source, r.key, r.tag, r.at)
		if other, ok := seen[p]; ok {
			t.Errorf("%+v has the print of %s", r, other)
		}
		seen[p] = fmt.Sprintf("%+v", r)
	}
	if fingerprint(k.seeds, 1, "A", "X", 1) != fingerprint(k.seeds, 1, "A", "Y", 2) {
		t.Error("with a key, nothing else matters")
	}
}
