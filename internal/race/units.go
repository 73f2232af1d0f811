package race

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Units of the documents (FMT-1, FMT-3, MAP-12).
const (
	MetresPerMile   = 1609.344
	MetresPerKm     = 1000.0
	EarthRadius     = 6378137.0
	DefaultMaxPace  = 1000.0 / 150 // 2:30 min/km, for new races
	DefaultTimezone = "America/Phoenix"
)

// DefaultPrefixes are the tag prefixes that are offered for new races unless the settings name others: twelve zeros, and RACED in
// ASCII.
var DefaultPrefixes = []string{"000000000000", "524143454400"}

// ParseDistance reads metres: "12500", "12500m", "12.5km", "7.8mi". The text must be a finite number, not negative.
func ParseDistance(text string) (float64, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	unit := 1.0
	for _, u := range []struct {
		suffix string
		metres float64
	}{{"km", MetresPerKm}, {"mi", MetresPerMile}, {"m", 1}} {
		if cut, ok := strings.CutSuffix(s, u.suffix); ok {
			s, unit = strings.TrimSpace(cut), u.metres
			break
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) || n < 0 {
		return 0, Invalid("distance", "%q is not a distance; write metres or use m, km or mi, for example 12.5km", text)
	}
	return math.Round(n*unit*1000) / 1000, nil
}

// FormatDistance writes metres in miles or kilometres with a number of decimals, without the unit.
func FormatDistance(metres float64, miles bool, decimals int) string {
	per := MetresPerKm
	if miles {
		per = MetresPerMile
	}
	return strconv.FormatFloat(metres/per, 'f', decimals, 64)
}

// ParsePace reads minutes and seconds per kilometre ("2:30") into metres per second; "0" and "" mean no pace test.
func ParsePace(text string) (float64, error) {
	s := strings.TrimSpace(text)
	if s == "" || s == "0" || s == "0:00" {
		return 0, nil
	}
	m, sec, ok := strings.Cut(s, ":")
	minutes, err1 := strconv.Atoi(m)
	seconds, err2 := 0, error(nil)
	if ok {
		seconds, err2 = strconv.Atoi(sec)
	}
	total := minutes*60 + seconds
	if err1 != nil || err2 != nil || minutes < 0 || seconds < 0 || seconds > 59 || total == 0 {
		return 0, Invalid("maxPace", "%q is not a pace; write minutes and seconds per km, for example 2:30", text)
	}
	return MetresPerKm / float64(total), nil
}

// FormatPace writes metres per second as minutes and seconds per kilometre; "0:00" for no pace.
func FormatPace(mps float64) string {
	if mps <= 0 {
		return "0:00"
	}
	s := int(math.Round(MetresPerKm / mps))
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// FormatDuration writes h:mm:ss, cutting anything below a second: what lists show.
func FormatDuration(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	s := int64(d / time.Second)
	return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
}

// FormatDurationMs writes h:mm:ss.mmm (FMT-4).
func FormatDurationMs(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	return fmt.Sprintf("%s%s.%03d", sign, FormatDuration(d), d.Milliseconds()%1000)
}

// Official is a time as it is published: rounded up to the next whole second (the road rule).
func Official(d time.Duration) time.Duration {
	if cut := d.Truncate(time.Second); cut != d && d > 0 {
		return cut + time.Second
	}
	return d.Truncate(time.Second)
}

// Slug makes an event's slug from its name and the year of its first start (EVT-15). Of a very long name it takes the beginning.
func Slug(name string, year int) string {
	var b strings.Builder
	for _, c := range strings.ToLower(strings.TrimSpace(name)) {
		if b.Len() >= maxSlugName {
			break
		}
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' {
			b.WriteRune(c)
		} else {
			b.WriteByte('_')
		}
	}
	return fmt.Sprintf("%s-%d", b.String(), year)
}

// maxSlugName leaves room for the year, and for a number behind it.
const maxSlugName = 180

// ZoneForOffset is the zone that stands for one of the old whole-hour offsets: -7 is Phoenix, any other a fixed one (EVT-14).
func ZoneForOffset(hours int) string {
	if hours == -7 {
		return DefaultTimezone
	}
	if hours == 0 {
		return "Etc/GMT"
	}
	return fmt.Sprintf("Etc/GMT%+d", -hours) // Etc names carry the opposite sign
}
