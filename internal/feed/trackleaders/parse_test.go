package trackleaders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/feed"
	"racectl/internal/race"
)

var day = feed.Day{Zone: race.Zone("America/Phoenix")}

func read(t *testing.T, file string) (feed.Page, error) {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return Adapter{}.Read(body, day)
}

// told writes a page a line for each sighting.
func told(p feed.Page) string {
	var out strings.Builder
	for _, s := range p.Sightings {
		fmt.Fprintf(&out, "%s/%s %s %g %g %g\n", s.Bib, s.Name, s.At, s.Pos.Lat, s.Pos.Lon, s.Pos.Ele)
	}
	fmt.Fprintf(&out, "unread %d\n", p.Unread)
	return out.String()
}

func TestFeeds(t *testing.T) {
	for file, want := range map[string]string{
		"aggregate.xml": `101/GR-01 2026-10-03T14:20:05.000Z 34.5421 -112.4685 1702.5
101/ 2026-10-03T14:15:05.000Z 34.54 -112.468 0
/Cleo Ito 2026-10-03T14:21:00.000Z 34.6 -112.5 0
0103/ 2026-10-03T14:25:00.000Z 34.7 -112.6 0
unread 1
`,
		"attributes.xml": `7/José Ruiz 2026-10-03T14:20:05.000Z 34.1 -112.1 99
10/ 2026-10-03T12:20:05.250Z 34.3 -112.3 0
unread 2
`,
		"empty.xml": "unread 0\n",
	} {
		page, err := read(t, file)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if got := told(page); got != want {
			t.Errorf("%s:\n%s", file, got)
		}
	}
}

func TestWhatIsNoFeed(t *testing.T) {
	for _, body := range []string{
		"", "   ", "not found", `{"error":"no"}`, "<html><body><h1>Down for repairs</h1></body></html>", "<trackleaders_aggregate_feed><trackleaders_feed><mess",
		`<?xml version="1.0" encoding="EBCDIC"?><feed/>`, strings.Repeat("<feed>", deepest+1), "\x00\x01\x02",
	} {
		if page, err := (Adapter{}).Read([]byte(body), day); err == nil {
			t.Errorf("%.60q is taken for a feed: %+v", body, page)
		}
	}
}

// FuzzRead: whatever comes, reading ends, says the same again, and says only what can be stored.
func FuzzRead(f *testing.F) {
	for _, file := range []string{"aggregate.xml", "attributes.xml", "empty.xml"} {
		body, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Add([]byte("<feed><a lat='1' lon='2' time='1e300' bib='\xff'/></feed>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		page, err := Adapter{}.Read(body, day)
		again, errAgain := Adapter{}.Read(body, day)
		if (err == nil) != (errAgain == nil) || told(page) != told(again) {
			t.Fatal("the same answer is read in two ways")
		}
		for _, s := range page.Sightings {
			if s.Tag() == "" || len(s.Tag()) > 200 || s.Pos == nil || !s.At.IsSet() || strings.ContainsAny(s.Tag(), "\n\r") {
				t.Fatalf("%+v", s)
			}
		}
	})
}
