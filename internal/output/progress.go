package output

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Progress draws a bar on the error stream while long work goes on; on anything but a terminal, and with --quiet, it is
// silent. Its methods may be called from several goroutines.
type Progress struct {
	s     *Streams
	label string
	total int64

	mu    sync.Mutex
	done  int64
	drawn time.Time
	shown bool
}

// StartProgress begins a bar for total units of work; 0 or less = not known, then it counts.
func (s *Streams) StartProgress(label string, total int64) *Progress {
	return &Progress{s: s, label: label, total: total, drawn: s.Now()}
}

// Add moves the bar on. The first picture comes after a quarter of a second: quick work draws nothing.
func (p *Progress) Add(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	now := p.s.Now()
	if !p.s.ErrTTY || p.s.Quiet || now.Sub(p.drawn) < 250*time.Millisecond {
		return
	}
	p.drawn, p.shown = now, true
	fmt.Fprint(p.s.Err, "\r\x1b[K"+p.picture())
}

func (p *Progress) picture() string {
	const width = 30
	if p.total <= 0 {
		return fmt.Sprintf("%s  %s", p.label, Thousands(int(p.done)))
	}
	part := min(1, float64(p.done)/float64(p.total))
	full := int(part * width)
	return fmt.Sprintf("%s  [%s%s] %3d %%", p.label, strings.Repeat("=", full), strings.Repeat(" ", width-full), int(part*100))
}

// Done takes the bar away.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.s.Err, "\r\x1b[K")
	}
	p.shown = false
}

// Reader counts the bytes that go through it.
func (p *Progress) Reader(r io.Reader) io.Reader { return &counted{r, p} }

type counted struct {
	io.Reader
	p *Progress
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.p.Add(int64(n))
	return n, err
}
