package race

import (
	"encoding/json"
	"fmt"
	"time"
)

// Instant is a point in time in whole milliseconds since 1970-01-01 UTC. The zero Instant means "not set":
// no race of ours happened at that millisecond, and a plain number sorts, packs and compares fast.
type Instant int64

// At converts a time.Time, cutting anything below a millisecond. The zero time.Time becomes the unset Instant.
func At(t time.Time) Instant {
	if t.IsZero() {
		return 0
	}
	return Instant(t.UnixMilli())
}

// IsSet reports whether the instant holds a time at all.
func (i Instant) IsSet() bool { return i != 0 }

// Time is the instant in UTC; the zero time.Time when unset.
func (i Instant) Time() time.Time {
	if i == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(i)).UTC()
}

// In is the instant on the wall clock of a zone.
func (i Instant) In(loc *time.Location) time.Time { return i.Time().In(loc) }

// Add moves the instant; an unset one stays unset.
func (i Instant) Add(d time.Duration) Instant {
	if i == 0 {
		return 0
	}
	return i + Instant(d.Milliseconds())
}

// Sub is the time from j to i.
func (i Instant) Sub(j Instant) time.Duration { return time.Duration(i-j) * time.Millisecond }

// InstantLayout is RFC 3339 with exactly three decimals, as every answer writes instants.
const InstantLayout = "2006-01-02T15:04:05.000Z07:00"

// String writes RFC 3339 in UTC with milliseconds, or "" when unset.
func (i Instant) String() string {
	if i == 0 {
		return ""
	}
	return i.Time().Format(InstantLayout)
}

// MarshalJSON writes RFC 3339 in UTC with milliseconds, or null.
func (i Instant) MarshalJSON() ([]byte, error) {
	if i == 0 {
		return []byte("null"), nil
	}
	return []byte(`"` + i.String() + `"`), nil
}

// UnmarshalJSON reads any RFC 3339 time; null and "" unset the instant.
func (i *Instant) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("a time must be text such as \"2026-10-03T13:00:00Z\": %w", err)
	}
	if s == nil || *s == "" {
		*i = 0
		return nil
	}
	t, err := time.Parse(time.RFC3339Nano, *s)
	if err != nil {
		return fmt.Errorf("%q is not a time; write it like 2026-10-03T13:00:00Z", *s)
	}
	*i = At(t)
	return nil
}
