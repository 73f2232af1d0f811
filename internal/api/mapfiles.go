package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	"github.com/go-chi/chi/v5"

	"racectl/internal/mapfile"
	"racectl/internal/race"
	"racectl/internal/wire"
)

const (
	maxMap     = 64 << 30 // bytes of a map archive
	mapReserve = 2 << 30  // bytes that a map leaves on the disk for the race
	mapPortion = 32 << 20 // bytes between two looks at the disk
)

// mapFile serves an archive in ranges to whoever is signed in: by a bearer token, over the socket, or by the cookie.
func (a *API) mapFile(w http.ResponseWriter, r *http.Request) {
	if err := a.mayDownload(r); err != nil {
		a.failed(r.Context(), err).write(w)
		return
	}
	name, err := mapName(chi.URLParam(r, "name"))
	if err != nil || a.Map.Dir == "" {
		http.NotFound(w, r)
		return
	}
	file, err := os.Open(filepath.Join(a.Map.Dir, name+mapEnd))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/vnd.pmtiles")
	h.Set("Cache-Control", "private, max-age=3600")
	h.Set("ETag", fmt.Sprintf(`"%x-%x"`, info.Size(), info.ModTime().UnixNano()))
	http.ServeContent(w, r, "", info.ModTime(), file)
}

// MapPath names a map archive.
type MapPath struct {
	Name string `path:"name" doc:"with or without .pmtiles"`
}

// SaveMap is the input of PUT maps: the archive itself.
type SaveMap struct {
	MapPath
	Replace bool `query:"replace" doc:"an archive of that name may be replaced"`
	Upload
}

// saveMap keeps an archive: on the disk beside the others, then checked, then under its name in one step.
func (a *API) saveMap(ctx context.Context, in *SaveMap) (*one[wire.MapArchive], error) {
	name, err := mapName(in.Name)
	if err != nil {
		return nil, err
	}
	if a.Map.Dir == "" {
		return nil, race.Errorf(race.CodeUnavailable, "this server keeps no maps: it has no data directory")
	}
	path := filepath.Join(a.Map.Dir, name+mapEnd)
	if _, err := os.Lstat(path); err == nil && !in.Replace {
		return nil, race.Errorf(race.CodeConflict, "there is a map archive %q already; remove it, choose another name, or say that it may be replaced", name)
	}
	if err := os.MkdirAll(a.Map.Dir, 0o700); err != nil {
		return nil, noRoom("map archive", err)
	}
	temporary, err := a.spoolMap(in.body)
	if err != nil {
		return nil, err
	}
	if err := os.Rename(temporary, path); err != nil {
		_ = os.Remove(temporary)
		return nil, noRoom("map archive", err)
	}
	a.Log.InfoContext(ctx, "map archive kept", "name", name, "by", actor(ctx).User)
	return a.oneMap(name)
}

// oneMap is an archive as the list tells it.
func (a *API) oneMap(name string) (*one[wire.MapArchive], error) {
	all, err := a.archives()
	for i := range all {
		if all[i].Name == name {
			return &one[wire.MapArchive]{Body: all[i]}, err
		}
	}
	if err == nil {
		err = race.NotFound("map archive", name)
	}
	return nil, err
}

// spoolMap keeps an upload on the disk and checks it. What is no archive is refused after its first bytes.
func (a *API) spoolMap(body io.Reader) (path string, err error) {
	head := make([]byte, mapfile.HeadSize)
	n, err := io.ReadFull(body, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", mapError(err)
	}
	size, err := mapfile.Size(head[:n])
	if err != nil {
		return "", err
	}
	if size > maxMap {
		return "", race.Errorf(race.CodeTooLarge, "the map archive is larger than %d GB; take a smaller part of the map", maxMap>>30)
	}
	f, err := os.CreateTemp(a.TempDir, SpoolPrefix+"map-*")
	if err != nil {
		return "", noRoom("map archive", err)
	}
	defer func() {
		if e := f.Close(); err == nil && e != nil {
			err = noRoom("map archive", e)
		}
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	length, err := a.copyMap(f, io.MultiReader(bytes.NewReader(head[:n]), body))
	if err != nil {
		return "", err
	}
	if _, err = mapfile.Open(f, length); err != nil {
		return "", err
	}
	if err = f.Sync(); err != nil {
		return "", noRoom("map archive", err)
	}
	return f.Name(), nil
}

// copyMap copies in portions, and stops before the disk is so full that the race would suffer.
func (a *API) copyMap(to *os.File, from io.Reader) (n int64, err error) {
	for n <= maxMap {
		if a.FreeSpace != nil {
			if free := a.FreeSpace(); free >= 0 && free < mapReserve+mapPortion {
				return n, race.Errorf(race.CodeUnavailable, "there is no room for the map archive: %d GB of the disk are kept free for the race; free some space or take a smaller part of the map", mapReserve>>30)
			}
		}
		k, err := io.CopyN(to, from, mapPortion)
		n += k
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, mapError(err)
		}
	}
	return n, race.Errorf(race.CodeTooLarge, "the map archive is larger than %d GB; take a smaller part of the map", maxMap>>30)
}

// mapError tells a disk that does not take an upload from a sender who went away.
func mapError(err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return noRoom("map archive", err)
	}
	return race.Errorf(race.CodeUnreadable, "the upload broke off and nothing was kept; send the map archive again: %w", err)
}

// removeMap takes an archive away.
func (a *API) removeMap(ctx context.Context, in *MapPath) (*nothing, error) {
	name, err := mapName(in.Name)
	if err != nil {
		return nil, err
	}
	err = fs.ErrNotExist
	if a.Map.Dir != "" {
		err = os.Remove(filepath.Join(a.Map.Dir, name+mapEnd))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, race.NotFound("map archive", name)
	case err != nil:
		return nil, race.Errorf(race.CodeUnavailable, "the map archive %q cannot be removed: %w", name, err)
	}
	a.Log.InfoContext(ctx, "map archive removed", "name", name, "by", actor(ctx).User)
	return nil, nil
}
