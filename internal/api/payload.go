package api

import (
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/flate"
)

// payload is one message of a channel with the brace that closes its envelope, made once for everybody who is told it: as it is,
// and squeezed for lines that understand permessage-deflate. What differs between two lines, the identifier of the
// subscription, stands before it and is never squeezed: so a thousand lines share the work of one, whatever they subscribed.
type payload struct {
	plain []byte

	once     sync.Once
	squeezed []byte // nil when it is not worth it
}

const (
	worthSqueezing = 512
	squeezing      = 3 // the level: half of the bytes that are left by 1, at a fifth of the time of 6
)

// squeezers are kept, because a new one clears a megabyte.
var squeezers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, squeezing)
	if err != nil {
		panic("the level is a constant: " + err.Error())
	}
	return w
}}

// appender collects what is written to it.
type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

// deflated is the payload as blocks of a deflate stream that needs nothing before it, as RFC 7692 wants the end of a message; nil
// when it is better sent as it is.
func (p *payload) deflated() []byte {
	p.once.Do(func() {
		if len(p.plain) < worthSqueezing {
			return
		}
		out := &appender{make([]byte, 0, len(p.plain)/4)}
		w := squeezers.Get().(*flate.Writer)
		defer squeezers.Put(w)
		w.Reset(out)
		_, err := w.Write(p.plain)
		if err == nil {
			err = w.Flush()
		}
		if n := len(out.b) - len(flateTail); err == nil && n > 0 && n < len(p.plain) {
			p.squeezed = out.b[:n]
		}
	})
	return p.squeezed
}

// flateTail ends what is flushed; a websocket message leaves it out.
const flateTail = "\x00\x00\xff\xff"

// stored appends bytes as a block of a deflate stream that holds them as they are. There may be at most 65,535.
func stored(b, p []byte) []byte {
	n := uint16(len(p))
	b = append(b, 0) // not the last block, not compressed
	b = binary.LittleEndian.AppendUint16(b, n)
	b = binary.LittleEndian.AppendUint16(b, ^n)
	return append(b, p...)
}
