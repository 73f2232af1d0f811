package importer

import (
	"bytes"
	"errors"
	"io"
	"time"

	"racectl/internal/race"
)

// Marker is a line of a ChronoTrack .mrk file, or a gun that another format keeps among its reads.
type Marker struct {
	At     race.Instant
	Box    string
	Kind   string // "Gun", "Event", "Point", "TimeChange" …
	Detail string // "Button Press"
	Line   int
}

const markerGun = "Gun"

// Markers is what a .mrk file says. Guns are offered as race or wave starts; they never start anything by themselves.
type Markers struct {
	Guns    []Marker // with a clock that can be right, in the order of the file
	Suspect []Marker // guns of a clock that was not set (1980)
	Event   string   // the name that the box was given for the event, and Point for its place
	Point   string
	Others  int // markers of other kinds
	Bad     []Line
}

// suspectYear: a controller whose clock was never set counts from 1980.
const suspectYear = 1980

// ReadMarkers reads a ChronoTrack .mrk file: box,number,kind,reads before,YYMMDDHHMMSScc on the wall clock of zone,detail.
// A file that holds no marker at all is an error with code unreadable.
func ReadMarkers(r io.Reader, zone *time.Location) (*Markers, error) {
	if zone == nil {
		return nil, race.Invalid("zone", "the time zone of the controller's clock is not known; give it, for example America/Denver")
	}
	text, err := plainText(r)
	if err != nil {
		return nil, err
	}
	m, wall, found := &Markers{}, race.NewWall(zone), 0
	lines := newLineReader(text, 64<<20)
	if _, err := lines.head(); err != nil {
		return nil, err
	}
	for {
		line, long, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		line = bytes.TrimSpace(toUTF8(line))
		if len(line) == 0 {
			continue
		}
		marker, reason := parseMarker(line, wall)
		if long {
			reason = "the line is longer than 64 kB"
		}
		if reason != "" {
			if len(m.Bad) < keptBad {
				m.Bad = append(m.Bad, Line{lines.no, show(line), reason})
			}
			continue
		}
		found++
		marker.Line = lines.no
		m.add(marker, wall)
	}
	if found == 0 {
		return nil, race.Errorf(race.CodeUnreadable, "this is not a ChronoTrack marker file; its lines look like I11A9D,32,Gun,252,26100306005516,Button Press")
	}
	return m, nil
}

func (m *Markers) add(k Marker, wall *race.Wall) {
	switch {
	case k.Kind != markerGun:
		m.Others++
		if k.Kind == "Event" {
			m.Event = k.Detail
		}
		if k.Kind == "Point" {
			m.Point = k.Detail
		}
	case k.At.In(wall.Zone()).Year() <= suspectYear:
		m.Suspect = append(m.Suspect, k)
	default:
		m.Guns = append(m.Guns, k)
	}
}

func parseMarker(line []byte, wall *race.Wall) (Marker, string) {
	c := bytes.SplitN(line, []byte(","), 6)
	if len(c) < 5 {
		return Marker{}, "the line has too few fields for a marker"
	}
	if _, ok := number(c[1]); !ok {
		return Marker{}, "the second field, the number of the marker, is not a number"
	}
	local, ok := markerTime(c[4])
	if !ok {
		return Marker{}, "the fifth field is not a time written YYMMDDHHMMSScc"
	}
	k := Marker{Box: string(c[0]), Kind: string(bytes.TrimSpace(c[2]))}
	k.At, _ = wall.Instant(local)
	if len(c) > 5 {
		k.Detail = string(bytes.TrimSpace(c[5]))
	}
	return k, ""
}

// markerTime reads YYMMDDHHMMSScc; years from 70 on are of the last century (1980 is a clock that was never set).
func markerTime(b []byte) (int64, bool) {
	if len(b) != 14 {
		return 0, false
	}
	var v [7]int
	for i := range v {
		n, ok := number(b[2*i : 2*i+2])
		if !ok {
			return 0, false
		}
		v[i] = n
	}
	year := 2000 + v[0]
	if v[0] >= 70 {
		year = 1900 + v[0]
	}
	day, ok := civilDay(year, v[1], v[2], true)
	if !ok || v[3] > 23 || v[4] > 59 || v[5] > 59 {
		return 0, false
	}
	return day*dayMs + int64(v[3]*3600+v[4]*60+v[5])*1000 + int64(v[6])*10, true
}

func isMarkers(lines [][]byte) bool {
	wall := race.NewWall(time.UTC)
	return count(lines, func(l []byte) bool { _, reason := parseMarker(l, wall); return reason == "" })*2 > len(lines)
}
