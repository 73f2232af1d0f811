package client

import (
	"context"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// AutoDNS gives DNS to whoever has not started in races, all when none is named; with dry it only says to whom.
func (c *Client) AutoDNS(ctx context.Context, e race.EventID, races []race.RaceID, dry bool) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/auto_dns", dryRun(dry), wire.Races{RaceIDs: races})
}

// DropDowns moves whoever did not finish but has finished a shorter race into that race; with dry it only says whom.
func (c *Client) DropDowns(ctx context.Context, e race.EventID, races []race.RaceID, dry bool) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/drop_downs", dryRun(dry), wire.Races{RaceIDs: races})
}

// ResetEvent sets aside every read of an event; with dry it only says how many.
func (c *Client) ResetEvent(ctx context.Context, e race.EventID, dry bool) (wire.Reset, error) {
	return call[wire.Reset](ctx, c, post, eventPath(e)+"/reset", dryRun(dry), nil)
}
