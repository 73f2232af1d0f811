package racectl

import (
	"context"

	"racectl/internal/client"
	"racectl/internal/raced"
)

// embedded starts the real daemon in this process. A Ctrl-C must not pull its floor away: close stops it in good order.
func embedded(ctx context.Context, dataDir string) (client.Dialer, func() error, error) {
	return raced.Embedded(context.WithoutCancel(ctx), dataDir)
}
