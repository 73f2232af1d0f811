// Package output is how commands speak: tables for people, JSON, NDJSON and CSV for programs, progress and talk on the
// error stream. Colours and progress go only to a terminal. It must not know the API, and decides nothing about the data.
// Start reading at streams.go, then list.go.
package output

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"racectl/internal/race"
)

// Format is how data is written on the output stream.
type Format string

// The formats of -o.
const (
	FormatTable  Format = "table"
	FormatJSON   Format = "json"
	FormatCSV    Format = "csv"
	FormatNDJSON Format = "ndjson"
)

// Formats lists the words that -o takes.
func Formats() []string {
	return []string{string(FormatTable), string(FormatJSON), string(FormatCSV), string(FormatNDJSON)}
}

// Streams are the three streams of a command and how to use them. Data goes to Out, everything said to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	InTTY    bool
	OutTTY   bool
	ErrTTY   bool
	Width    int // of the terminal behind Out; 0 = not known
	Format   Format
	NoColor  bool
	Quiet    bool // only data and errors
	Now      func() time.Time
}

// NewStreams looks at three streams: a file that is a terminal may be spoken to in colour.
func NewStreams(in io.Reader, out, err io.Writer, now func() time.Time) *Streams {
	s := &Streams{In: in, Out: out, Err: err, Format: FormatTable, Now: now}
	s.InTTY, s.OutTTY, s.ErrTTY = isTerminal(in), isTerminal(out), isTerminal(err)
	if f, ok := out.(*os.File); ok && s.OutTTY {
		if w, _, e := term.GetSize(int(f.Fd())); e == nil {
			s.Width = w
		}
	}
	return s
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// SetFormat takes the words of -o and --json; code usage for an unknown word.
func (s *Streams) SetFormat(word string, asJSON bool) error {
	if asJSON {
		word = string(FormatJSON)
	}
	switch f := Format(word); f {
	case FormatTable, FormatJSON, FormatCSV, FormatNDJSON:
		s.Format = f
		return nil
	}
	return race.Errorf(race.CodeUsage, "-o is %q; use %s", word, strings.Join(Formats(), ", "))
}

// ForPeople reports whether the output is a table, read by somebody.
func (s *Streams) ForPeople() bool { return s.Format == FormatTable }

// Say tells people something on the error stream; --quiet silences it.
func (s *Streams) Say(format string, args ...any) {
	if !s.Quiet {
		fmt.Fprintf(s.Err, format+"\n", args...)
	}
}

// Printf writes to the output stream.
func (s *Streams) Printf(format string, args ...any) error {
	_, err := fmt.Fprintf(s.Out, format, args...)
	return err
}

// Style is how a piece of text looks on a terminal.
type Style string

// The styles. They only repeat what the words already say.
const (
	Plain  Style = ""
	Bold   Style = "1"
	Dim    Style = "2"
	Red    Style = "31"
	Green  Style = "32"
	Yellow Style = "33"
)

// Paint gives text a style when the output is a terminal and colours are wanted.
func (s *Streams) Paint(style Style, text string) string {
	if style == Plain || text == "" || !s.OutTTY || s.NoColor {
		return text
	}
	return "\x1b[" + string(style) + "m" + text + "\x1b[0m"
}

// Clean makes text of unknown origin safe to show: control characters, which could move a terminal's cursor, become blanks.
func Clean(text string) string {
	if !strings.ContainsFunc(text, isControl) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, text)
}

// isControl also covers the marks that turn the direction of writing around.
func isControl(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
