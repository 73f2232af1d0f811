package raced_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/racetest"
	"racectl/internal/wire"
)

// importKills is how often raced dies during an import below, and fileReads how large its files are.
const (
	importKills = 6
	fileReads   = 120_000
)

// A raced that is killed while a large file is imported has all of the file or nothing, all of it when the import was
// acknowledged, and every read that a reader was acknowledged meanwhile.
func TestKilledImportLeavesAllOrNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var source race.SourceID
	wanted := map[string]bool{} // tag of a file -> whether its import was acknowledged
	var acked sync.Map
	for round := range importKills {
		child := startChild(t, dir)
		c := socketClient(t, dir)
		if source == 0 {
			source = makeEvent(t, c)
		}
		tag := fmt.Sprint(1 + round)
		file := killedFile(tag)
		stop := make(chan struct{})
		var work sync.WaitGroup
		work.Go(func() {
			defer close(stop)
			r, err := c.ImportCrossings(context.Background(), 1, client.ReadsFile{SourceID: source, Body: strings.NewReader(file), Size: int64(len(file)), Name: "day.csv"}, false)
			wanted[tag] = err == nil && r.Accepted == fileReads
		})
		work.Go(func() { // raced dies after so many reads have come in meanwhile, or when the import is done
			defer kill(t, child)
			for n := range 1 + 4*round {
				select {
				case <-stop:
					return
				default:
				}
				key := fmt.Sprintf("live-%d-%d", round, n)
				at := gun.Add(time.Duration(1+n) * time.Minute)
				if _, err := c.PostReads(context.Background(), source, []wire.ReadIn{{Key: key, Tag: "40", Timestamp: at.String()}}); err != nil {
					t.Error(err)
					return
				}
				acked.Store(key, true)
			}
		})
		work.Wait()
		c.Close()
	}
	checkImports(t, dir, wanted, &acked)
}

func killedFile(tag string) string {
	var b strings.Builder
	b.WriteString("tag,time\n")
	for i := range fileReads {
		fmt.Fprintf(&b, "%s,%s\n", tag, gun.Add(time.Hour+time.Duration(i*20)*time.Millisecond).String())
	}
	return b.String()
}

func checkImports(t *testing.T, dir string, wanted map[string]bool, acked *sync.Map) {
	t.Helper()
	p := racetest.Start(t, racetest.Options{Dir: dir})
	stored := map[string]string{}
	for _, column := range []string{"tag", "key"} {
		table, err := p.Client.Query(t.Context(), "SELECT "+column+", count(*) FROM reads_named WHERE "+column+" IS NOT NULL GROUP BY ALL", 10_000)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table.Rows {
			stored[strings.Trim(string(row[0]), `"`)] = string(row[1])
		}
	}
	all := 0
	for tag, acknowledged := range wanted {
		switch n := stored[tag]; {
		case n == fmt.Sprint(fileReads):
			all++
		case n != "" || acknowledged:
			t.Errorf("of file %s, %q of %d reads are stored; acknowledged: %v", tag, n, fileReads, acknowledged)
		}
	}
	live := 0
	acked.Range(func(key, _ any) bool {
		live++
		if stored[key.(string)] != "1" {
			t.Errorf("the acknowledged read %s is stored %q times", key, stored[key.(string)])
		}
		return true
	})
	changes, err := p.Client.Score(t.Context(), 1, nil)
	if err != nil || len(changes) != 0 {
		t.Errorf("the standing after the last start is not that of the stored reads: %+v %v", changes, err)
	}
	t.Logf("%d of %d files are there, %d live reads", all, len(wanted), live)
}
