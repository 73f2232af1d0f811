package api

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"racectl/internal/exporter"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// ActOnRaces is the input of POST auto_dns and POST drop_downs.
type ActOnRaces struct {
	EventPath
	DryRun
	Body wire.Races
}

func (a *API) autoDNS(ctx context.Context, in *ActOnRaces) (*one[*wire.Acted], error) {
	acted, err := a.Control.AutoDNS(ctx, actor(ctx), in.ID, in.Body.RaceIDs, in.DryRun.DryRun)
	return &one[*wire.Acted]{Seq: a.Hub.Seq(), Body: acted}, err
}

func (a *API) dropDowns(ctx context.Context, in *ActOnRaces) (*one[*wire.Acted], error) {
	acted, err := a.Control.DropDowns(ctx, actor(ctx), in.ID, in.Body.RaceIDs, in.DryRun.DryRun)
	return &one[*wire.Acted]{Seq: a.Hub.Seq(), Body: acted}, err
}

// ResetEvent is the input of POST reset.
type ResetEvent struct {
	EventPath
	DryRun
}

func (a *API) resetEvent(ctx context.Context, in *ResetEvent) (*one[wire.Reset], error) {
	done, err := a.Control.Reset(ctx, actor(ctx), in.ID, in.DryRun.DryRun, a.keepCrossings)
	return &one[wire.Reset]{Seq: a.Hub.Seq(), Body: done}, err
}

// unfinished ends the name of a list of crossings that is being written.
const unfinished = ".part"

// keepCrossings writes the crossings that are about to go into a file of the data folder. It has its name when it is complete;
// nothing removes it then, unless the reset does not take place.
func (a *API) keepCrossings(e *race.Event, crossings func(yield func([]wire.Crossing) bool)) (path string, forget func(), err error) {
	dir := filepath.Join(cmp.Or(a.KeepDir, a.TempDir, os.TempDir()), "resets")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, noRoom("list of crossings", err)
	}
	f, err := os.CreateTemp(dir, e.Slug+"-"+a.Now().In(e.Zone()).Format("20060102-150405")+"-*.csv"+unfinished)
	if err != nil {
		return "", nil, noRoom("list of crossings", err)
	}
	w := bufio.NewWriter(f)
	out := exporter.NewCrossings(w, e, a.sourceNames(), e.Zone())
	crossings(func(rows []wire.Crossing) bool {
		out.Write(rows)
		return true
	})
	path = strings.TrimSuffix(f.Name(), unfinished)
	if err = errors.Join(out.Done(), w.Flush(), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", nil, noRoom("list of crossings", err)
	}
	return path, func() { _ = os.Remove(path) }, nil
}

func (a *API) sourceNames() map[race.SourceID]string {
	names := map[race.SourceID]string{}
	for _, s := range a.Control.Sources() {
		names[s.ID] = s.Name
	}
	return names
}
