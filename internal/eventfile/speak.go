package eventfile

import (
	"math"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"
	"strings"

	"racectl/internal/race"
)

// speaker puts an event into words: it knows the names behind ids, and the zone of the clock.
type speaker struct {
	zone    *time.Location
	wall    *race.Wall
	sources map[race.SourceID]string
	races   map[string]string // id as text -> name
}

func newSpeaker(e *race.Event, names map[race.SourceID]string) *speaker {
	zone, err := time.LoadLocation(e.Timezone)
	if err != nil {
		zone = time.UTC
	}
	s := &speaker{zone: zone, wall: race.NewWall(zone), sources: names, races: map[string]string{}}
	for i := range e.Races {
		s.races[strconv.FormatInt(int64(e.Races[i].ID), 10)] = e.Races[i].Name
	}
	return s
}

func (s *speaker) source(id race.SourceID) *yaml.Node { return scalar(s.sources[id]) }

// instant is a time on the event's wall clock; with its offset where the clock shows that time twice.
func (s *speaker) instant(at race.Instant) string {
	if !at.IsSet() {
		return ""
	}
	t := at.In(s.zone)
	layout := "2006-01-02T15:04:05"
	if at%1000 != 0 {
		layout += ".000"
	}
	local := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC).UnixMilli()
	if back, kind := s.wall.Instant(local); back != at || kind != race.WallOnce {
		layout += "Z07:00"
	}
	return t.Format(layout)
}

// metres writes a distance the way people write it: 50km, 12.5km, else metres.
func metres(m float64) string {
	m = math.Round(m*1000) / 1000
	plain := strconv.FormatFloat(m, 'f', -1, 64)
	if m < 1000 {
		return plain
	}
	km := strconv.FormatFloat(m/1000, 'f', -1, 64)
	if _, fraction, _ := strings.Cut(km, "."); len(fraction) > 3 {
		return plain
	}
	if back, err := race.ParseDistance(km + "km"); err != nil || back != m {
		return plain
	}
	return km + "km"
}

// pace writes minutes and seconds per km where they say the speed exactly, else metres per second.
func pace(mps float64) string {
	if mps <= 0 {
		return ""
	}
	text := race.FormatPace(mps)
	if back, err := race.ParsePace(text); err == nil && math.Abs(back-mps) < 1e-9 {
		return text
	}
	return strconv.FormatFloat(mps, 'f', -1, 64) + " m/s"
}

func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64) + "s"
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
