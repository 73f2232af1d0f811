// Package trackleaders reads the position feeds of tracking services: XML in which each message has a place and a time, and belongs to a
// racer. It knows the aggregate feed of TrackLeaders and takes whatever says the same in other words. It must not touch the network.
// Start reading at parse.go.
package trackleaders

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"racectl/internal/feed"
)

// Adapter is the adapter trackleadersxml.
type Adapter struct{}

// Limits of what is taken apart: a feed is shallow, and a message small.
const (
	deepest = 64
	most    = 2_000_000 // elements
	longest = 4096      // bytes of a value
)

// Read finds every message with a place, a time and a racer. Elements and attributes are understood by name, whatever surrounds them; a
// value that a message does not have is taken from what surrounds it, so that a racer named once holds for all their messages.
func (Adapter) Read(body []byte, day feed.Day) (feed.Page, error) {
	p := parser{d: xml.NewDecoder(bytes.NewReader(body)), day: day}
	p.d.Strict = false
	p.d.CharsetReader = latin
	for {
		t, err := p.d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return feed.Page{}, fmt.Errorf("the answer is not XML: %w", err)
		}
		if err := p.take(t); err != nil {
			return feed.Page{}, err
		}
	}
	if !p.known {
		return feed.Page{}, errors.New("the answer is XML, but no feed of positions")
	}
	return p.page, nil
}

// level is an open element: its values, its text, and the messages in it that wait for the racer to be named.
type level struct {
	name    string
	says    map[string]string
	text    strings.Builder
	waiting []map[string]string
}

type parser struct {
	d     *xml.Decoder
	day   feed.Day
	open  []*level
	count int
	known bool // something in it is of a feed
	page  feed.Page
}

func (p *parser) take(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if p.count++; p.count > most || len(p.open) >= deepest {
			return errors.New("the answer has more elements, or deeper ones, than any feed")
		}
		l := &level{name: t.Name.Local, says: map[string]string{}}
		for _, a := range t.Attr {
			p.say(l, a.Name.Local, a.Value)
		}
		if plain := strings.ToLower(l.name); len(p.open) == 0 && strings.Contains(plain, "feed") || meaning(plain) == "bib" {
			p.known = true
		}
		p.open = append(p.open, l)
	case xml.CharData:
		if n := len(p.open); n > 0 && p.open[n-1].text.Len() < longest {
			p.open[n-1].text.Write(t[:min(len(t), longest)])
		}
	case xml.EndElement:
		if n := len(p.open); n > 0 {
			p.shut(p.open[n-1])
		}
	}
	return nil
}

// say keeps a value by its meaning; the first one holds.
func (p *parser) say(l *level, name, value string) {
	value = strings.TrimSpace(value[:min(len(value), longest)])
	if key := meaning(strings.ToLower(name)); key != "" && value != "" && l.says[key] == "" {
		l.says[key] = value
	}
}

// shut ends an element: what it says goes to the one around it, unless it is a message or holds some.
func (p *parser) shut(l *level) {
	p.open = p.open[:len(p.open)-1]
	var around *level
	if n := len(p.open); n > 0 {
		around = p.open[n-1]
	}
	if around != nil {
		p.say(around, l.name, l.text.String())
	}
	waiting := l.waiting
	if _, at := l.says["lat"]; at {
		waiting = append(waiting, l.says)
	} else {
		for _, m := range waiting {
			for _, key := range []string{"bib", "name"} {
				if m[key] == "" {
					m[key] = l.says[key]
				}
			}
		}
	}
	for _, m := range waiting {
		if around == nil || m["bib"] != "" {
			p.message(m)
		} else {
			around.waiting = append(around.waiting, m)
		}
	}
}

// message makes a sighting of what one message says, or counts it.
func (p *parser) message(m map[string]string) {
	if feed.Nowhere(m) {
		return
	}
	s, ok := feed.Position(m, p.day)
	if !ok {
		p.page.Unread++
		return
	}
	p.known = true
	p.page.Sightings = append(p.page.Sightings, s)
}

// meaning is what a name in the feed stands for, "" for nothing of ours.
func meaning(name string) string {
	switch strings.TrimPrefix(name, "trackleaders_") {
	case "racer_id", "racerid", "racer", "bib", "bib_number", "bibnumber", "number":
		return "bib"
	case "name", "racer_name", "racername", "esnname", "fullname", "full_name":
		return "name"
	case "timestamp", "time", "datetime", "when", "fixtime", "timeutc":
		return "time"
	case "timeingmtsecond", "unixtime":
		return "unix"
	case "latitude", "lat":
		return "lat"
	case "longitude", "lon", "lng", "long":
		return "lon"
	case "elevation", "altitude", "ele":
		return "ele"
	}
	return ""
}

// latin reads the older encodings of western Europe, in which a byte is a letter.
func latin(charset string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(charset) {
	case "iso-8859-1", "latin1", "windows-1252", "us-ascii", "ascii":
	default:
		return nil, fmt.Errorf("the encoding %q is not known", charset)
	}
	all, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	for _, b := range all {
		out.WriteRune(rune(b))
	}
	return strings.NewReader(out.String()), nil
}

var _ feed.Adapter = Adapter{}
