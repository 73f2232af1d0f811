package importer

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"racectl/internal/race"
)

// sniffed is how much of a file is looked at before anything is decided about it.
const sniffed = 64 << 10

// plainText gives the text of a file as UTF-8 without a byte order mark: UTF-8 and Windows-1252 pass as they are
// (see toUTF8 for single lines), UTF-16 is decoded. Files that are no text at all are refused with code unreadable.
func plainText(r io.Reader) (io.Reader, error) {
	br := bufio.NewReaderSize(r, sniffed)
	head, err := br.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, readError(err)
	}
	switch {
	case bytes.HasPrefix(head, []byte{0xef, 0xbb, 0xbf}):
		_, err = br.Discard(3)
		return br, err
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(br), nil
	case looksUTF16(head, 1):
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().Reader(br), nil
	case looksUTF16(head, 0):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().Reader(br), nil
	}
	if what := binaryKind(head); what != "" {
		return nil, race.Errorf(race.CodeUnreadable, "this is %s, not a text file", what)
	}
	return br, nil
}

// Names of the encodings of a text file, for people.
const (
	encodingUTF8    = "UTF-8"
	encodingUTF16LE = "UTF-16 LE"
	encodingUTF16BE = "UTF-16 BE"
	encoding1252    = "Windows-1252"
)

// encodingOf is what the beginning of a file says of its encoding, as plainText takes it. Windows-1252 shows only further on.
func encodingOf(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), looksUTF16(head, 1):
		return encodingUTF16LE
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}), looksUTF16(head, 0):
		return encodingUTF16BE
	}
	return encodingUTF8
}

// looksUTF16 reports whether every second byte (from zeroAt) of the beginning is zero and the others are not: UTF-16 without a mark.
func looksUTF16(head []byte, zeroAt int) bool {
	n := min(len(head)&^1, 64)
	for i := 0; i < n; i++ {
		if (head[i] == 0) != (i%2 == zeroAt) {
			return false
		}
	}
	return n >= 8
}

func binaryKind(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "an Excel workbook or a zip archive (save the sheet as CSV, or unpack the archive first)"
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return "a gzip archive (unpack it first)"
	case bytes.HasPrefix(head, []byte{0xd0, 0xcf, 0x11, 0xe0}):
		return "an old Excel workbook or one with a password (save it as .xlsx without a password, or as CSV)"
	case bytes.HasPrefix(head, []byte("%PDF")):
		return "a PDF document"
	case bytes.IndexByte(head, 0) >= 0:
		return "a binary file"
	}
	return ""
}

// toUTF8 gives a line as valid UTF-8: a line that is not is taken as Windows-1252, which older programs write.
func toUTF8(line []byte) []byte {
	if utf8.Valid(line) {
		return line
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(line)
	if err != nil {
		return bytes.ToValidUTF8(line, []byte("?"))
	}
	return out
}

func readError(err error) error {
	var known *race.Error
	if errors.As(err, &known) {
		return err
	}
	return race.Errorf(race.CodeUnreadable, "the file could not be read to its end: %w", err)
}
