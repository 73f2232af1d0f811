package importer

import (
	"strings"
	"time"

	"racectl/internal/race"
)

// Zone finds a time zone by its IANA name ("America/Denver", "UTC") or as an offset ("+13:00", "-07:00").
// Anything else is an error with code invalid and field zone. The machine's own zone is never used.
func Zone(name string) (*time.Location, error) {
	name = strings.TrimSpace(name)
	if seconds, ok := zoneOffset([]byte(name)); ok {
		if seconds == 0 {
			return time.UTC, nil
		}
		return time.FixedZone(name, seconds), nil
	}
	if name != "" && !strings.EqualFold(name, "local") {
		if loc, err := time.LoadLocation(name); err == nil {
			return loc, nil
		}
	}
	return nil, race.Invalid("zone", "%q is not a time zone; use an IANA name such as America/Denver or an offset such as -07:00", name)
}

// zoneOffset reads Z, +hh:mm, +hhmm or +hh into seconds east of UTC.
func zoneOffset(b []byte) (int, bool) {
	if len(b) == 1 && (b[0] == 'Z' || b[0] == 'z') {
		return 0, true
	}
	if len(b) < 3 || b[0] != '+' && b[0] != '-' {
		return 0, false
	}
	digits := b[1:]
	hours, ok := number(digits[:2])
	minutes := 0
	switch {
	case len(digits) == 2:
	case len(digits) == 4:
		var ok2 bool
		minutes, ok2 = number(digits[2:])
		ok = ok && ok2
	case len(digits) == 5 && digits[2] == ':':
		var ok2 bool
		minutes, ok2 = number(digits[3:])
		ok = ok && ok2
	default:
		return 0, false
	}
	if !ok || hours > 15 || minutes > 59 {
		return 0, false
	}
	seconds := hours*3600 + minutes*60
	if b[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}
