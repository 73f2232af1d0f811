package client

import (
	"context"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func trackingPath(e race.EventID) string { return eventPath(e) + "/tracking" }

// Tracking says how the live tracking of an event goes.
func (c *Client) Tracking(ctx context.Context, e race.EventID) (wire.Tracking, error) {
	return call[wire.Tracking](ctx, c, get, trackingPath(e), nil, nil)
}

// StartTracking pushes the public standings of an event to a server from now on; with dry it only looks whether it could. It does not
// wait for the server: Tracking says what came of it.
func (c *Client) StartTracking(ctx context.Context, e race.EventID, to wire.StartTracking, dry bool) (wire.Tracking, error) {
	return call[wire.Tracking](ctx, c, post, trackingPath(e), dryRun(dry), to)
}

// StopTracking pushes them no more, and has raced forget where they went. Code conflict when they went nowhere.
func (c *Client) StopTracking(ctx context.Context, e race.EventID) error {
	return c.do(ctx, remove, trackingPath(e), nil, nil)
}

// SendKeyframe sends the whole public state once more. Code conflict when live tracking is not running.
func (c *Client) SendKeyframe(ctx context.Context, e race.EventID) error {
	return c.do(ctx, post, trackingPath(e)+"/keyframe", nil, nil)
}
