package api

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"racectl/internal/importer"
	"racectl/internal/race"
)

const (
	importStep   = 10 << 20  // bytes of one step of an upload
	importKept   = time.Hour // without being asked for
	filesOfEvent = 4         // participant files of one event that wait at once; a further one takes the place of the oldest
	filesOfAll   = 16
)

// importFiles are participant files on their way: uploaded in steps, looked at, imported. They are forgotten after an hour.
type importFiles struct {
	mu  sync.Mutex
	all []*importFile // the last made one at the end
}

// importFile is one of them. Its lock is held for writing while a step comes in, and for reading while it is read.
type importFile struct {
	sync.RWMutex
	id    string
	event race.EventID
	name  string
	file  *os.File
	size  int64
	timer *time.Timer
	gone  bool // it was forgotten, perhaps while somebody held it
}

// add makes a new file and forgets those that are too many.
func (u *importFiles) add(dir string, event race.EventID, name string) (*importFile, error) {
	file, err := os.CreateTemp(dir, SpoolPrefix+"roster-*")
	if err != nil {
		return nil, noRoom("upload", err)
	}
	f := &importFile{id: rand.Text(), event: event, name: name, file: file}
	f.timer = time.AfterFunc(importKept, func() { u.forget(f.id) })
	u.mu.Lock()
	var old []*importFile
	same := 0
	for i := len(u.all) - 1; i >= 0; i-- {
		if u.all[i].event == event {
			same++
		}
		if u.all[i].event == event && same >= filesOfEvent || len(u.all)-i >= filesOfAll {
			old = append(old, u.all[i])
		}
	}
	u.all = append(u.all, f)
	u.mu.Unlock()
	for _, o := range old {
		u.forget(o.id)
	}
	return f, nil
}

// get is a file of an event; code not_found for one that is forgotten.
func (u *importFiles) get(event race.EventID, id string) (*importFile, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, f := range u.all {
		if f.id == id && f.event == event {
			f.timer.Reset(importKept)
			return f, nil
		}
	}
	return nil, noUpload()
}

func noUpload() error {
	return race.Errorf(race.CodeNotFound, "this upload is no longer there; it was imported, cancelled, or kept waiting for more than an hour: choose the file again")
}

// forget drops a file; one that is not there is nobody's loss.
func (u *importFiles) forget(id string) {
	u.mu.Lock()
	i := slices.IndexFunc(u.all, func(f *importFile) bool { return f.id == id })
	if i < 0 {
		u.mu.Unlock()
		return
	}
	f := u.all[i]
	u.all = slices.Delete(u.all, i, i+1)
	u.mu.Unlock()
	f.timer.Stop()
	f.Lock()
	defer f.Unlock()
	f.gone = true
	_ = f.file.Close()
	_ = os.Remove(f.file.Name())
}

// forgetAll is for the end of the server.
func (u *importFiles) forgetAll() {
	u.mu.Lock()
	all := slices.Clone(u.all)
	u.mu.Unlock()
	for _, f := range all {
		u.forget(f.id)
	}
}

// step takes the next bytes of a file. What breaks off leaves the file as it was, so that the step can be sent again.
func (f *importFile) step(body io.Reader, offset int64) (int64, error) {
	if !f.TryLock() {
		return 0, race.Errorf(race.CodeConflict, "another step of this file is on its way; wait for its answer")
	}
	defer f.Unlock()
	if f.gone {
		return 0, noUpload()
	}
	if offset != f.size {
		return f.size, race.Errorf(race.CodeConflict, "the file has %d bytes so far; go on at offset %d", f.size, f.size)
	}
	if _, err := f.file.Seek(f.size, io.SeekStart); err != nil {
		return f.size, fmt.Errorf("find the end of an upload: %w", err)
	}
	n, err := io.Copy(f.file, io.LimitReader(body, importStep+1))
	switch {
	case err != nil:
		err = stepError(err)
	case n > importStep:
		_, _ = io.Copy(io.Discard, io.LimitReader(body, maxReadFile))
		err = race.Errorf(race.CodeTooLarge, "a step of an upload has at most %s", sizeWords(importStep))
	case f.size+n > importer.MaxSheet:
		err = race.Errorf(race.CodeTooLarge, "the file is larger than %s; split it and import the parts", sizeWords(importer.MaxSheet))
	}
	if err != nil {
		_ = f.file.Truncate(f.size)
		return f.size, err
	}
	f.size += n
	return f.size, nil
}

func stepError(err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return noRoom("upload", err)
	}
	return race.Errorf(race.CodeUnreadable, "this step of the upload broke off; send it again: %w", err)
}

// reader is the whole file as it is now; done must be called. Code not_found when it was forgotten since.
func (f *importFile) reader() (r *io.SectionReader, done func(), err error) {
	f.RLock()
	if f.gone {
		f.RUnlock()
		return nil, nil, noUpload()
	}
	return io.NewSectionReader(f.file, 0, f.size), f.RUnlock, nil
}
