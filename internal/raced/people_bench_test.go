package raced_test

import (
	"bytes"
	"context"
	"testing"

	"racectl/internal/client"
	"racectl/internal/racetest"
)

// BenchmarkImportPeople50k brings a roster in over HTTP, as racectl does: parsed, matched, journalled, committed, scored and published.
func BenchmarkImportPeople50k(b *testing.B) {
	ctx := context.Background()
	roster := bigRoster()
	for b.Loop() {
		b.StopTimer()
		p := racetest.Start(b, racetest.Options{})
		id := bigSetup(b, p.Client)
		b.StartTimer()
		r, err := p.Client.ImportParticipants(ctx, id, client.RosterFile{Body: bytes.NewReader(roster), Size: int64(len(roster)), Name: "r.csv", Race: "file"}, false)
		if err != nil || r.Created != bigPeople {
			b.Fatal(err, r)
		}
	}
}
