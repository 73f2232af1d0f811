package output

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

type line struct {
	Place *int   `json:"place"`
	Name  string `json:"name"`
	Note  string `json:"note"`
}

func streams(format Format) (*Streams, *bytes.Buffer) {
	var out bytes.Buffer
	s := NewStreams(strings.NewReader(""), &out, &out, func() time.Time { return time.UnixMilli(1_800_000_000_000) })
	s.Format = format
	return s, &out
}

var (
	one, ten = 1, 10
	lines    = []line{{&one, "Ana Ito", ""}, {&ten, "李小龙", "a,\"b\""}, {nil, "B\x1b[31mo\n", ""}}
	columns  = []Column[line]{
		{Title: "PLACE", Field: "place", Right: true, Cell: func(l line) string {
			if l.Place == nil {
				return ""
			}
			return Thousands(*l.Place)
		}},
		{Title: "NAME", Field: "name", Cell: func(l line) string { return l.Name }, Style: func(line) Style { return Bold }},
		{Title: "EMPTY", Field: "empty", Cell: func(line) string { return "" }},
		{Title: "NOTE", Field: "note", Cell: func(l line) string { return l.Note }},
	}
)

func TestList(t *testing.T) {
	t.Parallel()
	for format, want := range map[Format]string{
		FormatTable:  "PLACE  NAME     NOTE\n    1  Ana Ito\n   10  李小龙   a,\"b\"\n       B [31mo\n",
		FormatCSV:    "place,name,empty,note\n1,Ana Ito,,\n10,李小龙,,\"a,\"\"b\"\"\"\n,\"B\x1b[31mo\n\",,\n",
		FormatNDJSON: "{\"place\":1,\"name\":\"Ana Ito\",\"note\":\"\"}\n{\"place\":10,\"name\":\"李小龙\",\"note\":\"a,\\\"b\\\"\"}\n{\"place\":null,\"name\":\"B\\u001b[31mo\\n\",\"note\":\"\"}\n",
	} {
		s, out := streams(format)
		if err := List(s, lines, columns); err != nil || out.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, out, want)
		}
	}
	for format, want := range map[Format]string{FormatTable: "", FormatJSON: "[]\n", FormatNDJSON: "", FormatCSV: "place,name,empty,note\n"} {
		s, out := streams(format)
		if err := List[line](s, nil, columns); err != nil || out.String() != want {
			t.Errorf("nothing as %s: %q, %v", format, out, err)
		}
	}
}

func TestColourOnlyOnATerminal(t *testing.T) {
	t.Parallel()
	s, out := streams(FormatTable)
	s.OutTTY = true
	if err := List(s, lines[:1], columns); err != nil || !strings.Contains(out.String(), "\x1b[1mAna Ito\x1b[0m") {
		t.Errorf("on a terminal: %q, %v", out, err)
	}
	for _, change := range []func(*Streams){func(s *Streams) { s.NoColor = true }, func(s *Streams) { s.OutTTY = false }} {
		s, out := streams(FormatTable)
		s.OutTTY = true
		change(s)
		if err := List(s, lines[:1], columns); err != nil || strings.Contains(out.String(), "\x1b") {
			t.Errorf("colour where none is wanted: %q, %v", out, err)
		}
	}
}

func TestOne(t *testing.T) {
	t.Parallel()
	rows := []Row{{"id", "7"}, {"name", "Ana"}}
	for format, want := range map[Format]string{
		FormatTable: "id    7\nname  Ana\n", FormatCSV: "id,name\n7,Ana\n", FormatNDJSON: "{\"place\":null,\"name\":\"Ana\",\"note\":\"\"}\n",
		FormatJSON: "{\n  \"place\": null,\n  \"name\": \"Ana\",\n  \"note\": \"\"\n}\n",
	} {
		s, out := streams(format)
		if err := One(s, line{Name: "Ana"}, rows); err != nil || out.String() != want {
			t.Errorf("%s: %q, %v", format, out, err)
		}
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	s, _ := streams(FormatTable)
	now := race.Instant(1_800_000_000_000)
	s.OutTTY = true
	for _, c := range []struct {
		ago  time.Duration
		want string
	}{
		{5 * time.Second, "just now"},
		{3 * time.Minute, "3 min ago"},
		{3*time.Hour + 7*time.Minute, "3 h 07 min ago"},
		{49 * time.Hour, "2 days ago"},
		{10 * 24 * time.Hour, "2027-01-05 08:00:00"},
	} {
		if got := s.Ago(now.Add(-c.ago), time.UTC); got != c.want {
			t.Errorf("%v ago is %q", c.ago, got)
		}
	}
	s.OutTTY = false
	if got := s.Ago(now.Add(-time.Second), time.UTC); got != "2027-01-15 07:59:59" {
		t.Errorf("in a pipe: %q", got)
	}
	for n, want := range map[int]string{0: "0 reads", 1: "1 read", 999: "999 reads", 1000: "1,000 reads", -1234567: "-1,234,567 reads"} {
		if got := Count(n, "read", "reads"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestProgressIsSilentInAPipe(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	clock := time.UnixMilli(0)
	s := NewStreams(nil, nil, &out, func() time.Time { clock = clock.Add(time.Second); return clock })
	p := s.StartProgress("Importing", 200)
	p.Add(100)
	p.Done()
	if out.Len() > 0 {
		t.Errorf("in a pipe: %q", &out)
	}
	s.ErrTTY = true
	p = s.StartProgress("Importing", 200)
	p.Add(100)
	p.Done()
	if want := "\r\x1b[KImporting  [===============               ]  50 %\r\x1b[K"; out.String() != want {
		t.Errorf("on a terminal: %q", &out)
	}
}

func TestWidth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "Ana": 3, "Zoë": 3, "Zoe\u0308": 3, "李小龙": 6, "ＡＢ": 4, "…": 1} {
		if got := Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}
