package course

import (
	"bytes"
	"errors"
	"io"

	"racectl/internal/race"
)

// Read is the line of ReadTrack alone.
func Read(r io.Reader) (*Line, error) {
	t, err := ReadTrack(r)
	if err != nil {
		return nil, err
	}
	return t.Line, nil
}

// ReadTrack reads a track and finds out from its content whether it is GPX, KML or GeoJSON. The first line of the file is taken; pieces
// of one track are joined. Codes: unreadable, invalid (field course: no line, places not on the earth), too_large.
func ReadTrack(r io.Reader) (*Track, error) {
	data, err := io.ReadAll(&limited{in: r, left: MaxBytes})
	if err != nil {
		return nil, problem(err)
	}
	return parse(data)
}

func parse(data []byte) (*Track, error) {
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	first := bytes.TrimLeft(data, " \t\r\n")
	switch {
	case len(first) == 0:
		return nil, race.Invalid(field, "the file is empty; use a GPX, KML or GeoJSON file")
	case first[0] == '<':
		return readXML(data)
	case first[0] == '{':
		return readGeoJSON(data)
	case bytes.HasPrefix(first, []byte("PK\x03\x04")):
		return nil, race.Errorf(race.CodeUnreadable, "this is a zipped file, perhaps KMZ; unpack it and use the KML file in it")
	case bytes.HasPrefix(first, []byte("\xFF\xFE")), bytes.HasPrefix(first, []byte("\xFE\xFF")):
		return nil, race.Errorf(race.CodeUnreadable, "the file is written in UTF-16; save it as UTF-8")
	}
	return nil, race.Errorf(race.CodeUnreadable, "this is no track; use a GPX, KML or GeoJSON file")
}

// readXML finds out from the outermost element what an XML file is.
func readXML(data []byte) (*Track, error) {
	s := &scanner{data: data, file: "XML file"}
	if e, err := s.next(); err != nil || e != opened {
		return nil, firstOf(err, s.wrong(0, "the file breaks off; export it again"))
	}
	switch s.name {
	case "gpx":
		s.file = "GPX file"
		return readGPX(s)
	case "kml":
		s.file = "KML file"
		return readKML(s)
	case "TrainingCenterDatabase":
		return nil, race.Errorf(race.CodeUnreadable, "this is a TCX file; export the track as GPX, KML or GeoJSON")
	}
	return nil, race.Errorf(race.CodeUnreadable, "this is neither GPX nor KML: it begins with <%s>", shorten(s.name, 40))
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// limited refuses to read more than it was told to.
type limited struct {
	in   io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		var more [1]byte
		if n, err := l.in.Read(more[:]); n == 0 {
			return 0, err
		}
		return 0, race.Errorf(race.CodeTooLarge, "the file is larger than %d MB; simplify the track and try again", MaxBytes>>20)
	}
	n, err := l.in.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

// problem keeps an error that says what to do, and calls any other an upload that broke off.
func problem(err error) error {
	var known *race.Error
	if errors.As(err, &known) {
		return known
	}
	return race.Errorf(race.CodeUnreadable, "the file could not be read to its end: %w", err)
}
