package client

import (
	"context"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// LpsMonitor says what the monitor of last-person-standing races of an event does, and what these races are about to decide.
func (c *Client) LpsMonitor(ctx context.Context, e race.EventID) (wire.LpsMonitor, error) {
	return call[wire.LpsMonitor](ctx, c, get, eventPath(e)+"/lps", nil, nil)
}

// SetLpsMonitor starts or stops the monitor; with dry it only says what it would find.
func (c *Client) SetLpsMonitor(ctx context.Context, e race.EventID, cmd string, dry bool) (wire.LpsMonitor, error) {
	return call[wire.LpsMonitor](ctx, c, post, eventPath(e)+"/lps", dryRun(dry), wire.LpsCommand{Cmd: cmd})
}
