package client

import (
	"context"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Ingress is how the outside feed of an event stands.
func (c *Client) Ingress(ctx context.Context, e race.EventID) (wire.Ingress, error) {
	return call[wire.Ingress](ctx, c, get, eventPath(e)+"/ingress", nil, nil)
}

// StartIngress has the outside system asked at once, and again and again until it is stopped.
func (c *Client) StartIngress(ctx context.Context, e race.EventID) (wire.Ingress, error) {
	return call[wire.Ingress](ctx, c, post, eventPath(e)+"/ingress/start", nil, nil)
}

// StopIngress ends that.
func (c *Client) StopIngress(ctx context.Context, e race.EventID) (wire.Ingress, error) {
	return call[wire.Ingress](ctx, c, post, eventPath(e)+"/ingress/stop", nil, nil)
}
