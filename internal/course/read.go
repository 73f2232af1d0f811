package course

import (
	"bufio"
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

// ReadTrack reads a track and finds out from its content what kind of file it is. The first line of the file is taken; pieces of one
// track are joined. Codes: unreadable, invalid (no line, places not on the earth), too_large.
func ReadTrack(r io.Reader) (*Track, error) {
	l, kind, err := readLine(r)
	if err != nil {
		return nil, err
	}
	return &Track{Kind: kind, Line: l}, nil
}

func readLine(r io.Reader) (*Line, Kind, error) {
	in := bufio.NewReader(&limited{in: r, left: MaxBytes})
	first, err := firstByte(in)
	if err != nil {
		return nil, "", problem(err, "the track")
	}
	switch first {
	case '<':
		l, err := readGPX(in)
		return l, GPX, err
	case '{':
		l, err := readGeoJSON(in)
		return l, GeoJSON, err
	}
	return nil, "", race.Errorf(race.CodeUnreadable, "this is no track; use a GPX or GeoJSON file")
}

// firstByte looks at the first character that is not blank, without taking it.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return 0, race.Invalid("linestring", "the file is empty; use a GPX or GeoJSON file")
		case err != nil:
			return 0, err
		case b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0xEF || b == 0xBB || b == 0xBF:
		default:
			return b, in.UnreadByte()
		}
	}
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
		return 0, race.Errorf(race.CodeTooLarge, "the track is larger than %d MB; simplify it and try again", MaxBytes>>20)
	}
	n, err := l.in.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

// problem keeps an error that says what to do, and calls any other an unreadable file.
func problem(err error, what string) error {
	var known *race.Error
	if errors.As(err, &known) {
		return known
	}
	return &race.Error{Code: race.CodeUnreadable, Message: what + " cannot be read: " + err.Error(), Cause: err}
}
