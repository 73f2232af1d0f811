package course

import (
	"math"
	"strconv"

	"racectl/internal/race"
)

// positions reads GeoJSON coordinates: lists in lists, of which those at a depth are places. The text is known to be JSON. A place that
// is none, or not on the earth, is refused with its number.
func positions(raw []byte, depth int, keep func(race.Point) error) error {
	p := &positionReader{raw: raw, want: depth, keep: keep}
	if string(raw) == "" || string(raw) == "null" {
		return nil
	}
	if p.blank(); p.raw[p.pos] != '[' {
		return race.Errorf(race.CodeUnreadable, "this is no GeoJSON: coordinates must be a list")
	}
	return p.list(1)
}

type positionReader struct {
	raw  []byte
	pos  int
	want int
	n    int // places so far
	keep func(race.Point) error
}

func (p *positionReader) blank() {
	for isBlank(p.raw[p.pos]) {
		p.pos++
	}
}

// list reads one list, which begins here.
func (p *positionReader) list(depth int) error {
	if depth == p.want {
		return p.place()
	}
	p.pos++
	for {
		p.blank()
		switch p.raw[p.pos] {
		case '[':
			if err := p.list(depth + 1); err != nil {
				return err
			}
		case ',':
			p.pos++
		case ']':
			p.pos++
			return nil
		default:
			return p.wrong()
		}
	}
}

// place reads [longitude, latitude, height, …], which begins here.
func (p *positionReader) place() error {
	p.n++
	p.pos++
	values := [3]float64{math.NaN(), math.NaN(), math.NaN()}
	for i := 0; ; i++ {
		p.blank()
		if p.raw[p.pos] == ']' && i < 2 {
			return p.wrong()
		}
		if p.raw[p.pos] == ']' {
			break
		}
		begin := p.pos
		for c := p.raw[p.pos]; c != ',' && c != ']' && c != '[' && c != '{' && !isBlank(c); c = p.raw[p.pos] {
			p.pos++
		}
		n, err := strconv.ParseFloat(string(p.raw[begin:p.pos]), 64)
		null := string(p.raw[begin:p.pos]) == "null"
		switch {
		case null && i > 1: // no height is known
		case err != nil && !math.IsInf(n, 0):
			return p.wrong()
		case i < 3:
			values[i] = n
		}
		if p.blank(); p.raw[p.pos] == ',' {
			p.pos++
		}
	}
	p.pos++
	at := race.Point{Lon: values[0], Lat: values[1], Ele: values[2]}
	if math.Abs(at.Ele) > highest {
		at.Ele = math.NaN()
	}
	if !onEarth(&at) {
		return race.Invalid(field, "point %d of the track is not on the earth: latitude %v, longitude %v", p.n, at.Lat, at.Lon)
	}
	return p.keep(at)
}

func (p *positionReader) wrong() error {
	return race.Invalid(field, "point %d of the track needs a longitude and a latitude", max(p.n, 1))
}
