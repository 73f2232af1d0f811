package control

import (
	"testing"
	"time"

	"racectl/internal/race"
)

// TestManyCrossingsOfOneTag voids 5,000 crossings of one tag at once: a chip that lay beside a mat. The reads of the tag are judged once,
// not once for every crossing, so it is a matter of moments.
func TestManyCrossingsOfOneTag(t *testing.T) {
	f := newRace(t)
	const many = 5000
	reads := make([]race.Read, many)
	for i := range reads {
		reads[i] = race.Read{Tag: "999", At: start.Add(time.Duration(i) * 15 * time.Second)}
	}
	got, err := f.AppendReads(t.Context(), f.mats["Finish"], reads, &Why{Actor: ana, EventID: f.event, Kind: "import crossings"})
	f.must(err)
	for _, dry := range []bool{true, false} {
		began := time.Now()
		acted, err := f.VoidCrossings(t.Context(), ana, f.event, got.IDs, "lay beside the mat", dry)
		f.must(err)
		t.Logf("dry %v: %v", dry, time.Since(began).Round(time.Millisecond))
		if len(acted.Crossings) != mostShown || acted.Crossings[0].Disposition != race.DispVoided {
			t.Errorf("%d crossings are shown, the first %s", len(acted.Crossings), acted.Crossings[0].Disposition)
		}
	}
}
