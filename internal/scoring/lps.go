package scoring

import (
	"time"

	"racectl/internal/race"
)

// lateReads is how long after a bell a late read is waited for.
const lateReads = 30 * time.Second

// lapsDue is how many laps somebody still in a last-person-standing race must have by now: one per bell, each bell
// counted once late reads had their time.
func lapsDue(c *rules, start, now race.Instant) int {
	if c.round <= 0 || start == 0 {
		return 0
	}
	return int(max(0, int64(now.Add(-lateReads)-start)) / c.round)
}
