package api

import (
	"context"

	"racectl/internal/wire"
)

// ApplyEvent is the input of POST race_events/apply.
type ApplyEvent struct {
	Upload
	DryRun
}

// applyEvent makes an event match an event file.
func (a *API) applyEvent(ctx context.Context, in *ApplyEvent) (*one[*wire.Plan], error) {
	file, err := in.text()
	if err != nil {
		return nil, err
	}
	plan, err := a.Control.ApplyEvent(ctx, actor(ctx), file, in.DryRun.DryRun)
	return &one[*wire.Plan]{Seq: a.Hub.Seq(), Body: plan}, err
}

// exportEvent writes an event as an event file.
func (a *API) exportEvent(_ context.Context, in *EventPath) (*text, error) {
	file, err := a.Control.ExportEvent(in.ID)
	return &text{ContentType: "text/yaml; charset=utf-8", Body: file}, err
}
