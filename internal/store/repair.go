package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// maxRepairs bounds how often a log is cut: every cut removes at least one damaged place.
const maxRepairs = 64

// openAndRepair opens the file. When DuckDB refuses its write-ahead log (a power cut can leave a torn end), the log is
// set aside whole and cut before the damage, until the file opens: every transaction before the damage is kept.
func (s *Store) openAndRepair(ctx context.Context) (*instance, error) {
	for range maxRepairs {
		in, err := openInstance(ctx, s.path())
		if err == nil {
			return in, nil
		}
		if s.o.Dir == "" || !tornLog(err) {
			return nil, err
		}
		if err := s.cutLog(err); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("the write-ahead log is damaged in too many places")
}

func tornLog(err error) bool {
	return strings.Contains(err.Error(), "WAL file")
}

var bytePosition = regexp.MustCompile(`at byte position (\d+)`)

// entryHeader is how far before the position in DuckDB's message the damaged entry begins: its size and its checksum.
const entryHeader = 16

// cutLog sets the log aside and cuts it before the place that DuckDB complained about.
func (s *Store) cutLog(cause error) error {
	path := s.path() + ".wal"
	m := bytePosition.FindStringSubmatch(cause.Error())
	if m == nil {
		return fmt.Errorf("the write-ahead log cannot be repaired: %w", cause)
	}
	at, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	cut := max(0, at-entryHeader)
	if cut >= info.Size() {
		return fmt.Errorf("the write-ahead log cannot be repaired: %w", cause)
	}
	aside := path + ".damaged-" + s.stampNow()
	if err := copyFile(path, aside); err != nil {
		return fmt.Errorf("set the damaged log aside: %w", err)
	}
	if err := truncateSynced(path, cut); err != nil {
		return fmt.Errorf("cut the damaged log: %w", err)
	}
	s.tell(fmt.Sprintf("the write-ahead log was damaged at byte %d (a power cut can do that): everything before it is kept; the last %d bytes were left out, and the whole log is set aside as %s",
		cut, info.Size()-cut, aside))
	return nil
}

func (s *Store) tell(sentence string) {
	s.repairs = append(s.repairs, sentence)
	s.o.Log.Warn(sentence)
}

// copyFile must never be used on race.duckdb itself.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err = io.Copy(out, in); err != nil {
		return err
	}
	return out.Sync()
}

func truncateSynced(path string, size int64) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.Truncate(size); err != nil {
		return err
	}
	return f.Sync()
}
