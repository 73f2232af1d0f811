package raceresult

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"racectl/internal/feed"
	"racectl/internal/race"
)

var start = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC)) // 06:00 in Phoenix

var day = feed.Day{Zone: race.Zone("America/Phoenix"), Start: start, End: start.Add(12 * time.Hour)}

func told(p feed.Page) string {
	var out strings.Builder
	for _, s := range p.Sightings {
		fmt.Fprintf(&out, "%s/%s %s %s", s.Bib, s.Name, s.Split, s.At)
		if s.Pos != nil {
			fmt.Fprintf(&out, " %g,%g", s.Pos.Lat, s.Pos.Lon)
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "unread %d\n", p.Unread)
	return out.String()
}

func TestLists(t *testing.T) {
	for file, want := range map[string]string{
		"objects.json": `1/Ana Ruiz Cedar Spring 2026-10-03T16:16:01.000Z
0002/Ben Okafor Aid 1 2026-10-03T16:16:01.250Z
5/ Aid 1 2026-10-03T14:30:00.500Z
unread 2
`,
		"published.json": `12/Cleo Ito Finish 2026-10-03T19:00:30.000Z
13/Dov Lindgren Aid 1 2026-10-03T15:00:00.000Z
unread 0
`,
		"lists.json": `12/ Aid 1 2026-10-03T14:20:05.000Z
13/ Aid 2 2026-10-03T14:20:05.250Z
unread 0
`,
		"wrapped.json": `12/ KT 2026-10-03T16:16:01.000Z
9/  2026-10-03T16:16:01.000Z 34.5,-112.4
unread 0
`,
	} {
		body, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		page, err := Adapter{}.Read(body, day)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if got := told(page); got != want {
			t.Errorf("%s:\n%s", file, got)
		}
	}
}

func TestATimeOfDayIsOfTheFirstDayOfTheRace(t *testing.T) {
	const late = `[{"Bib":1,"Split":"A","Time":"01:30:00"}]`
	page, err := Adapter{}.Read([]byte(late), day)
	if err != nil || len(page.Sightings) != 1 || page.Sightings[0].At != start.Add(19*time.Hour+30*time.Minute) {
		t.Errorf("%+v %v", page, err)
	}
	long := day
	long.End = start.Add(30 * time.Hour)
	if page, _ := (Adapter{}).Read([]byte(late), long); page.Unread != 1 {
		t.Errorf("in a race of thirty hours there are two such moments: %+v", page)
	}
}

func TestWhatIsNoList(t *testing.T) {
	for _, body := range []string{"", "<html>", `"text"`, "17", `{"Error":"no such list"}`, `[{"Bib":1}`} {
		if page, err := (Adapter{}).Read([]byte(body), day); err == nil {
			t.Errorf("%q is taken for a list: %+v", body, page)
		}
	}
}

// A list whose columns are called otherwise must not look like one in which nobody has been seen yet.
func TestAListWithoutTheColumnsThatAreNeeded(t *testing.T) {
	for body, want := range map[string]string{
		`[{"Bib":1,"Split":"Aid 1","Heure":"07:30:00"}]`:                           "no column of the list says when",
		`[{"Bib":1,"Punkt":"Aid 1","Time":"07:30:00"}]`:                            "no column of the list says where",
		`[["Bib","Punkt","Time"],[1,"Aid 1","07:30:00"]]`:                          "no column of the list says where",
		`{"list":{"Fields":[{"Label":"Bib"},{"Label":"Station"}]},"data":[[1,2]]}`: "no column of the list says when",
	} {
		if page, err := (Adapter{}).Read([]byte(body), day); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v %+v", body, err, page)
		}
	}
	for _, body := range []string{`[]`, `[["Bib","Punkt"]]`, `[{"Bib":1,"Split":"","Time":""}]`, `[{"Bib":1},{"Bib":2,"Lat":1,"Lon":2,"Time":"07:30:00"}]`} {
		if _, err := (Adapter{}).Read([]byte(body), day); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
	for text, want := range map[string]string{timeTitles: "time", splitTitles: "split"} {
		for _, title := range strings.Split(strings.ReplaceAll(text, " or ", ", "), ", ") {
			if got := meaning(title); got != want {
				t.Errorf("%q is offered for a %s, and means %q", title, want, got)
			}
		}
	}
}

// FuzzRead: whatever comes, reading ends, says the same again, and says only what can be stored.
func FuzzRead(f *testing.F) {
	for _, file := range []string{"objects.json", "published.json", "lists.json", "wrapped.json"} {
		body, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		page, err := Adapter{}.Read(body, day)
		again, errAgain := Adapter{}.Read(body, day)
		if (err == nil) != (errAgain == nil) || told(page) != told(again) {
			t.Fatal("the same answer is read in two ways")
		}
		for _, s := range page.Sightings {
			if s.Tag() == "" || len(s.Tag()) > 200 || !s.At.IsSet() || s.Pos == nil && s.Split == "" {
				t.Fatalf("%+v", s)
			}
		}
	})
}
