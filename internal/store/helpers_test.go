package store

import (
	"log/slog"
	"time"
)

func fixedNow() time.Time { return time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC) }

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
