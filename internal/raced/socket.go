package raced

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"

	"racectl/internal/race"
)

// listenSocket binds the socket of a data directory whose lock we hold: whatever lies there is left over and may go.
// Only this user may open it; being able to is the authentication.
func listenSocket(ctx context.Context, path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode()&os.ModeSocket == 0 {
			return nil, race.Errorf(race.CodeUnavailable, "%s is in the way and is no socket; move it elsewhere", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, race.Errorf(race.CodeUnavailable, "an old socket at %s cannot be removed: %w", path, err)
		}
	}
	// The mode is set while binding, so that there is no moment in which others may connect.
	old := syscall.Umask(0o177)
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	syscall.Umask(old)
	if err != nil {
		if errors.Is(err, os.ErrPermission) {
			return nil, race.Errorf(race.CodeUnavailable, "the socket %s may not be made by this user", path)
		}
		return nil, race.Errorf(race.CodeUnavailable, "the socket %s cannot be made: %w", path, err)
	}
	return l, nil
}
