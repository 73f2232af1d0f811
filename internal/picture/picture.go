// Package picture makes the small pictures of an event out of the file that somebody chose: it reads PNG, JPEG, GIF and WebP,
// refuses everything else in one sentence, and writes PNG. It must not store or fetch anything, and it never trusts a file:
// what a header promises is judged before a pixel is decoded. Start reading at Shrink.
package picture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/gif"  // read
	_ "image/jpeg" // read
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // read

	"racectl/internal/race"
)

// Limits of a file.
const (
	MaxBytes  = 10 << 20
	MaxPixels = 40_000_000 // width times height
	maxSide   = 20_000     // scaling needs memory for each line
)

// Sizes of an avatar: the longer side in pixels.
const (
	Large = 512
	Small = 96
)

// Avatar is a picture in its two sizes, and a name that says its content: equal pictures have equal names.
type Avatar struct {
	Name         string // 32 hexadecimal characters
	Large, Small []byte // PNG
}

// Shrink makes the avatar of a file. It keeps the proportions, turns the picture as its camera was held, and never enlarges; of a
// moving picture it takes the first frame. Code invalid for the field "logo" when the file is none of the four kinds, is broken, or
// is too large. It may take 300 MB of memory for a moment: do one at a time.
func Shrink(file []byte) (*Avatar, error) {
	m, err := decode(file)
	if err != nil {
		return nil, err
	}
	a, held := &Avatar{}, orientation(file)
	large := fit(m, Large)
	if a.Large, err = encode(upright(large, held)); err != nil {
		return nil, err
	}
	if a.Small, err = encode(upright(fit(large, Small), held)); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(a.Large)
	a.Name = hex.EncodeToString(sum[:16])
	return a, nil
}

func decode(file []byte) (image.Image, error) {
	if len(file) > MaxBytes {
		return nil, race.Invalid("logo", "the picture is larger than 10 MB; choose a smaller one")
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, race.Invalid("logo", "this file is not a picture that can be read; choose a PNG, JPEG, GIF or WebP file")
	}
	if w, h := head.Width, head.Height; w <= 0 || h <= 0 || w > maxSide || h > maxSide || w*h > MaxPixels {
		return nil, race.Invalid("logo", "the picture has %d × %d points; choose one of at most 40 million", w, h)
	}
	m, _, err := image.Decode(bytes.NewReader(file))
	if err != nil || m.Bounds().Empty() {
		return nil, race.Invalid("logo", "the picture is broken or was not sent to its end; choose another file")
	}
	return m, nil
}

// fit is the picture with its longer side at most this long.
func fit(m image.Image, side int) *image.NRGBA {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	if long := max(w, h); long > side {
		w, h = max(1, w*side/long), max(1, h*side/long)
	}
	small := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Bounds(), m, m.Bounds(), draw.Src, nil)
	return small
}

func encode(m image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		return nil, fmt.Errorf("write a picture: %w", err)
	}
	return out.Bytes(), nil
}
