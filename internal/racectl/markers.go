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

// gunLines offers each gun as the line to paste that would start what it is meant for: of several guns near one planned
// start the nearest; the others leave the race to fill in.
func (o *crossingImportOptions) gunLines(s *session, guns []wire.GunMarker) string {
	var b strings.Builder
	for i, g := range guns {
		at := g.At.In(s.zone).Format("2006-01-02T15:04:05.000Z07:00")
		what := "gun at " + output.ClockMs(g.At, s.zone) + prefixed(", ", g.Detail) + prefixed(" of box ", g.Box)
		b.WriteString(output.Clean(what) + "\n")
		p := s.plannedFor(g.At)
		for j, other := range guns {
			if j != i && p.race != nil && other.At.Sub(p.at).Abs() < g.At.Sub(p.at).Abs() {
				p = planned{}
			}
		}
		switch {
		case p.race == nil:
			b.WriteString("  racectl race start RACE --at " + at + " --event " + s.event.Slug + "\n")
		case p.wave != nil:
			b.WriteString("  # " + output.Clean(p.race.Name+", in the event file: - {name: "+p.wave.Name) + ", time: " + at + "}\n")
		default:
			b.WriteString("  racectl race start " + shellWord(output.Clean(p.race.Name)) + " --at " + at + " --event " + s.event.Slug + "\n")
		}
	}
	return b.String()
}

// planned is a start that somebody wrote down: of a race, or of a wave that does not start with its race.
type planned struct {
	race *race.Race
	wave *race.Wave
	at   race.Instant
}

// plannedFor is the planned start nearest to a gun, within gunWindow.
func (s *session) plannedFor(gun race.Instant) (nearest planned) {
	best := gunWindow + 1
	try := func(p planned) {
		if d := gun.Sub(p.at).Abs(); p.at.IsSet() && d < best {
			best, nearest = d, p
		}
	}
	for i := range s.event.Races {
		r := &s.event.Races[i]
		try(planned{r, nil, r.StartTime})
		for j := range r.Waves.Waves {
			try(planned{r, &r.Waves.Waves[j], r.Waves.Waves[j].Time})
		}
	}
	return nearest
}

// shellWord quotes a word for a shell when that is needed.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.,:/@+%", r)
	}
	if word != "" && strings.TrimLeftFunc(word, plain) == "" {
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
