package raced_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/racetest"
)

const (
	bigPeople  = 50_000
	bigSplits  = 12
	bigReads   = 5_000_000
	bigPassage = bigReads / bigPeople / bigSplits // reads of one passing
)

// BenchmarkBigEvent brings 50,000 people and 5,000,000 reads in, over HTTP as racectl does, and starts raced on them again.
func BenchmarkBigEvent(b *testing.B) {
	for range b.N {
		bigEvent(b)
	}
}

func bigEvent(b *testing.B) {
	p := racetest.Start(b, racetest.Options{})
	ctx := context.Background()
	id := bigSetup(b, p.Client)
	roster := bigRoster()
	timed(b, "import-people-s", func() error {
		_, err := p.Client.ImportParticipants(ctx, id, client.RosterFile{Body: bytes.NewReader(roster), Size: int64(len(roster)), Name: "r.csv", Race: "file"}, false)
		return err
	})
	file := bigFile()
	timed(b, "import-reads-s", func() error {
		r, err := p.Client.ImportCrossings(ctx, id, client.ReadsFile{Body: bytes.NewReader(file), Size: int64(len(file)), Name: "reads.csv"}, false)
		if err == nil && r.Accepted < bigReads*9/10 {
			err = fmt.Errorf("only %d accepted", r.Accepted)
		}
		return err
	})
	file = nil
	var races race.Event
	timed(b, "export-csv-s", func() error {
		var err error
		if races, err = p.Client.Event(ctx, id); err != nil {
			return err
		}
		f, err := p.Client.ResultsFile(ctx, races.Races[0].ID, "csv")
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(io.Discard, f)
		return err
	})
	timed(b, "restart-s", func() error {
		p.Restart()
		rows, err := p.Client.Results(ctx, id, races.Races[0].ID, client.ResultFilter{Top: 10})
		if err == nil && len(rows) < 10 {
			err = fmt.Errorf("only %d results", len(rows))
		}
		return err
	})
	debug.FreeOSMemory()
	b.ReportMetric(residentMB(), "resident-MB")
}

func timed(b *testing.B, name string, f func() error) {
	b.Helper()
	began := time.Now()
	if err := f(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(time.Since(began).Seconds(), name)
}

func bigSetup(b *testing.B, c *client.Client) race.EventID {
	b.Helper()
	file := "event: {name: Big, slug: big, timezone: America/Phoenix}\nsources: ["
	for s := range bigSplits {
		file += fmt.Sprintf("P%d, ", s)
	}
	file += "]\nraces:\n  - name: Big\n    distance: 110km\n    start: 2026-10-03T06:00:00\n    max_pace: \"2:30\"\n    splits:\n"
	for s := range bigSplits {
		file += fmt.Sprintf("      - {name: Split %d, distance: %dkm, sources: [P%d]}\n", s, s*10, s)
	}
	plan, err := c.ApplyEvent(context.Background(), strings.NewReader(file), false)
	if err != nil {
		b.Fatal(err)
	}
	return plan.EventID
}

func bigRoster() []byte {
	var out bytes.Buffer
	out.WriteString("bib,first name,last name,gender,age,city,state,email,team,distance\n")
	for i := range bigPeople {
		fmt.Fprintf(&out, "%d,First%d,Last%d,%c,%d,Moab,UT,p%d@example.org,Team %d,Big\n", i+1, i, i, "FM"[i%2], 18+i%60, i, i%300)
	}
	return out.Bytes()
}

// bigFile has every person pass every split at their own pace, several reads each, in the order of the course.
func bigFile() []byte {
	out := make([]byte, 0, bigReads*40)
	out = append(out, "source,tag,time\n"...)
	for s := range bigSplits {
		for person := range bigPeople {
			pace := time.Duration(240+person%240) * time.Second / 10 // for 100 m
			at := gun.Add(time.Duration(person%900)*time.Second + time.Duration(s*100)*pace)
			for k := range bigPassage {
				out = append(append(out, 'P'), strconv.Itoa(s)...)
				out = strconv.AppendInt(append(out, ','), int64(person+1), 10)
				out = (at + race.Instant(k*400)).Time().AppendFormat(append(out, ','), "2006-01-02T15:04:05.000Z")
				out = append(out, '\n')
			}
		}
	}
	return out
}

// residentMB is how much memory the process holds.
func residentMB() float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return -1
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	return kb / 1024
}
