package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The write-ahead log is an eight-byte header and then entries: size (8 bytes), checksum (8 bytes), content. While a
// checkpoint runs there is a second log beside it (.wal.checkpoint), and .wal.recovery while two are made one.
var logHeader = []byte{0x64, 0x00, 0x62, 0x65, 0x00, 0x02, 0xff, 0xff}

const entryHeader = 16

// maxRepairs bounds how often a log is cut: every cut removes at least one damaged place.
const maxRepairs = 64

// openAndRepair opens the file. When DuckDB refuses a write-ahead log (a power cut can leave a torn end), the log is
// set aside whole and cut before the damage, until the file opens: every transaction before the damage is kept. DuckDB
// itself leaves out an unfinished last entry without a word; here it is set aside and told.
//
// Logs may be read here and only here: DuckDB does not have them open.
func (s *Store) openAndRepair(ctx context.Context) (*instance, error) {
	if s.o.Dir == "" {
		return openInstance(ctx, "")
	}
	if err := removeUnborn(s.path()); err != nil {
		return nil, err
	}
	tails, err := s.inspectLogs()
	if err != nil {
		return nil, err
	}
	for range maxRepairs {
		in, err := openInstance(ctx, s.path())
		if err == nil {
			for _, t := range tails {
				s.tell(t.sentence)
			}
			return in, nil
		}
		if !strings.Contains(err.Error(), "WAL file") {
			return nil, err
		}
		for _, t := range tails { // what follows tells it better
			if err := removeIfThere(t.aside); err != nil {
				return nil, err
			}
		}
		tails = nil
		if err := s.cutLog(err); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("the write-ahead log is damaged in too many places")
}

// removeUnborn removes a database file without a single byte: a full disk or a kill while it was being made leaves one, and
// DuckDB would refuse it for ever.
func removeUnborn(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil || info.Size() > 0 || !info.Mode().IsRegular() {
		return err
	}
	if log, err := os.Stat(path + ".wal"); err == nil && log.Size() > int64(len(logHeader)) {
		return nil // it may hold facts: that is no file that was never born
	}
	return os.Remove(path)
}

// tail is an unfinished end of a log that was copied, and what to say about it.
type tail struct{ aside, sentence string }

// inspectLogs puts damaged headers right and sets logs with an unfinished end aside.
func (s *Store) inspectLogs() (tails []tail, err error) {
	logs, err := filepath.Glob(globEscape(s.path()) + ".wal*")
	if err != nil {
		return nil, err
	}
	for _, path := range logs {
		if strings.Contains(path, ".damaged-") {
			continue
		}
		header, size, whole, err := walk(path)
		if err != nil {
			return nil, fmt.Errorf("look at the write-ahead log: %w", err)
		}
		if size > int64(len(logHeader)) && !bytes.Equal(header, logHeader) {
			if err := s.mendHeader(path); err != nil {
				return nil, err
			}
			if _, size, whole, err = walk(path); err != nil {
				return nil, err
			}
		}
		if whole < size {
			aside, err := s.setAside(path)
			if err != nil {
				return nil, err
			}
			tails = append(tails, tail{aside, fmt.Sprintf("the write-ahead log ended in the middle of an entry (a power cut can do that): the last %d bytes were left out, and the whole log is set aside as %s", size-whole, aside)})
		}
	}
	return tails, nil
}

// walk follows the entries of a log by their sizes; whole is where the last complete one ends.
func walk(path string) (header []byte, size, whole int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, 0, err
	}
	size = info.Size()
	header = make([]byte, len(logHeader))
	if size < int64(len(header)) {
		return nil, size, size, nil // less than a header holds nothing
	}
	if _, err := f.ReadAt(header, 0); err != nil {
		return nil, 0, 0, err
	}
	var entry [8]byte
	for whole = int64(len(header)); whole+entryHeader <= size; {
		if _, err := f.ReadAt(entry[:], whole); err != nil {
			return nil, 0, 0, err
		}
		n := binary.LittleEndian.Uint64(entry[:])
		if n > uint64(size-whole-entryHeader) {
			break
		}
		whole += entryHeader + int64(n)
	}
	return header, size, whole, nil
}

// mendHeader writes the header as it must be: it is the same in every log.
func (s *Store) mendHeader(path string) error {
	aside, err := s.setAside(path)
	if err != nil {
		return err
	}
	err = changeFile(path, func(f *os.File) error {
		_, err := f.WriteAt(logHeader, 0)
		return err
	})
	if err != nil {
		return fmt.Errorf("mend the write-ahead log: %w", err)
	}
	s.tell(fmt.Sprintf("the first bytes of the write-ahead log were damaged and have been mended; the log as it was is set aside as %s", aside))
	return nil
}

var (
	bytePosition = regexp.MustCompile(`at byte position (\d+)`)
	namedLog     = regexp.MustCompile(`WAL file "([^"]*)"`)
)

// cutLog sets a log aside and cuts it before the place that DuckDB complained about.
func (s *Store) cutLog(cause error) error {
	path := s.path() + ".wal"
	if m := namedLog.FindStringSubmatch(cause.Error()); m != nil && strings.HasPrefix(m[1], path) {
		path = m[1]
	}
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
	aside, err := s.setAside(path)
	if err != nil {
		return err
	}
	if err := changeFile(path, func(f *os.File) error { return f.Truncate(cut) }); err != nil {
		return fmt.Errorf("cut the damaged log: %w", err)
	}
	s.tell(fmt.Sprintf("the write-ahead log was damaged at byte %d (a power cut can do that): everything before it is kept; the last %d bytes were left out, and the whole log is set aside as %s",
		cut, info.Size()-cut, aside))
	return nil
}

// tell keeps a sentence for Repairs and logs it.
func (s *Store) tell(sentence string) {
	s.repairs = append(s.repairs, sentence)
	s.o.Log.Warn(sentence)
}

// setAside copies a log under a name of its own.
func (s *Store) setAside(path string) (aside string, err error) {
	for n := 0; ; n++ {
		aside = path + ".damaged-" + s.stampNow()
		if n > 0 {
			aside += fmt.Sprintf("-%d", n)
		}
		if err = copyFile(path, aside); !errors.Is(err, os.ErrExist) {
			break
		}
	}
	if err != nil {
		return "", fmt.Errorf("set the damaged log aside: %w", err)
	}
	return aside, nil
}

// globEscape keeps a path with special characters literal in a pattern.
func globEscape(path string) string {
	return regexp.MustCompile(`[\\*?\[]`).ReplaceAllString(path, `\$0`)
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

// changeFile changes a file and has the disk keep it.
func changeFile(path string, change func(f *os.File) error) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := change(f); err != nil {
		return err
	}
	return f.Sync()
}
