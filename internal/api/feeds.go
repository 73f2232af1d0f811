package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"time"

	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// addReads takes reads of a feed: a JSON list, JSON lines, or lines "tag,timestamp". An empty list is a heartbeat: it says that the
// reader is there. All reads of a request are stored together, or, when one cannot be understood, those that can.
func (a *API) addReads(ctx context.Context, in *AddReads) (*one[wire.ReadsReceipt], error) {
	body, err := in.text()
	if err != nil {
		return nil, err
	}
	out := wire.ReadsReceipt{Unreadable: []wire.BadLine{}, UnknownTags: []string{}, GunMarkers: []wire.GunMarker{}, Notes: []string{}}
	reads, err := in.parse(body, &out)
	if err != nil {
		return nil, err
	}
	r, err := a.Control.AppendReads(ctx, in.SourceID, reads, nil)
	if err != nil {
		return nil, err
	}
	out.Accepted, out.Known = r.Accepted, r.Known
	return &one[wire.ReadsReceipt]{Body: out}, nil
}

func (in *AddReads) parse(body []byte, out *wire.ReadsReceipt) ([]race.Read, error) {
	kind, _, _ := mime.ParseMediaType(in.request.Header.Get("Content-Type"))
	trimmed := bytes.TrimSpace(body)
	switch {
	case kind == "text/csv" || kind == "text/plain" || len(trimmed) > 0 && trimmed[0] != '[' && trimmed[0] != '{':
		out.Format = "csv"
		return in.parseLines(trimmed, out)
	case kind == "application/x-ndjson" || len(trimmed) > 0 && trimmed[0] == '{':
		out.Format = "ndjson"
		return parseJSONLines(trimmed, out), nil
	}
	out.Format = "json"
	if len(trimmed) == 0 {
		return nil, nil
	}
	folded, err := foldJSON(trimmed, "")
	if err != nil {
		return nil, err
	}
	var list []wire.ReadIn
	if err := json.Unmarshal(folded, &list); err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "the body is not a list of reads: %w", err)
	}
	reads := make([]race.Read, 0, len(list))
	for i := range list {
		reads = addRead(reads, &list[i], i+1, "", out)
	}
	return reads, nil
}

func parseJSONLines(body []byte, out *wire.ReadsReceipt) []race.Read {
	var reads []race.Read
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, MaxBody)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var rd wire.ReadIn
		folded, err := foldJSON(line, "")
		if err == nil {
			err = json.Unmarshal(folded, &rd)
		}
		if err != nil {
			refuse(out, n, string(line), "it is not the JSON of a read")
			continue
		}
		reads = addRead(reads, &rd, n, string(line), out)
	}
	return reads
}

// parseLines reads "tag,timestamp" lines; times without a zone are UTC, because a feed belongs to no event.
func (in *AddReads) parseLines(body []byte, out *wire.ReadsReceipt) ([]race.Read, error) {
	f, err := importer.Open(bytes.NewReader(body), importer.Options{Format: importer.FormatCSV, Zone: time.UTC, MaxBytes: MaxBody})
	if err != nil {
		return nil, err
	}
	var reads []race.Read
	for {
		b, err := f.Next()
		if errors.Is(err, io.EOF) {
			tellAbout(f, out)
			return reads, nil
		}
		if err != nil {
			return nil, err
		}
		reads = append(reads, b.Reads...)
	}
}

// addRead checks one read of a feed and adds it.
func addRead(reads []race.Read, in *wire.ReadIn, line int, text string, out *wire.ReadsReceipt) []race.Read {
	tag := firstOf(in.Tag, in.Bib)
	at, err := time.Parse(time.RFC3339Nano, in.Timestamp)
	switch {
	case tag == "" || len(tag) > 100:
		refuse(out, line, text, "a read needs a tag or a bib of at most 100 characters")
		return reads
	case err != nil:
		refuse(out, line, text, "its timestamp is not a time like 2026-10-03T13:00:00.250Z")
		return reads
	case len(in.Key) > 200 || len(in.Raw) > 2000 || len(in.ReaderID) > 100 || len(in.Code) > 100:
		refuse(out, line, text, "a key has at most 200 characters, a reader and a code 100, the raw text 2000")
		return reads
	case in.ReaderID == race.ManualReader:
		refuse(out, line, text, "\"manual\" names times that people enter; a reader needs another name")
		return reads
	}
	rd := race.Read{
		Key: in.Key, Tag: tag, At: race.At(at), Reader: in.ReaderID, Antenna: in.Antenna, Strength: in.Strength, Code: in.Code, Raw: in.Raw,
	}
	if in.Lat != nil && in.Lon != nil {
		if !(*in.Lat >= -90 && *in.Lat <= 90) || !(*in.Lon >= -180 && *in.Lon <= 180) {
			refuse(out, line, text, "its position is not on the earth")
			return reads
		}
		rd.Pos = &race.Point{Lat: *in.Lat, Lon: *in.Lon}
	}
	return append(reads, rd)
}

func refuse(out *wire.ReadsReceipt, line int, text, reason string) {
	if len(out.Unreadable) < shownLines {
		out.Unreadable = append(out.Unreadable, wire.BadLine{Line: line, Text: text[:min(len(text), 200)], Reason: reason})
	}
}
