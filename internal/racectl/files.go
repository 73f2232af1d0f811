package racectl

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"racectl/internal/output"
	"racectl/internal/race"
)

// input is a file named on the command line, or the standard input for "-".
type input struct {
	io.Reader
	name string // for messages and the journal
	size int64  // -1 = not known
	file io.Closer
}

// openInput opens a file that a command reads. Code not_found, or unreadable for a directory and the like.
func (a *app) openInput(path string) (*input, error) {
	if path == "-" {
		return a.spool()
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, race.Errorf(race.CodeNotFound, "there is no file %s", path)
	case errors.Is(err, fs.ErrPermission):
		return nil, race.Errorf(race.CodeUnreadable, "%s may not be read by this user", path)
	case err != nil:
		return nil, race.Errorf(race.CodeUnreadable, "%s cannot be opened: %w", path, err)
	}
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		_ = f.Close()
		return nil, race.Errorf(race.CodeUnreadable, "%s is a directory; name a file in it", path)
	}
	in := &input{Reader: f, name: filepath.Base(path), size: info.Size(), file: f}
	if !info.Mode().IsRegular() {
		in.size = -1
	}
	return in, nil
}

// inMemory is how much of the standard input is kept without a file.
const inMemory = 4 << 20

// spool reads the standard input to its end before anything else is done. Whoever writes it may be a racectl that holds
// the data directory: waiting for the data first and for the input then would wait for each other.
func (a *app) spool() (*input, error) {
	in := &input{name: "standard input"}
	var head bytes.Buffer
	n, err := io.Copy(&head, io.LimitReader(a.io.In, inMemory))
	if err == nil && n < inMemory {
		in.Reader, in.size = &head, n
		return in, nil
	}
	f, ferr := os.CreateTemp("", "racectl-*")
	if ferr != nil {
		return nil, unwritable("a temporary file for the standard input", ferr)
	}
	_ = os.Remove(f.Name()) // gone as soon as it is closed, however this ends
	in.file, in.Reader = f, f
	if err == nil {
		in.size, err = io.Copy(f, io.MultiReader(&head, a.io.In))
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		in.Close()
		return nil, race.Errorf(race.CodeUnreadable, "the standard input cannot be read to its end: %w", err)
	}
	return in, nil
}

func (in *input) Close() {
	if in.file != nil {
		_ = in.file.Close()
	}
}

// save writes a stream to a file in one step: the file is there whole, or as it was before. "" and "-" mean the output.
// overwrite false refuses a file that exists, with code conflict.
func (a *app) save(path string, from io.Reader, overwrite bool) (int64, error) {
	if path == "" || path == "-" {
		return copyOut(a.io.Out, from)
	}
	if err := a.mayWrite(path, overwrite); err != nil {
		return 0, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return 0, unwritable(path, err)
	}
	done := false
	defer func() {
		if !done {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	n, err := copyOut(f, from)
	if err != nil {
		return n, err
	}
	if err := f.Sync(); err != nil {
		return n, unwritable(path, err)
	}
	if err := f.Close(); err != nil {
		return n, unwritable(path, err)
	}
	if err := os.Chmod(f.Name(), modeOf(path)); err != nil {
		return n, unwritable(path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return n, unwritable(path, err)
	}
	done = true
	return n, nil
}

// mayWrite refuses a file that exists, unless it may be replaced.
func (a *app) mayWrite(path string, overwrite bool) error {
	if _, err := os.Lstat(path); err == nil && !overwrite && path != "-" {
		return race.Errorf(race.CodeConflict, "%s exists already; name another file, or add --yes to replace it", path)
	}
	return nil
}

// modeOf keeps the mode of a file that is replaced; a new one is for its owner to share.
func modeOf(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// copyOut keeps apart whether reading or writing failed: a reader's error says itself what to do.
func copyOut(to io.Writer, from io.Reader) (int64, error) {
	n, err := io.Copy(to, from)
	var known *race.Error
	if err != nil && !errors.As(err, &known) {
		return n, unwritable("the output", err)
	}
	return n, err
}

// unwritable names a folder that is not there, the usual slip, without the name of the passing file beside it.
func unwritable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return race.Errorf(race.CodeNotFound, "%s cannot be written: there is no folder %s", path, filepath.Dir(path))
	}
	return race.Errorf(race.CodeUnavailable, "%s cannot be written: %w", path, err)
}

// showSaved says what a download became.
func (a *app) showSaved(what, path string, bytes int64) error {
	if path == "" || path == "-" {
		return nil
	}
	if !a.io.ForPeople() {
		return output.One(a.io, map[string]any{"file": path, "bytes": bytes},
			[]output.Row{{Name: "file", Value: path}, {Name: "bytes", Value: output.Thousands(int(bytes))}})
	}
	return a.io.Printf("%s written to %s (%s)\n", what, path, output.Count(int(bytes), "byte", "bytes"))
}
