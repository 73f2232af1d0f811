package exporter

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Slip is what a finish slip is made from: one person's result as it stands when it is printed.
type Slip struct {
	Event  *race.Event
	Race   *race.Race // nil for somebody in no race
	Person *wire.ParticipantDetail
	Zone   *time.Location // of the event; nil = UTC
	At     race.Instant   // when it is printed
}

// The slip is measured in dots of a printer with 8 dots to the millimetre, on paper of 80 mm: the narrowest that is usual.
const (
	slipWidth  = 576
	slipMargin = 24
	slipInner  = slipWidth - 2*slipMargin
	slipRows   = 60 // split times on one slip; of more, the last ones
)

// FinishSlip writes a slip in ZPL, the language of label printers: who, the official time, the places out of how many, and the
// splits. Somebody without a finish gets the status and the last time instead. Text that people filled in cannot hold commands.
func FinishSlip(s *Slip) []byte {
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	p := &slipPage{y: 20}
	p.head(s)
	p.result(s)
	p.places(s)
	p.splits(s)
	p.foot(s)
	return []byte(fmt.Sprintf("^XA\n^CI28\n^PW%d\n^LL%d\n^LH0,0\n%s^XZ\n", slipWidth, p.y+40, p.b.String()))
}

// slipPage is a slip as far as it is written: y is where the next line begins.
type slipPage struct {
	b strings.Builder
	y int
}

func (p *slipPage) head(s *Slip) {
	p.line(s.Event.Name, 40, 2)
	when := s.At
	if s.Race != nil && s.Race.FirstStart().IsSet() {
		when = s.Race.FirstStart()
	}
	p.line(joinedBy(" - ", raceName(s.Race), when.Time().In(s.Zone).Format("January 2, 2006")), 28, 1)
	p.y += 6
	p.rule(4)
	p.y += 14
	d := s.Person
	p.line(orWord(strings.TrimSpace(d.FirstName+" "+d.LastName), "Unnamed"), 56, 1)
	age := ""
	if d.Age != nil {
		age = strconv.Itoa(*d.Age)
	}
	p.line(joinedBy(" - ", labelled("Bib ", d.Bib), joinedBy(" ", d.Gender, age), joinedBy(", ", d.City, d.State)), 30, 1)
	if d.TeamName != "" {
		p.line(d.TeamName, 28, 1)
	}
}

// result is the time, white on black; the status and the last time for those who have no finish.
func (p *slipPage) result(s *Slip) {
	d := s.Person
	title, time := "OFFICIAL TIME", official(d.TimeMs)
	if d.TimeMs == nil {
		title, time = strings.ToUpper(orWord(d.StatusLabel, "No time")), official(d.ElapsedMs)
		if n := len(d.Splits); n > 0 && d.ElapsedMs != nil {
			title += " - " + strings.ToUpper(d.Splits[n-1].Name)
		}
	}
	p.y += 10
	const height = 150
	p.box(slipMargin, p.y, slipInner, height, height)
	p.text(slipMargin, p.y+18, slipInner, 26, 1, 'C', "^FR", title)
	p.text(slipMargin, p.y+50, slipInner, 96, 1, 'C', "^FR", orWord(time, "--:--:--"))
	p.y += height + 16
}

// places are three boxes side by side; those without a place are left out.
func (p *slipPage) places(s *Slip) {
	d := s.Person
	type place struct {
		title string
		n     *int
		of    int
	}
	var shown []place
	for _, x := range []place{{"OVERALL", d.OverallPlace, d.OutOf.Overall}, {genderTitle(d.Gender), d.GenderPlace, d.OutOf.Gender}, {"AGE " + d.Band, d.BandPlace, d.OutOf.Band}} {
		if x.n != nil {
			shown = append(shown, x)
		}
	}
	if len(shown) == 0 {
		return
	}
	const gap, height = 12, 112
	width := (slipInner - gap*(len(shown)-1)) / len(shown)
	for i, x := range shown {
		left := slipMargin + i*(width+gap)
		p.box(left, p.y, width, height, 2)
		p.text(left, p.y+12, width, 22, 1, 'C', "", x.title)
		p.text(left, p.y+36, width, 48, 1, 'C', "", strconv.Itoa(*x.n))
		p.text(left, p.y+84, width, 22, 1, 'C', "", "of "+strconv.Itoa(x.of))
	}
	p.y += height + 16
}

func (p *slipPage) splits(s *Slip) {
	rows := s.Person.Splits
	if len(rows) == 0 {
		return
	}
	p.rule(2)
	p.y += 10
	if left := len(rows) - slipRows; left > 0 {
		p.line(fmt.Sprintf("%d earlier times are not shown", left), 24, 1)
		rows = rows[left:]
	}
	for i := range rows {
		r := &rows[i]
		name := r.Name
		if s.Race != nil && s.Race.Repeats() && r.Lap > 0 {
			name += " " + strconv.Itoa(r.Lap)
		}
		place := ""
		if r.Place != nil {
			place = strconv.Itoa(*r.Place)
		}
		p.text(slipMargin, p.y, 300, 28, 1, 'L', "", name)
		p.text(slipMargin+300, p.y, 148, 28, 1, 'R', "", official(&r.ElapsedMs))
		p.text(slipMargin+448, p.y, 80, 28, 1, 'R', "", place)
		p.y += 36
	}
	p.y += 6
}

func (p *slipPage) foot(s *Slip) {
	p.rule(2)
	p.y += 12
	d := s.Person
	p.line(joinedBy(" - ", labelled("Chip ", exact(d.ChipMs)), labelled("Gun ", exact(d.GunMs))), 24, 1)
	p.line("Printed "+s.At.Time().In(s.Zone).Format("Mon 15:04:05 MST"), 22, 1)
}

// line is one centred field over the whole width; nothing for an empty text. Long texts are set smaller, down to half.
func (p *slipPage) line(text string, size, lines int) {
	if clean(text) == "" {
		return
	}
	used := p.text(slipMargin, p.y, slipInner, size, lines, 'C', "", text)
	p.y += used + 10
}

// text writes a field and answers how high it is. The letters of the printer's font are about half as wide as they are high.
func (p *slipPage) text(x, y, width, size, lines int, align byte, mode, text string) int {
	text = clean(text)
	n := max(1, len([]rune(text)))
	fits := func(rows int) int { return 2 * width * rows / (n + 1) * 10 / 11 }
	rows := 1
	if lines > 1 && fits(1) < size {
		rows = lines
	}
	size = max(min(size, fits(rows)), size/2)
	if longest := 2 * width * rows / size; n > longest && longest > 3 {
		text = string([]rune(text)[:longest-3]) + "..."
	}
	fmt.Fprintf(&p.b, "^FO%d,%d^A0N,%d,%d^FB%d,%d,4,%c%s^FH^FD%s^FS\n", x, y, size, size, width, rows, align, mode, escape(text))
	return rows*size + (rows-1)*4
}

func (p *slipPage) rule(thick int) {
	p.box(slipMargin, p.y, slipInner, thick, thick)
	p.y += thick
}

func (p *slipPage) box(x, y, width, height, thick int) {
	fmt.Fprintf(&p.b, "^FO%d,%d^GB%d,%d,%d^FS\n", x, y, width, height, thick)
}

// clean is a text without what is no letter: line ends, tabs, and bytes that are no text.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return -1
		case r == '\\': // begins a command inside a block of text
			return '/'
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// escape makes the characters that begin commands harmless, the escape itself included.
func escape(text string) string {
	return strings.NewReplacer("_", "_5F", "^", "_5E", "~", "_7E").Replace(text)
}

func official(ms *int64) string {
	if ms == nil {
		return ""
	}
	return race.FormatDuration(race.Official(time.Duration(*ms) * time.Millisecond))
}

func exact(ms *int64) string {
	if ms == nil {
		return ""
	}
	return race.FormatDurationMs(time.Duration(*ms) * time.Millisecond)
}

func raceName(r *race.Race) string {
	if r == nil {
		return ""
	}
	return r.Name
}

func genderTitle(gender string) string {
	switch strings.ToUpper(gender) {
	case "M":
		return "MEN"
	case "F":
		return "WOMEN"
	}
	return strings.ToUpper(orWord(gender, "GENDER"))
}

func labelled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}

func orWord(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func joinedBy(by string, parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, by)
}
