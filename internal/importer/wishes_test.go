package importer_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"racectl/internal/importer"
	"racectl/internal/race"
)

// TestWhatTheWavePlannerGoesBy: preferences in the planner's own words or in those of its list, with whom, and how much.
func TestWhatTheWavePlannerGoesBy(t *testing.T) {
	ps := people{}
	m := mergeText(t, ps, "id,name,race,Wave Preference,wave_buddy,Wave Weight\n1,A One,50K,Strong Early Start,B Two,\"0,25\"\n2,B Two,50K,late +,,-0.1\n3,C Three,50K,sometimes,,much\n4,D Four,50K,EARLY,,2e9\n5,E Five,50K,,,\"1,234\"\n6,F Six,50K,,,0x1p-2\n", options())
	check(t, m, [5]int{6, 0, 0, 0, 0}, `4 "sometimes" is not a wave preference; use early+, early, late, late+ or none. The row was taken without it`,
		`4 "much" is not a wave weight; write a number such as 0.1 or -0.1. The row was taken without it`, `5 "2e9" is not a wave weight; write a number such as 0.1 or -0.1. The row was taken without it`,
		`6 "1,234" is not a wave weight; write a number such as 0.1 or -0.1. The row was taken without it`, `7 "0x1p-2" is not a wave weight; write a number such as 0.1 or -0.1. The row was taken without it`)
	if p := ps.named("A One"); p.WavePref != "early+" || p.WaveBuddy != "B Two" || p.WaveWeight != 0.25 {
		t.Errorf("%+v", p)
	}
	if p := ps.named("B Two"); p.WavePref != "late+" || p.WaveWeight != -0.1 {
		t.Errorf("%+v", p)
	}
	m = mergeText(t, ps, "id,wavepref,waveweight\n1,none,\n2,,0\n4,late,\n", options())
	want := []importer.FieldChange{{"wave_pref", "early+", ""}, {"wave_weight", "-0.1", ""}, {"wave_pref", "early", "late"}}
	var got []importer.FieldChange
	for _, c := range m.Changes {
		got = append(got, c.Fields...)
	}
	if !slices.Equal(got, want) || ps.named("A One").WaveWeight != 0.25 {
		t.Errorf("%+v", got)
	}
}

// TestOneOfTwoColumnsCannotBeRead: what somebody has of a variant stays as it was, and is not what the other column says on top of it.
func TestOneOfTwoColumnsCannotBeRead(t *testing.T) {
	sold := []race.AddOnColumns{{Name: "Dinner", Columns: []race.AddOnColumn{{Header: "Dinner early", Variant: "Vegan"}, {Header: "Dinner late", Variant: "Vegan"}}}}
	for cells, want := range map[string]int{"1,two": 3, "one,2": 3, "1,2": 0, "one,two": 0, ",": -1} {
		s, err := importer.ReadSheet(strings.NewReader("id,name,race,Dinner early,Dinner late\n7,Ana Ito,50K,"+cells+"\n"), importer.SheetOptions{AddOns: sold})
		if err != nil {
			t.Fatal(err)
		}
		o := options()
		o.AddOns = s.AddOns
		o.Ordered = func(race.ParticipantID) []importer.Order { return []importer.Order{{"Dinner", "Vegan", 3, ""}} }
		m, err := importer.Merge(event(), slices.Values([]*race.Participant{{ID: 1, EventID: 1, RaceID: 10, UniqueID: "7", FirstName: "Ana", LastName: "Ito"}}), s.Rows, o)
		if err != nil {
			t.Fatal(err)
		}
		changed := len(m.Orders) > 0
		if changed != (want == -1) {
			t.Errorf("%s: %+v, and there were 3", cells, m.Orders)
		}
	}
}

// TestWhatNobodySeesIsLeftOut: one rule for names and texts, wherever they come from.
func TestWhatNobodySeesIsLeftOut(t *testing.T) {
	ps := people{}
	mergeText(t, ps, "name,race,notes,city\nA\u202ena I\u200bto,50K,\"one\u2066\ntwo\",Moab\u2028 West\n", options())
	if p := ps.named("Ana Ito"); p.Notes != "one\ntwo" || p.City != "Moab  West" {
		t.Errorf("%+v", ps)
	}
	rows, err := importer.NewRows([]map[string]string{{"name": "B\x00en\x7f \u202dIto\u0085", "notes": "x\x00y"}}, 0, nil)
	if err != nil || rows[0].Cell("full_name") != "Ben Ito" || rows[0].Cell("notes") != "xy" {
		t.Errorf("%q %v", rows[0].Cell("full_name"), err)
	}
}

// TestManyOfOneName: finding the people of a file grows with its rows and not with their square, whatever tells those of one name apart; and
// it finds the same people as among few.
func TestManyOfOneName(t *testing.T) {
	const many = 2000
	for name, line := range map[string]string{
		"births": "%d,19%02[2]d-%02[3]d-%02[4]d,,\n", "mails": ",,g%d@example.org,\n", "numbers and one birth": "%d,1990-01-01,club@example.org,\n", "one mail": ",19%02[2]d-%02[3]d-%02[4]d,club@example.org,\n", "bibs": ",,,%d\n",
	} {
		var file bytes.Buffer
		file.WriteString("race,first_name,last_name,id,dob,email,bib\n")
		for i := range many {
			row := fmt.Sprintf(line, i+1, 20+i/336%80, 1+i/28%12, 1+i%28)
			row, _, _ = strings.Cut(row, "%!")
			file.WriteString("50K,Guest,Runner," + strings.TrimSuffix(row, "\n") + "\n")
		}
		ps := people{}
		read := func() *importer.Merged {
			s, err := importer.ReadSheet(bytes.NewReader(file.Bytes()), importer.SheetOptions{})
			if err != nil {
				t.Fatal(err)
			}
			all := make([]*race.Participant, 0, len(ps))
			for _, p := range ps {
				all = append(all, p)
			}
			m, err := importer.Merge(event(), slices.Values(all), s.Rows, options())
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		m := read()
		if m.Receipt.Created != many || m.Looked() > 20*many {
			t.Errorf("%s: %+v, looked at %d", name, m.Receipt.Created, m.Looked())
		}
		ps.take(m)
		if m = read(); m.Receipt.Unchanged != many || m.Looked() > 20*many {
			t.Errorf("%s again: %d unchanged, looked at %d", name, m.Receipt.Unchanged, m.Looked())
		}
	}
}
