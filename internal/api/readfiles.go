package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"racectl/internal/control"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// SpoolPrefix begins the names of what is only on its way through the data directory; a crash may leave it there.
const SpoolPrefix = "raced-tmp-"

const (
	maxReadFile = 1 << 30 // bytes of a raw file of reads
	readBatch   = 20_000  // reads handed to race control at once
	shownLines  = 1000    // unreadable lines and unknown tags listed in an answer
)

// importCrossings takes a whole file of reads, or rows that a console has taken apart (API-39).
func (a *API) importCrossings(ctx context.Context, in *ImportCrossings) (*one[wire.ReadsReceipt], error) {
	zone, day, err := a.clockOf(in.ID, in.Zone)
	if err != nil {
		return nil, err
	}
	if in.isJSON() {
		return a.importRows(ctx, in, zone, day)
	}
	file, err := a.spool(in.body)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close(); _ = os.Remove(file.Name()) }()
	format, err := importer.ParseFormat(in.Format)
	if err != nil {
		return nil, err
	}
	return a.takeReads(ctx, in, func() (*importer.Reads, error) {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("read the upload again: %w", err)
		}
		return importer.Open(file, importer.Options{Format: format, Zone: zone, Day: day, MaxBytes: maxReadFile, Batch: readBatch})
	})
}

// importRows makes a small file of rows and reads that: there is one way to understand a time.
func (a *API) importRows(ctx context.Context, in *ImportCrossings, zone *time.Location, day time.Time) (*one[wire.ReadsReceipt], error) {
	body, err := in.text()
	if err != nil {
		return nil, err
	}
	var parsed wire.ImportCrossings
	folded, err := foldJSON(body, "")
	if err == nil {
		err = json.Unmarshal(folded, &parsed)
	}
	if err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "the body is not the JSON of an import: %w", err)
	}
	if h := parsed.TimezoneOffset; h != nil {
		if *h < -14 || *h > 14 {
			return nil, race.Invalid("timezoneOffset", "%v is not an offset in hours between -14 and 14", *h)
		}
		zone = time.FixedZone("", int(*h*3600))
	}
	in.SourceID, in.FileName = parsed.EventSourceID, parsed.FileName
	file := importer.RowsFile(func(yield func(tag, at string) bool) {
		for _, r := range parsed.Crossings {
			if !yield(firstOf(r.Tag, r.Bib, r.Chip), r.Timestamp) {
				return
			}
		}
	})
	return a.takeReads(ctx, in, func() (*importer.Reads, error) {
		return importer.Open(bytes.NewReader(file), importer.Options{Format: importer.FormatCSV, Zone: zone, Day: day})
	})
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// clockOf is the zone that times without one are in, and the day of times without a date.
func (a *API) clockOf(id race.EventID, zone string) (*time.Location, time.Time, error) {
	var day time.Time
	err := a.Control.View(id, func(v *control.View) error {
		if zone == "" {
			zone = v.Event.Timezone
		}
		day = v.Event.StartTime().Time()
		return nil
	})
	if err != nil {
		return nil, day, err
	}
	loc, err := importer.Zone(zone)
	if err == nil && !day.IsZero() {
		day = day.In(loc)
	}
	return loc, day, err
}

// noRoom says that the disk did not take something.
func noRoom(what string, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return race.Errorf(race.CodeUnavailable, "the disk is full: there is no room for the %s; free some space and try again", what)
	}
	return race.Errorf(race.CodeUnavailable, "there is no room for the %s: %w", what, err)
}

// spool keeps an upload on the disk, so that a broken connection leaves nothing half imported.
func (a *API) spool(body io.Reader) (*os.File, error) {
	f, err := os.CreateTemp(a.TempDir, SpoolPrefix+"import-*")
	if err != nil {
		return nil, noRoom("upload", err)
	}
	n, err := io.Copy(f, io.LimitReader(body, maxReadFile+1))
	var disk *fs.PathError // what was sent breaks off with other errors
	switch {
	case errors.As(err, &disk):
		err = noRoom("upload", err)
	case err != nil:
		err = race.Errorf(race.CodeUnreadable, "the upload broke off and nothing was imported; send it again: %w", err)
	case n > maxReadFile:
		err = race.Errorf(race.CodeTooLarge, "the file is larger than 1 GB; split it and import the parts")
	default:
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}

// takeReads hands the reads of a file to race control, source by source, and says what became of them.
func (a *API) takeReads(ctx context.Context, in *ImportCrossings, open func() (*importer.Reads, error)) (*one[wire.ReadsReceipt], error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	out := wire.ReadsReceipt{Format: string(f.Format()), Unreadable: []wire.BadLine{}, UnknownTags: []string{}, GunMarkers: []wire.GunMarker{}}
	if in.SourceID != 0 {
		if _, err := a.source(in.SourceID); err != nil {
			return nil, err
		}
	}
	first, err := f.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case first != nil && first.Sources != nil:
		err = a.takeMany(ctx, in, f, first, open, &out)
	case in.SourceID == 0:
		err = race.Invalid("sourceId", "say at which source the file was read: source_id")
	default:
		err = a.takeOne(ctx, in, in.SourceID, feedOf(f, first), &out)
	}
	if err != nil {
		return nil, err
	}
	tellAbout(f, &out)
	return &one[wire.ReadsReceipt]{Seq: a.Hub.Seq(), Body: out}, nil
}

// feedOf gives a file batch by batch, the one that was already taken first; nothing at the end.
func feedOf(f *importer.Reads, first *importer.Batch) func() ([]race.Read, error) {
	return func() ([]race.Read, error) {
		if first != nil {
			b := first
			first = nil
			if len(b.Reads) > 0 {
				return slices.Clone(b.Reads), nil
			}
		}
		for {
			b, err := f.Next()
			if errors.Is(err, io.EOF) {
				return nil, nil
			}
			if err != nil {
				return nil, err
			}
			if len(b.Reads) > 0 {
				return slices.Clone(b.Reads), nil // the importer uses its slice again
			}
		}
	}
}

func (a *API) takeOne(ctx context.Context, in *ImportCrossings, source race.SourceID, next func() ([]race.Read, error), out *wire.ReadsReceipt) error {
	if in.DryRun.DryRun {
		known, err := a.Control.CountKnown(source, next)
		out.Known += known.Known
		out.Accepted += known.Accepted
		return err
	}
	why := control.Why{Actor: actor(ctx), EventID: in.ID, Kind: importKind(in.FileName)}
	r, err := a.Control.ImportReads(ctx, source, why, next)
	if err != nil {
		return err
	}
	addReceipt(out, r)
	return nil
}

func importKind(file string) string {
	if file == "" {
		return "import crossings"
	}
	return "import crossings from " + filepath.Base(file)
}

// takeMany takes a file that names a source in each line. The file is read twice: all names are looked up before anything is
// stored, and a large file does not fit into memory.
func (a *API) takeMany(ctx context.Context, in *ImportCrossings, f *importer.Reads, first *importer.Batch, again func() (*importer.Reads, error), out *wire.ReadsReceipt) error {
	ids := map[string]race.SourceID{"": in.SourceID}
	for _, s := range a.Control.Sources() {
		ids[s.Name] = s.ID
	}
	err := eachBatch(f, first, func(b *importer.Batch) error {
		for i := range b.Reads {
			if ids[b.Sources[i]] == 0 {
				return race.Errorf(race.CodeNotFound, "line %d: there is no source %q; make it first, or correct the file", b.Lines[i], b.Sources[i])
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	second, err := again()
	if err != nil {
		return err
	}
	s := sorting{a: a, in: in, out: out, waiting: map[race.SourceID][]race.Read{}, imports: map[race.SourceID]*control.Import{}}
	err = eachBatch(second, nil, func(b *importer.Batch) error {
		for i := range b.Reads {
			if err := s.take(ctx, ids[b.Sources[i]], &b.Reads[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.end(ctx)
}

// eachBatch goes through a file, beginning with a batch that was taken already.
func eachBatch(f *importer.Reads, b *importer.Batch, do func(*importer.Batch) error) error {
	for {
		if b != nil {
			if err := do(b); err != nil {
				return err
			}
		}
		next, err := f.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		b = next
	}
}

// sorting is a file of several sources on its way in: each source has its own import.
type sorting struct {
	a       *API
	in      *ImportCrossings
	out     *wire.ReadsReceipt
	waiting map[race.SourceID][]race.Read // what is not handed over yet; every source of the file has an entry
	imports map[race.SourceID]*control.Import
}

func (s *sorting) take(ctx context.Context, id race.SourceID, r *race.Read) error {
	s.waiting[id] = append(s.waiting[id], *r)
	if len(s.waiting[id]) < readBatch {
		return nil
	}
	return s.hand(ctx, id)
}

// hand passes on what waits for one source.
func (s *sorting) hand(ctx context.Context, id race.SourceID) error {
	reads := s.waiting[id]
	s.waiting[id] = nil
	if s.in.DryRun.DryRun {
		return s.a.takeOne(ctx, s.in, id, func() ([]race.Read, error) {
			once := reads
			reads = nil
			return once, nil
		}, s.out)
	}
	if s.imports[id] == nil {
		s.imports[id] = s.a.Control.BeginImport(id, control.Why{Actor: actor(ctx), EventID: s.in.ID, Kind: importKind(s.in.FileName)})
	}
	if len(reads) == 0 {
		return nil
	}
	return s.imports[id].Add(ctx, reads)
}

// end hands over the rest, source by source in the order of their ids, so that the same file always gives the same ids.
func (s *sorting) end(ctx context.Context) error {
	for _, id := range slices.Sorted(keysOf(s.waiting)) {
		if err := s.hand(ctx, id); err != nil {
			return err
		}
		if i := s.imports[id]; i != nil {
			r, err := i.End(ctx)
			if err != nil {
				return err
			}
			addReceipt(s.out, r)
		}
	}
	return nil
}

func addReceipt(out *wire.ReadsReceipt, r *control.Receipt) {
	out.Accepted += r.Accepted
	out.Known += r.Known
	out.EditID = max(out.EditID, r.EditID)
	out.UnknownTags = append(out.UnknownTags, r.UnknownTags...)
}

func keysOf[K comparable, V any](m map[K]V) func(func(K) bool) {
	return func(yield func(K) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// tellAbout lists what a person should know about the file.
func tellAbout(f *importer.Reads, out *wire.ReadsReceipt) {
	for _, bad := range f.Bad() {
		out.Unreadable = append(out.Unreadable, wire.BadLine{Line: bad.Line, Text: bad.Text, Reason: bad.Reason})
	}
	if n := f.BadCount() - len(out.Unreadable); n > 0 {
		out.Unreadable = append(out.Unreadable, wire.BadLine{Reason: fmt.Sprintf("and %d more lines", n)})
	}
	slices.Sort(out.UnknownTags)
	out.UnknownTags = slices.Compact(out.UnknownTags)
	for _, g := range f.Guns() {
		out.GunMarkers = append(out.GunMarkers, wire.GunMarker{At: g.At, Box: g.Box, Detail: g.Detail})
	}
	out.Notes = append([]string{}, f.Notes()...)
}
