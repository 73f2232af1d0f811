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
	readBatch   = 16_384  // reads handed to race control at once
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
	file, err := a.spool(in.body, maxReadFile)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close(); _ = os.Remove(file.Name()) }()
	format, err := importer.ParseFormat(in.Format)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the upload again: %w", err)
	}
	f, err := importer.Open(file, importer.Options{Format: format, Zone: zone, Day: day, MaxBytes: maxReadFile, Batch: readBatch})
	if err != nil {
		return nil, err
	}
	return a.takeReads(ctx, in, f)
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
	f, err := importer.Open(bytes.NewReader(file), importer.Options{Format: importer.FormatCSV, Zone: zone, Day: day, Batch: readBatch})
	if err != nil {
		return nil, err
	}
	return a.takeReads(ctx, in, f)
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

// spool keeps an upload of up to limit bytes on the disk, so that a broken connection leaves nothing half imported.
func (a *API) spool(body io.Reader, limit int64) (*os.File, error) {
	f, err := os.CreateTemp(a.TempDir, SpoolPrefix+"import-*")
	if err != nil {
		return nil, noRoom("upload", err)
	}
	n, err := io.Copy(f, io.LimitReader(body, limit+1))
	var disk *fs.PathError // what was sent breaks off with other errors
	switch {
	case errors.As(err, &disk):
		err = noRoom("upload", err)
	case err != nil:
		err = spoolError(err)
	case n > limit:
		_, _ = io.Copy(io.Discard, io.LimitReader(body, maxReadFile)) // a sender who is still writing would not hear the answer
		err = race.Errorf(race.CodeTooLarge, "the file is larger than %s; split it and import the parts", sizeWords(limit))
	}
	if err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}

// spoolError tells a full disk from a sender who went away.
func spoolError(err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return race.Errorf(race.CodeUnavailable, "the upload could not be kept on the disk and nothing was imported; free some space and send it again: %w", err)
	}
	return race.Errorf(race.CodeUnreadable, "the upload broke off and nothing was imported; send it again: %w", err)
}

// takeReads hands the reads of a file to race control, batch by batch, and says what became of them. An error anywhere in the file, such
// as the name of an unknown source in its last line, stores nothing.
func (a *API) takeReads(ctx context.Context, in *ImportCrossings, f *importer.Reads) (*one[wire.ReadsReceipt], error) {
	ids := map[string]race.SourceID{"": in.SourceID}
	for _, s := range a.Control.Sources() {
		ids[s.Name] = s.ID
	}
	if in.SourceID != 0 {
		if _, err := a.source(in.SourceID); err != nil {
			return nil, err
		}
	}
	t := &taking{a: a, in: in, ids: ids, into: a.Control.NewImport(control.Why{Actor: actor(ctx), EventID: in.ID, Kind: importKind(in.FileName)})}
	defer t.into.Abort()
	var zone *time.Location
	err := a.Control.View(in.ID, func(v *control.View) error {
		t.from, t.to, _ = v.Event.Window()
		zone = v.Event.Zone()
		return nil
	})
	if err == nil {
		err = t.run(ctx, f)
	}
	var r *control.Receipt
	if err == nil {
		r, err = t.into.Finish(ctx)
	}
	if err != nil {
		return nil, err
	}
	out := wire.ReadsReceipt{
		Format: string(f.Format()), Accepted: r.Accepted + t.accepted, Known: r.Known + t.known, EditID: r.EditID,
		Unreadable: []wire.BadLine{}, UnknownTags: append([]string{}, r.UnknownTags...), GunMarkers: []wire.GunMarker{},
	}
	tellAbout(f, &out)
	if t.outside > 0 {
		out.Notes = append(out.Notes, t.wrongClock(f.Count(), zone))
	}
	note, err := a.setAside(ctx, in.ID, out.Known)
	if err != nil {
		return nil, err
	}
	if note != "" {
		out.Notes = append(out.Notes, note)
	}
	return &one[wire.ReadsReceipt]{Seq: a.Hub.Seq(), Body: out}, nil
}

// taking is a file on its way into race control.
type taking struct {
	a               *API
	in              *ImportCrossings
	ids             map[string]race.SourceID
	into            *control.Import
	accepted, known int          // of a dry run
	from, to        race.Instant // the window of the event, unset while no race has a start
	outside         int
}

func countOutside(reads []race.Read, from, to race.Instant) int {
	n := 0
	for i := range reads {
		if to.IsSet() && (reads[i].At < from || reads[i].At > to) {
			n++
		}
	}
	return n
}

// wrongClock is the sentence about reads that cannot belong to the event: most often a zone was wrong.
func (t *taking) wrongClock(all int, zone *time.Location) string {
	return fmt.Sprintf("%d of %d reads lie outside the event, which takes reads from %s to %s; they are kept, but do not count: check the zone and the reader's clock",
		t.outside, all, t.from.In(zone).Format("2006-01-02 15:04"), t.to.In(zone).Format("2006-01-02 15:04"))
}

func (t *taking) run(ctx context.Context, f *importer.Reads) error {
	for {
		b, err := f.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := t.setSources(b); err != nil {
			return err
		}
		t.outside += countOutside(b.Reads, t.from, t.to)
		if t.in.DryRun.DryRun {
			accepted, known := t.a.Control.CountKnown(b.Reads)
			t.accepted += accepted
			t.known += known
		} else if err := t.into.Add(ctx, b.Reads); err != nil {
			return err
		}
	}
}

// setSources says of every read where it was made: where its line says, or the sender.
func (t *taking) setSources(b *importer.Batch) error {
	if b.Sources == nil {
		if t.ids[""] == 0 && len(b.Reads) > 0 {
			return race.Invalid("sourceId", "say at which source the file was read: source_id")
		}
		for i := range b.Reads {
			b.Reads[i].SourceID = t.ids[""]
		}
		return nil
	}
	last, id := "", t.ids[""]
	for i, name := range b.Sources {
		if name != last {
			last, id = name, t.ids[name]
		}
		if id == 0 {
			return race.Errorf(race.CodeNotFound, "line %d: there is no source %q; make it first, or correct the file", b.Lines[i], name)
		}
		b.Reads[i].SourceID = id
	}
	return nil
}

func importKind(file string) string {
	if file == "" {
		return "import crossings"
	}
	return "import crossings from " + filepath.Base(file)
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
