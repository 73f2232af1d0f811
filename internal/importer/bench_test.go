package importer_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"testing"
	"time"

	"racectl/internal/importer"
	"racectl/internal/race"
)

const benchLines = 5_000_000

// manyLines is a file of reads of 50,000 tags, half a megabyte of it written and then repeated from memory.
func manyLines(format func(b *bytes.Buffer, i int)) []byte {
	var b bytes.Buffer
	for i := range 100_000 {
		format(&b, i)
	}
	return b.Bytes()
}

func benchReads(b *testing.B, header string, block []byte) {
	loc, err := importer.Zone("America/Denver")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		parts := []io.Reader{bytes.NewReader([]byte(header))}
		for range benchLines / 100_000 {
			parts = append(parts, bytes.NewReader(block))
		}
		f, err := importer.Open(io.MultiReader(parts...), importer.Options{Zone: loc})
		if err != nil {
			b.Fatal(err)
		}
		for {
			if _, err = f.Next(); err != nil {
				break
			}
		}
		if !errors.Is(err, io.EOF) || f.Count() != benchLines || f.BadCount() != 0 {
			b.Fatal(err, f.Count(), f.BadCount())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchLines, "ns/line")
}

func BenchmarkTagTime5M(b *testing.B) {
	benchReads(b, "tag,time\n", manyLines(func(w *bytes.Buffer, i int) {
		fmt.Fprintf(w, "%d,2026-10-03T%02d:%02d:%02d.%03d\n", i%50_000, 6+i/3600%12, i/60%60, i%60, i%1000)
	}))
}

func BenchmarkChronoTrack5M(b *testing.B) {
	benchReads(b, "", manyLines(func(w *bytes.Buffer, i int) {
		fmt.Fprintf(w, "TO~%d~%d~160~18~%d.%02d~12009E~8~-61~%d~P~71\r\n", i+1, i%50_000, 1790000000+i, i%100, i%1000)
	}))
}

// field50k is a registration file of 50,000 people.
func field50k() []byte {
	var w bytes.Buffer
	w.WriteString("Order ID,Registration Date,distance,First Name,Last Name,gender,Age,DOB,Email,Address,City,State,Zip,Country,Phone,Removed,Bib,team_name,emergency_name,emergency_phone,Shirt Size\n")
	for i := range 50_000 {
		fmt.Fprintf(&w, "%d,10/25/2025 6:01:57 AM,%s,Ana%d,Ito%d,F,%d,%02d/%02d/19%02d,ana%d@example.org,%d Hill Road,Ridgeway,AZ,86001,US,555-01%02d,False,%d,Team %d,Ben Ito,555-0199,Women's Medium\n",
			i, []string{"100 Miler", "50K"}[i%2], i, i%5000, 20+i%50, 1+i%12, 1+i%28, 50+i%50, i, i, i%100, i+1, i%700)
	}
	return w.Bytes()
}

func bigEvent() *race.Event {
	return &race.Event{ID: 1, Name: "Granite Ridge", Timezone: "America/Phoenix", Races: []race.Race{
		{ID: 1, Name: "100 Miler", Distance: 160934.4, StartTime: race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))}, {ID: 2, Name: "50K", Distance: 50000}}}
}

func BenchmarkSheet50k(b *testing.B) {
	text := field50k()
	b.ReportAllocs()
	for b.Loop() {
		if s, err := importer.ReadSheet(bytes.NewReader(text), importer.SheetOptions{}); err != nil || len(s.Rows) != 50_000 {
			b.Fatal(err)
		}
	}
}

func BenchmarkMerge50k(b *testing.B) {
	sheet, err := importer.ReadSheet(bytes.NewReader(field50k()), importer.SheetOptions{})
	if err != nil {
		b.Fatal(err)
	}
	o := importer.MergeOptions{Zone: time.UTC, Now: race.At(time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC))}
	first, err := importer.Merge(bigEvent(), slices.Values([]*race.Participant{}), sheet.Rows, o)
	if err != nil || first.Receipt.Created != 50_000 {
		b.Fatal(err, first.Receipt)
	}
	roster := map[race.ParticipantID]*race.Participant{}
	for i := range first.Put {
		first.Put[i].ID = race.ParticipantID(i + 1)
		roster[first.Put[i].ID] = &first.Put[i]
	}
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := importer.Merge(bigEvent(), slices.Values([]*race.Participant{}), sheet.Rows, o); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("again", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m, err := importer.Merge(bigEvent(), maps.Values(roster), sheet.Rows, o)
			if err != nil || m.Receipt.Unchanged != 50_000 {
				b.Fatal(err, m.Receipt)
			}
		}
	})
}
