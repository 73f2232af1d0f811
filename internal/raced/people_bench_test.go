package raced_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"racectl/internal/client"
	"racectl/internal/racetest"
)

// BenchmarkImportPeople50k brings a roster in over HTTP, as racectl does: parsed, matched, journalled, committed, scored and published.
func BenchmarkImportPeople50k(b *testing.B) {
	ctx := context.Background()
	roster := bigRoster()
	var cpu time.Duration
	for b.Loop() {
		b.StopTimer()
		p := racetest.Start(b, racetest.Options{})
		id := bigSetup(b, p.Client)
		b.StartTimer()
		before := processorTime()
		r, err := p.Client.ImportParticipants(ctx, id, client.RosterFile{Body: bytes.NewReader(roster), Size: int64(len(roster)), Name: "r.csv", Race: "file"}, false)
		if err != nil || r.Created != bigPeople {
			b.Fatal(err, r)
		}
		cpu += processorTime() - before
	}
	b.ReportMetric(float64(cpu.Milliseconds())/float64(b.N), "cpu-ms/op") // on a shared machine it says more than the clock
}
