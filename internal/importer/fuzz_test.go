package importer_test

import (
	"errors"
	"io"
	"maps"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"racectl/internal/importer"
	"racectl/internal/race"
)

// FuzzReads: whatever the bytes, every line is a read, a complaint or nothing, and reading again gives the same.
func FuzzReads(f *testing.F) {
	for _, s := range []string{
		"tag,time\n12,2026-10-03T06:10:01.250\n", "\"tag\";\"time\"\n\"a\"\"b\";\"10/3/2026 6:10:01 PM\"\n", "12,2026-10-03T06:10:01-07:00\r\n", "tag\ttime\tdate\n1\t6:1\t1.2.26\n",
		"TO~1~99997~160~13~1790000000.60~12009E~8~-29~1~P~71\r\nTO~2~1~160~13~0~12009E~8~-29~1~P\r\n", "aa0005800370000300012506151032280e73\naa400000000123450a2a01123018455927a7FS\nab00000222\n",
		"1540;12;2026-07-10;09:15:58.477;;127;72;;0;1;1;;;;;;Finish;12;3;50432\n#P;1541;99999;0000-00-00;09:16:02.1;;1;2;\n", "0,4021,1474467200,250,1,-55,0,1,U,0,0,5\n1,2,3,\"6:10:01\"\n",
		"DA413A35 09:16:02.123456 10  0000A      C7 date=20260710\rN0000x\r", "Z413A35 10:11:16.4433 10\n", "\xff\xfet\x00a\x00g\x00,\x00t\x00i\x00m\x00e\x00\n\x00", "\ufefftag,time\n\xfc,1790000000\n", "I11A9D,32,Gun,252,21050808005516,Button Press\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, complaints := fuzzRead(t, data)
		second, again := fuzzRead(t, data)
		if len(first) != len(second) || complaints != again {
			t.Fatal("the same bytes read twice give something else")
		}
		for i := range first {
			if first[i] != second[i] {
				t.Fatalf("read %d: %+v and %+v", i, first[i], second[i])
			}
		}
	})
}

func fuzzRead(t *testing.T, data []byte) ([]race.Read, int) {
	f, err := importer.Open(strings.NewReader(string(data)), importer.Options{Zone: fuzzZone, Day: day, Batch: 7})
	if err != nil {
		if c := race.CodeOf(err); c != race.CodeUnreadable && c != race.CodeInvalid {
			t.Fatalf("%v", err)
		}
		return nil, 0
	}
	var out []race.Read
	for {
		b, err := f.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range b.Reads {
			if r.Tag == "" || r.Tag != race.CleanTag(r.Tag) || !r.At.IsSet() || r.Raw == "" || b.Lines[i] < 1 {
				t.Fatalf("line %d: a read that is none: %+v", b.Lines[i], r)
			}
			if !utf8.ValidString(r.Raw) || !utf8.ValidString(r.Tag) || !utf8.ValidString(r.Key) || !utf8.ValidString(r.Reader) || !utf8.ValidString(r.Code) {
				t.Fatalf("a read that is no text: %+v", r)
			}
		}
		out = append(out, b.Reads...)
	}
	for _, b := range f.Bad() {
		if b.Reason == "" || b.Line < 1 || b.Line > f.Lines() || !utf8.ValidString(b.Text) {
			t.Fatalf("a complaint that says nothing: %+v", b)
		}
	}
	if len(out) != f.Count() || len(out)+f.BadCount() > f.Lines() {
		t.Fatalf("%d reads and %d complaints from %d lines", len(out), f.BadCount(), f.Lines())
	}
	return out, f.BadCount()
}

var fuzzZone = time.FixedZone("-07:00", -7*3600)

func FuzzMarkers(f *testing.F) {
	f.Add([]byte("I11A9D,32,Gun,252,21050808005516,Button Press\r\nI11A9D,1,Powerup,1,80010100002288,Controller\r\n"))
	f.Add([]byte("a,1,Gun,1,99123123595999\nb,2,Event,0,21050808005516,\xfc,x\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := importer.ReadMarkers(strings.NewReader(string(data)), fuzzZone)
		if err != nil {
			if c := race.CodeOf(err); c != race.CodeUnreadable {
				t.Fatal(err)
			}
			return
		}
		if len(m.Guns)+len(m.Suspect)+m.Others == 0 {
			t.Fatal("a file of no markers was taken")
		}
		for _, g := range append(m.Guns, m.Suspect...) {
			if !g.At.IsSet() || g.Kind != "Gun" || g.Line < 1 || !utf8.ValidString(g.Detail) {
				t.Fatalf("%+v", g)
			}
		}
	})
}

// FuzzParticipants: whatever the file, the roster stays sound (bibs and chips belong to one person each, everybody can be stored), rows are
// counted, and the same file again changes nothing.
func FuzzParticipants(f *testing.F) {
	f.Add(ultrasignup, true, "")
	f.Add("unique_id,bib,name,race\n1,5,Ana Ito,50K\n2,5,Ben Ito,50K\n1,6,Ana Ito,\n", true, "infer")
	f.Add("bib;first;last;chips;remove\n1;a;b;x y;\n01;c;b;y;yes\n;a;b;;x\n", false, "file")
	f.Add("name,dob,email,race\nA B,1/2/3,a@b,50K\nA B,,a@b,50K\nA B,3/2/1,,50K\n", false, "")
	f.Add("\ufeffname\tbib\tage on 1\n\"x\ny\"\t'=1\t9\n", true, "")
	f.Fuzz(func(t *testing.T, text string, bibs bool, way string) {
		s, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{})
		if err != nil {
			if c := race.CodeOf(err); c != race.CodeUnreadable && c != race.CodeTooLarge {
				t.Fatal(err)
			}
			return
		}
		ps := people{1: {ID: 1, EventID: 1, RaceID: 10, Bib: "1", FirstName: "a", LastName: "b", Chips: []string{"X"}}, 2: {ID: 2, EventID: 1, Bib: "5", FirstName: "Ana", LastName: "Ito", DOB: "1991-06-02"}}
		o := options()
		o.AllowBibChanges, o.Race = bibs, way
		m, err := importer.Merge(event(), maps.Values(ps), s.Rows, o)
		if err != nil {
			if race.CodeOf(err) != race.CodeInvalid {
				t.Fatal(err)
			}
			return
		}
		if n := counts(m.Receipt); n[0]+n[1]+n[2]+n[3]+n[4] > len(s.Rows) {
			t.Fatalf("%v counts of %d rows", n, len(s.Rows))
		}
		ps.take(m)
		held := map[string]race.ParticipantID{}
		for _, p := range ps {
			if err := race.ValidateParticipant(p); err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			for _, key := range append([]string{"#" + race.CleanBib(p.Bib)}, p.Chips...) {
				if other, ok := held[race.CleanBib(key)]; ok && key != "#" && other != p.ID {
					t.Fatalf("%q belongs to %d and %d", key, other, p.ID)
				}
				held[race.CleanBib(key)] = p.ID
			}
		}
		again, err := importer.Merge(event(), maps.Values(ps), s.Rows, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(again.Put) > 0 || len(again.Remove) > 0 {
			t.Fatalf("the same file again changes %+v and removes %v\nroster %+v", again.Put, again.Remove, ps)
		}
	})
}
