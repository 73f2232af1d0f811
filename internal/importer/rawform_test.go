package importer_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"racectl/internal/importer"
	"racectl/internal/race"
)

// Whatever a file looks like: where a line has a form, tag and time give it back to the byte.
func TestFormsGiveTheirLinesBack(t *testing.T) {
	denver, err := time.LoadLocation("America/Denver")
	if err != nil {
		t.Fatal(err)
	}
	layouts := []string{"2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05Z", "2006-01-02 15:04:05.000", "2006-01-02T15:04:05", "2006-01-02T15:04:05.00",
		"2006-01-02T15:04:05.0000", "2006-01-02 15:04:05,000", "2006-01-02 03:04:05 PM", "2006-01-02T15:04:05-07:00", "15:04:05.000", "2006/01/02 15:04:05"}
	rapid.Check(t, func(t *rapid.T) {
		header := rapid.SampledFrom([]string{"tag,time\n", "time,tag\n", "source,tag,time\n", "time,x,tag,reader\n"}).Draw(t, "header")
		var file strings.Builder
		file.WriteString(header)
		for range rapid.IntRange(1, 8).Draw(t, "lines") {
			// Around the night in which the clocks are put back.
			at := time.Date(2026, 11, 1, 6, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 6*3600_000).Draw(t, "at")) * time.Millisecond)
			when := at.In(denver).Format(rapid.SampledFrom(layouts).Draw(t, "layout"))
			tag := rapid.SampledFrom([]string{"7", "007", "ab", "AB12", " 9", "\"8\""}).Draw(t, "tag")
			line := strings.NewReplacer("tag", tag, "time", when, "source", "Mat, A%{}", "reader", "Box").Replace(header)
			file.WriteString(strings.Replace(line, "Mat, A", "Mat A", 1))
		}
		f, err := importer.Open(strings.NewReader(file.String()), importer.Options{Zone: denver, Day: time.Date(2026, 11, 1, 0, 0, 0, 0, denver)})
		if err != nil {
			t.Fatal(err)
		}
		for {
			b, err := f.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range b.Reads {
				if r.Form != "" && r.Form.Text(r.Tag, r.At) != r.Raw {
					t.Fatalf("%q became %q", r.Raw, r.Form.Text(r.Tag, r.At))
				}
			}
		}
	})
}

func TestPlainLinesHaveForms(t *testing.T) {
	for line, want := range map[string]bool{
		"7,2026-10-03T06:10:01.250Z": true, "7,2026-10-03 06:10:01": true, "2026-10-03T06:10:01.250,AB,box": true, "7,2026-10-03T06:10:01.25Z": false,
		"ab,2026-10-03T06:10:01.250Z": false, "7,1790000000.25": false,
	} {
		f, err := importer.Open(strings.NewReader(line+"\n"), importer.Options{Zone: time.UTC})
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Next()
		if err != nil || len(b.Reads) != 1 {
			t.Fatal(err)
		}
		if got := b.Reads[0].Form != race.RawForm(""); got != want {
			t.Errorf("%q: form %q", line, b.Reads[0].Form)
		}
	}
}
