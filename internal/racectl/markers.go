package racectl

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"racectl/internal/importer"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// clockZone is the zone of the reader's clock: --zone, else the event's.
func (o *crossingImportOptions) clockZone(s *session) (*time.Location, error) {
	if o.zone == "" {
		return s.zone, nil
	}
	zone, err := time.LoadLocation(o.zone)
	if err != nil {
		return nil, race.Invalid("zone", "%q is not a time zone; use an IANA name such as America/Denver", o.zone)
	}
	return zone, nil
}

// markersBeside reads the guns of the .mrk file that a controller writes beside its reads; none when there is no such file.
func (o *crossingImportOptions) markersBeside(s *session, path string) ([]wire.GunMarker, error) {
	if path == "-" {
		return nil, nil
	}
	for _, ending := range []string{".mrk", ".MRK"} {
		beside := strings.TrimSuffix(path, filepath.Ext(path)) + ending
		if _, err := os.Stat(beside); err != nil {
			continue
		}
		in, err := o.app.openInput(beside)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		guns, err := o.markers(s, in)
		return guns, inFile(err, beside)
	}
	return nil, nil
}

// gunWindow is how far a gun may be from a planned start and still be meant for it.
const gunWindow = 45 * time.Minute

// gunLines offers each gun as the line to paste that would start what was planned nearest to it.
func (o *crossingImportOptions) gunLines(s *session, guns []wire.GunMarker) string {
	var b strings.Builder
	for _, g := range guns {
		at := g.At.In(s.zone).Format("2006-01-02T15:04:05.000Z07:00")
		r, w := s.nearestStart(g.At)
		what := "gun at " + output.ClockMs(g.At, s.zone) + prefixed(", ", g.Detail)
		if g.Box != "" {
			what += " of box " + g.Box
		}
		b.WriteString(output.Clean(what) + "\n")
		switch {
		case r == nil:
			b.WriteString("  racectl race start RACE --at " + at + " --event " + s.event.Slug + "\n")
		case w != nil && w.Time != r.StartTime:
			b.WriteString("  # " + r.Name + ", in the event file: - {name: " + w.Name + ", time: " + at + "}\n")
		default:
			b.WriteString("  racectl race start " + shellWord(r.Name) + " --at " + at + " --event " + s.event.Slug + "\n")
		}
	}
	return b.String()
}

// nearestStart is the race, and the wave when it is one of those, whose planned start is nearest to a gun.
func (s *session) nearestStart(gun race.Instant) (r *race.Race, w *race.Wave) {
	best := gunWindow + 1
	try := func(x *race.Race, wave *race.Wave, at race.Instant) {
		if d := gun.Sub(at).Abs(); at.IsSet() && d < best {
			best, r, w = d, x, wave
		}
	}
	for i := range s.event.Races {
		x := &s.event.Races[i]
		try(x, nil, x.StartTime)
		for j := range x.Waves.Waves {
			try(x, &x.Waves.Waves[j], x.Waves.Waves[j].Time)
		}
	}
	return r, w
}

// shellWord quotes a word for a shell when that is needed.
func shellWord(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.,:/@+%", r))
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// markers reads the guns of a ChronoTrack marker file. What cannot be a gun (a clock that was never set, a line that cannot
// be read) is said and left aside.
func (o *crossingImportOptions) markers(s *session, in *input) ([]wire.GunMarker, error) {
	zone, err := o.clockZone(s)
	if err != nil {
		return nil, err
	}
	m, err := importer.ReadMarkers(in, zone)
	if err != nil {
		return nil, err
	}
	for _, k := range m.Suspect {
		o.app.io.Say("%s line %d: a gun of a clock that was not set (%s) is left aside", in.name, k.Line, output.Clock(k.At, zone))
	}
	for _, l := range m.Bad {
		o.app.io.Say("%s line %d: %s", in.name, l.Line, l.Reason)
	}
	guns := make([]wire.GunMarker, len(m.Guns))
	for i, k := range m.Guns {
		guns[i] = wire.GunMarker{At: k.At, Box: k.Box, Detail: k.Detail}
	}
	return guns, nil
}
