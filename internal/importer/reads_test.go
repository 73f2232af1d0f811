package importer_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/unicode"

	"racectl/internal/importer"
	"racectl/internal/race"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := importer.Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

var day = time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC)

type file struct {
	*importer.Reads
	reads   []race.Read
	lines   []int
	sources []string
}

func readAll(t testing.TB, text string, o importer.Options) *file {
	t.Helper()
	if o.Zone == nil {
		o.Zone = zone(t, "America/Denver")
	}
	f, err := importer.Open(strings.NewReader(text), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	out := &file{Reads: f}
	for {
		b, err := f.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("next: %v", err)
		}
		out.reads = append(out.reads, b.Reads...)
		out.lines = append(out.lines, b.Lines...)
		out.sources = append(out.sources, b.Sources...)
	}
}

// short is a read as tests write it: tag, instant, reader, key.
func short(r race.Read) string {
	return strings.TrimRight(fmt.Sprintf("%s %s %s %s", r.Tag, r.At, r.Reader, r.Key), " ")
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, text string
		format     importer.Format
		day        bool
		want       []string
	}{
		{"header", "tag,time\n12,2026-10-03T06:10:01.250\n 0013 ,2026-10-03 06:10:02\n", importer.FormatCSV, false,
			[]string{"12 2026-10-03T12:10:01.250Z", "0013 2026-10-03T12:10:02.000Z"}},
		{"header in another order, semicolons, quotes, decimal comma", "Timestamp;Chip ID;\"Reader\"\n\"2026-10-03 06:10:01,25\";\"ab\";R1\n", importer.FormatCSV, false,
			[]string{"AB 2026-10-03T12:10:01.250Z R1"}},
		{"tabs and a date column", "bib\tdate\ttime\n7\t10/3/2026\t6:10:01 PM\n", importer.FormatCSV, false, []string{"7 2026-10-04T00:10:01.000Z"}},
		{"two columns", "12,2026-10-03T06:10:01-07:00\r\n13,2026-10-03T13:10:01Z\r\n", importer.FormatCSV, false,
			[]string{"12 2026-10-03T13:10:01.000Z", "13 2026-10-03T13:10:01.000Z"}},
		{"two columns the other way round", "06:10:01.5,12\n06:10:02,13\n", importer.FormatCSV, true, []string{"12 2026-10-03T12:10:01.500Z", "13 2026-10-03T12:10:02.000Z"}},
		{"unix seconds", "tag,timestamp\nA,1790000000.25\nB,1790000000250\n", importer.FormatCSV, false, []string{"A 2026-09-21T14:13:20.250Z", "B 2026-09-21T14:13:20.250Z"}},
		{"key column", "key,tag,time\nk-1,12,2026-10-03T06:10:01\n", importer.FormatCSV, false, []string{"12 2026-10-03T12:10:01.000Z  k-1"}},
		{"a header before lines that look like an ultra's", "tag,source,reader,time\n1,Mat A,R1,2026-10-03 06:10:01\n", importer.FormatCSV, false, []string{"1 2026-10-03T12:10:01.000Z R1"}},
		{"chronotrack", "TO~1~99997~160~13~1790000000.60~12009E~8~-29~1~P~71\r\n", importer.FormatChronoTrack, false,
			[]string{"99997 2026-09-21T20:13:20.600Z 12009E 12009E/1/99997/1790021600600"}},
		{"chronotrack, eleven fields and padded", "TO~2~99995~160~1~1790000000.85~10E747~8~-59~1~P\nTO~000001~009573~160~018~1790000001.17~104484~8~-71~00001~P~10\n", importer.FormatChronoTrack, false,
			[]string{"99995 2026-09-21T20:13:20.850Z 10E747 10E747/2/99995/1790021600850", "9573 2026-09-21T20:13:21.170Z 104484 104484/1/9573/1790021601170"}},
		{"ipico", "aa400000000123450a2a01123018455927a7\naa400000000123450a2a01123018455927a7FS\naa00058003d4a1b20a2a2608010600000029\nab00000222\n", importer.FormatIPICO, false,
			[]string{"000000012345 2001-12-31T01:45:59.390Z 40", "000000012345 2001-12-31T01:45:59.390Z 40", "058003D4A1B2 2026-08-01T12:00:00.000Z 00"}},
		{"ipico hundredths are hexadecimal", "aa0005800370000300012506151032280e73\n", importer.FormatIPICO, false, []string{"058003700003 2025-06-15T16:32:28.140Z 00"}},
		{"race result", "PASSINGS;1542;12\n1540;12;2026-07-10;09:15:58.477;;127;72;;0;1;1;;;;;;Finish;12;3;50432\n#P;1541;13;2026-07-10;09:16:02.100;;127;72;;0;1;1;;;;;;Finish;12;3;50432\n\n", importer.FormatRaceResult, false,
			[]string{"12 2026-07-10T15:15:58.477Z 50432 50432/12/1540/12/1783696558477", "13 2026-07-10T15:16:02.100Z 50432 50432/12/1541/13/1783696562100"}},
		{"race result without a date", "1;33;0000-00-00;00:00:02.773;6692;12;-68;09ca52\n", importer.FormatRaceResult, false, []string{"33 1980-01-01T07:00:02.773Z  //1/33/315558002773"}},
		{"ultra", "V=25.0\n0,4021,1474467200,250,1,-55,0,1,Ultra7,0,0,5\n", importer.FormatUltra, false, []string{"4021 2026-09-21T20:13:20.250Z Ultra7"}},
		{"ultra file", "1,4021,12,\"2026-10-03 6:10:01.250\"\n1,,13,\"2026-10-03 6:10:02.250\"\n", importer.FormatUltra, false, []string{"4021 2026-10-03T12:10:01.250Z", "13 2026-10-03T12:10:02.250Z"}},
		{"jchip", "N0000desk\rDA413A35 09:16:02.123456 10  0000A      C7 date=20260710\rDJ413A36_10:11:16.4433 10  10000      C7 date=20260710\r", importer.FormatJChip, false,
			[]string{"413A35 2026-07-10T15:16:02.123Z", "413A36 2026-07-10T16:11:16.443Z"}},
		{"jchip file", "Z413A35 10:11:16.4433 10  10000      C7\nZ413A35 00:11:16.4433 11  10000      C7\n", importer.FormatJChip, true,
			[]string{"413A35 2026-10-03T16:11:16.443Z", "413A35 2026-10-04T06:11:16.443Z"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := importer.Options{}
			if c.day {
				o.Day = day
			}
			f := readAll(t, c.text, o)
			if f.Format() != c.format || f.Why() == "" {
				t.Errorf("format %s (%s), want %s", f.Format(), f.Why(), c.format)
			}
			var got []string
			for _, r := range f.reads {
				got = append(got, short(r))
			}
			if !slices.Equal(got, c.want) || f.BadCount() != 0 {
				t.Errorf("got  %q\nwant %q\nbad  %v", got, c.want, f.Bad())
			}
			o.Format = c.format
			if again := readAll(t, c.text, o); len(again.reads) != len(f.reads) {
				t.Error("with the format asked for the file reads otherwise")
			}
		})
	}
}

func TestWholeReads(t *testing.T) {
	f := readAll(t, "TO~1~99997~160~018~1790000000.60~12009E~8~-29~1~P~71\nTO~2~1~160~13~1790000000.60~12009E~8~-29~1~P~71\n", importer.Options{})
	want := race.Read{Key: "12009E/1/99997/1790021600600", Tag: "99997", At: 1790021600600, Reader: "12009E", Antenna: 8, Strength: -29, Code: "18",
		Raw: "TO~1~99997~160~018~1790000000.60~12009E~8~-29~1~P~71"}
	if f.reads[0] != want {
		t.Errorf("%+v", f.reads[0])
	}
	if !slices.Equal(f.lines, []int{1, 2}) {
		t.Error(f.lines)
	}
	f = readAll(t, "tag,time,source,antenna,rssi\n1,2026-10-03T06:00,Mat A,2,-50\n2,2026-10-03T06:00,,,\n", importer.Options{})
	if !slices.Equal(f.sources, []string{"Mat A", ""}) || f.reads[0].Antenna != 2 || f.reads[0].Strength != -50 {
		t.Errorf("%q %+v", f.sources, f.reads[0])
	}
}

func TestZeroPaddedBoxesAndPlainOnesAgree(t *testing.T) {
	a := readAll(t, "TO~1~9573~160~18~1790000001.17~104484~8~-71~1~P~10\n", importer.Options{}).reads[0]
	b := readAll(t, "TO~000001~009573~160~018~1790000001.17~104484~8~-71~00001~P~10\n", importer.Options{}).reads[0]
	if a.Key != b.Key || a.Tag != b.Tag || a.Code != b.Code {
		t.Errorf("%+v\n%+v", a, b)
	}
}

func TestGunsAmongPassings(t *testing.T) {
	f := readAll(t, "7;99999;2026-07-10;09:00:00.000;;1;0;;0;1;1;;;;;;Start;12;3;50432\n", importer.Options{})
	if g := f.Guns(); len(g) != 1 || g[0].Box != "50432" || g[0].At != f.reads[0].At || g[0].Line != 1 {
		t.Errorf("%+v", g)
	}
}

func TestBadLines(t *testing.T) {
	text := "tag,time\n1,2026-10-03T06:00:00\n2,soon\n,2026-10-03T06:00:00\n4\n5,2026-02-30T06:00:00\n6,2026-10-03T24:00:00\n\n7,06:00:00\n" +
		"8," + strings.Repeat("x", 70_000) + "\n9\x00,2026-10-03T06:00:00\n" + strings.Repeat("T", 65) + ",2026-10-03T06:00:00\n10,2026-10-03T06:00:00"
	f := readAll(t, text, importer.Options{})
	if len(f.reads) != 2 || f.lines[1] != 13 {
		t.Errorf("reads %v lines %v", f.reads, f.lines)
	}
	var got []string
	for _, b := range f.Bad() {
		got = append(got, fmt.Sprintf("%d %s", b.Line, b.Reason))
		if len(b.Text) > 200 {
			t.Error("too much text is kept")
		}
	}
	want := []string{"3 the time cannot be read; write it like 2026-10-03T06:10:01.250", "4 the line has no tag", "5 the line has 1 columns instead of 2",
		"6 the time cannot be read; write it like 2026-10-03T06:10:01.250", "7 the time cannot be read; write it like 2026-10-03T06:10:01.250",
		"9 the time has no date; give the day of the event", "10 the line is longer than 64 kB", "11 the line holds zero bytes: the file is damaged here", "12 the tag is longer than 64 characters"}
	if !slices.Equal(got, want[:len(got)]) && !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestBadLinesOfMachines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"TO~1~9~160~18~1790000001.17~1~8~-71~1~P~10\nTO~2~9~160~18~17900\n", "the line has 6 fields instead of 11 or 12: it may be cut off"},
		{"TO~1~9~160~18~1790000001.17~1~8~-71~1~P~10\nTO~x~9~160~18~1790000001.17~1~8~-71~1~P~10\n", "the second field, the sequence number, is not a number"},
		{"TO~1~9~160~18~1790000001.17~1~8~-71~1~P~10\nTO~1~9~160~18~now~1~8~-71~1~P~10\n", "the sixth field is not a time in seconds such as 1620462257.60"},
		{"aa0005800370000300012506151032280e73\naa0005800370000300012506151032280e74\n", "the checksum is 74, but the line adds up to 73: it was damaged on the way"},
		{"aa0005800370000300012506151032280e73\naa000580037000030001250615103\n", "the line is not aa with 34 hexadecimal digits, with or without FS or LS behind: it may be cut off"},
		{"1;33;2026-07-10;00:00:02.773;6692;12;-68;09ca52\n2;33;2026-13-10;00:00:02.773;6692;12;-68;09ca52\n", "the third field is not a date such as 2026-07-10"},
		{"1;33;2026-07-10;00:00:02.773;6692;12;-68;09ca52\n2;33;2026-07-10;25:00:02.773;6692;12;-68;09ca52\n", "the fourth field is not a time such as 09:15:58.477"},
		{"1;33;2026-07-10;00:00:02.773;6692;12;-68;09ca52\n2;33;2026\n", "the line has 3 fields instead of at least 8: it may be cut off"},
		{"0,4021,1474467200,250,1,-55,0,1,Ultra7,0,0,5\n0,4021,now,250,1,-55\n", "the third and fourth field are not seconds since 1980 and milliseconds"},
		{"DA413A35 09:16:02.12 date=20260710\nDA413A35 09:76:02.12 date=20260710\n", "what follows the tag is not a time such as 10:11:16.4433"},
		{"DA413A35 09:16:02.12 date=20260710\nDA413A35 09:16:02.12 date=2026071\n", "the date is not one such as date=20260710"},
	} {
		f := readAll(t, c.text, importer.Options{})
		if f.BadCount() != 1 || f.Bad()[0].Reason != c.want || f.Bad()[0].Line != 2 || len(f.reads) != 1 {
			t.Errorf("%q: %+v", c.text, f.Bad())
		}
	}
}

func TestRefusals(t *testing.T) {
	denver := zone(t, "America/Denver")
	for _, c := range []struct {
		name, text string
		o          importer.Options
		code       race.Code
		field      string
		want       string
	}{
		{"no zone", "tag,time\n", importer.Options{}, race.CodeInvalid, "zone", "America/Denver"},
		{"empty", " \n\n", importer.Options{Zone: denver}, race.CodeUnreadable, "", "the file is empty"},
		{"prose", "Once upon a time\nthere was a race\n", importer.Options{Zone: denver}, race.CodeUnreadable, "", "cannot tell what kind of file this is; its first line is \"Once upon a time\". Reads are taken from CSV"},
		{"unknown header", "runner,finish\nAna,12\n", importer.Options{Zone: denver}, race.CodeUnreadable, "", "name them tag (or chip, bib) and time"},
		{"binary", "\x7fELF\x00\x01\x00", importer.Options{Zone: denver}, race.CodeUnreadable, "", "binary file"},
		{"workbook", "PK\x03\x04....", importer.Options{Zone: denver}, race.CodeUnreadable, "", "save the sheet as CSV"},
		{"gzip", "\x1f\x8b\x08", importer.Options{Zone: denver}, race.CodeUnreadable, "", "unpack it first"},
		{"markers", "I11A9D,32,Gun,252,21050808005516,Button Press\n", importer.Options{Zone: denver}, race.CodeUnreadable, "", "import the .csv file beside it"},
		{"no day", "tag,time\n1,06:00:00\n", importer.Options{Zone: denver}, race.CodeInvalid, "day", "2026-10-03"},
		{"no day in a jchip file", "Z413A35 10:11:16.4433 10\n", importer.Options{Zone: denver}, race.CodeInvalid, "day", "2026-10-03"},
		{"another format", "tag,time\n", importer.Options{Zone: denver, Format: importer.FormatIPICO}, race.CodeUnreadable, "", "does not look like IPICO"},
		{"no format", "tag,time\n", importer.Options{Zone: denver, Format: "fax"}, race.CodeInvalid, "format", "use auto, csv, chronotrack"},
	} {
		_, err := importer.Open(strings.NewReader(c.text), c.o)
		var e *race.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Field != c.field || !strings.Contains(e.Message, c.want) {
			t.Errorf("%s: %v (%+v)", c.name, err, e)
		}
	}
	if _, err := importer.Zone("Denver"); race.CodeOf(err) != race.CodeInvalid || !strings.Contains(err.Error(), "America/Denver") {
		t.Error(err)
	}
	for _, name := range []string{"", "Local", "local"} {
		if _, err := importer.Zone(name); err == nil {
			t.Errorf("%q is a zone", name)
		}
	}
}

func TestTooLarge(t *testing.T) {
	f, err := importer.Open(strings.NewReader("tag,time\n"+strings.Repeat("1,2026-10-03T06:00:00\n", 40_000)), importer.Options{Zone: time.UTC, MaxBytes: 500_000})
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Next()
	}
	if race.CodeOf(err) != race.CodeTooLarge {
		t.Error(err)
	}
}

type brokenPipe struct{ n int }

func (b *brokenPipe) Read(p []byte) (int, error) {
	if b.n++; b.n > 3 {
		return 0, errors.New("the cable is out")
	}
	return copy(p, strings.Repeat("1,2026-10-03T06:00:00\n", 3000)), nil
}

func TestReadFailure(t *testing.T) {
	f, err := importer.Open(&brokenPipe{}, importer.Options{Zone: time.UTC})
	for err == nil {
		_, err = f.Next()
	}
	if race.CodeOf(err) != race.CodeUnreadable || !strings.Contains(err.Error(), "the cable is out") {
		t.Error(err)
	}
}

func TestEncodings(t *testing.T) {
	text := "tag,time,source\n12,2026-10-03T06:10:01,Zürich\n"
	little, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	big, _ := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String(text)
	bare, _ := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String(text)
	for name, s := range map[string]string{"utf-8": text, "with mark": "\ufeff" + text, "utf-16 le": little, "utf-16 be": big, "utf-16 without mark": bare,
		"windows-1252": strings.ReplaceAll(text, "ü", "\xfc")} {
		f := readAll(t, s, importer.Options{})
		if len(f.reads) != 1 || f.sources[0] != "Zürich" || f.reads[0].Raw != "12,2026-10-03T06:10:01,Zürich" {
			t.Errorf("%s: %+v %q", name, f.reads, f.sources)
		}
	}
}

func TestClockChanges(t *testing.T) {
	f := readAll(t, "tag,time\n1,2026-11-01T00:59:59\n1,2026-11-01T01:30:00\n1,2026-11-01T02:00:00\n2,2026-03-08T02:30:00\n", importer.Options{})
	want := []string{"1 2026-11-01T06:59:59.000Z", "1 2026-11-01T07:30:00.000Z", "1 2026-11-01T09:00:00.000Z", "2 2026-03-08T09:30:00.000Z"}
	for i, r := range f.reads {
		if short(r) != want[i] {
			t.Errorf("%s, want %s", short(r), want[i])
		}
	}
	if n := f.Notes(); len(n) != 2 || !strings.HasPrefix(n[0], "1 times fall in the hour that clocks in America/Denver show twice") || !strings.Contains(n[1], "skip") {
		t.Errorf("%q", n)
	}
}

func TestBatchesAreWhole(t *testing.T) {
	var b strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&b, "%d,2026-10-03T06:%02d:%02d\n", i, i/60%60, i%60)
	}
	f, err := importer.Open(strings.NewReader(b.String()), importer.Options{Zone: time.UTC, Batch: 999})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var kept []race.Read
	for {
		batch, err := f.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if len(batch.Reads) != len(batch.Lines) || batch.Sources != nil {
			t.Fatal("lines and reads differ")
		}
		kept = append(kept, batch.Reads...)
		n += len(batch.Reads)
	}
	if n != 10_000 || f.Count() != n || f.Lines() != n {
		t.Error(n, f.Count(), f.Lines())
	}
	for i, r := range kept {
		if r.Tag != fmt.Sprint(i) || !strings.HasPrefix(r.Raw, r.Tag+",") {
			t.Fatalf("read %d was overwritten: %+v", i, r)
		}
	}
}

func TestMarkers(t *testing.T) {
	m, err := importer.ReadMarkers(strings.NewReader("I11A9D,1,Powerup,1,80010100002288,Controller\r\nI11A9D,2,Event,1,26100305002290,RIDGE\r\nI11A9D,3,Point,1,26100305002292,FINISH1\r\n"+
		"I11A9D,4,Gun,1,80010100012292,Button Press\r\nI11A9D,32,Gun,252,26100306005516,Button Press\r\nrubbish\r\n"), zone(t, "America/Denver"))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Guns) != 1 || m.Guns[0].At.String() != "2026-10-03T12:00:55.160Z" || m.Guns[0].Box != "I11A9D" || m.Guns[0].Detail != "Button Press" || m.Guns[0].Line != 5 {
		t.Errorf("%+v", m.Guns)
	}
	if len(m.Suspect) != 1 || m.Suspect[0].At.In(zone(t, "America/Denver")).Year() != 1980 || m.Event != "RIDGE" || m.Point != "FINISH1" || m.Others != 3 || len(m.Bad) != 1 || m.Bad[0].Line != 6 {
		t.Errorf("%+v", m)
	}
	if _, err := importer.ReadMarkers(strings.NewReader("tag,time\n"), time.UTC); race.CodeOf(err) != race.CodeUnreadable {
		t.Error(err)
	}
}
