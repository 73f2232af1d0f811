package raced

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"racectl/internal/config"
	"racectl/internal/race"
)

// lock is the right to a data directory: an flock on a file of its own, because DuckDB's own lock falls as soon as anybody
// opens and closes the database file. The kernel lets go of it when the process dies, however it dies.
type lock struct{ file *os.File }

// takeLock makes the directory if needed and takes it. Code busy, naming the holder, when somebody else has it.
func takeLock(dir, who string) (*lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, dirError(dir, err)
	}
	f, err := os.OpenFile(config.LockPath(dir), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, dirError(dir, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder := readHolder(f)
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, race.Errorf(race.CodeBusy, "%s is held by %s; wait for it, stop it, or use another directory with --data", dir, holder)
		}
		return nil, dirError(dir, err)
	}
	l := &lock{f}
	l.write(fmt.Sprintf("%s (process %d)", who, os.Getpid()))
	return l, nil
}

// write notes who holds the lock; a note that cannot be written harms nobody.
func (l *lock) write(who string) {
	_ = l.file.Truncate(0)
	_, _ = l.file.WriteAt([]byte(who+"\n"), 0)
}

func readHolder(f *os.File) string {
	buf := make([]byte, 200)
	n, _ := f.ReadAt(buf, 0)
	if who := strings.TrimSpace(string(buf[:n])); who != "" {
		return who
	}
	return "another process"
}

func (l *lock) release() error {
	l.write("")
	return l.file.Close()
}

func dirError(dir string, err error) error {
	switch {
	case errors.Is(err, os.ErrPermission):
		return race.Errorf(race.CodeUnavailable, "the data directory %s may not be written by this user; choose another with --data, or ask its owner", dir)
	case errors.Is(err, syscall.ENOSPC):
		return race.Errorf(race.CodeUnavailable, "the disk of %s is full; free some space and try again", dir)
	case errors.Is(err, syscall.EROFS):
		return race.Errorf(race.CodeUnavailable, "the disk of %s is mounted read-only; make it writable, or choose another directory with --data", dir)
	case errors.Is(err, syscall.ENOTDIR):
		return race.Errorf(race.CodeUnavailable, "%s is not a directory; choose another with --data", filepath.Clean(dir))
	}
	return race.Errorf(race.CodeUnavailable, "the data directory %s cannot be used: %w", dir, err)
}
