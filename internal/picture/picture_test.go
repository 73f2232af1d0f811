package picture

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"racectl/internal/race"
)

// halves is a picture that is red on its left and blue on its right.
func halves(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{R: 255, A: 255}
			if x >= w/2 {
				c = color.NRGBA{B: 255, A: 255}
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func encoded(t *testing.T, kind string, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	var err error
	switch kind {
	case "png":
		err = png.Encode(&out, m)
	case "jpeg":
		err = jpeg.Encode(&out, m, nil)
	case "gif":
		err = gif.Encode(&out, m, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func opened(t *testing.T, file []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func side(c color.Color) string {
	r, _, b, _ := c.RGBA()
	if r > b {
		return "red"
	}
	return "blue"
}

func TestEveryKindBecomesTwoSizes(t *testing.T) {
	for _, kind := range []string{"png", "jpeg", "gif"} {
		a, err := Shrink(encoded(t, kind, halves(1200, 600)))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		large, small := opened(t, a.Large), opened(t, a.Small)
		if large.Bounds().Dx() != 512 || large.Bounds().Dy() != 256 || small.Bounds().Dx() != 96 || small.Bounds().Dy() != 48 {
			t.Errorf("%s: %v and %v", kind, large.Bounds(), small.Bounds())
		}
		if side(small.At(5, 20)) != "red" || side(small.At(90, 20)) != "blue" {
			t.Errorf("%s: the picture is not itself any more", kind)
		}
	}
	for what, text := range map[string]string{
		"lossy":    "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
		"lossless": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
	} {
		file, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Shrink(file)
		if err != nil || opened(t, a.Large).Bounds().Dx() != 1 { // never enlarged
			t.Errorf("webp %s: %v", what, err)
		}
	}
}

func TestEqualPicturesHaveEqualNames(t *testing.T) {
	a, err := Shrink(encoded(t, "png", halves(40, 30)))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Shrink(encoded(t, "png", halves(40, 30)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Shrink(encoded(t, "png", halves(40, 31)))
	if err != nil {
		t.Fatal(err)
	}
	if a.Name != b.Name || a.Name == c.Name || len(a.Name) != 32 {
		t.Errorf("%s %s %s", a.Name, b.Name, c.Name)
	}
}

// exif is a JPEG file that says how its camera was held.
func exif(t *testing.T, m image.Image, orientation byte, order binary.AppendByteOrder, mark string) []byte {
	t.Helper()
	plain := encoded(t, "jpeg", m)
	block := append([]byte("Exif\x00\x00"), mark...)
	block = order.AppendUint16(block, 42)
	block = order.AppendUint32(block, 8)
	block = order.AppendUint16(block, 1)
	block = order.AppendUint16(block, 0x112)
	block = order.AppendUint16(block, 3)
	block = order.AppendUint32(block, 1)
	block = order.AppendUint16(block, uint16(orientation))
	block = append(block, 0, 0)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(block)+2))...)
	return append(append(out, block...), plain[2:]...)
}

// corners is a picture whose first corner is red and whose second, along the upper side, is blue; the rest is green.
func corners(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{G: 255, A: 255}
			switch {
			case y < h/2 && x < w/2:
				c = color.NRGBA{R: 255, A: 255}
			case y < h/2:
				c = color.NRGBA{B: 255, A: 255}
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

// cornerOf says where a colour is.
func cornerOf(m image.Image, is func(r, g, b uint32) bool) string {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	for name, at := range map[string]image.Point{"top left": {2, 2}, "top right": {w - 3, 2}, "bottom left": {2, h - 3}, "bottom right": {w - 3, h - 3}} {
		r, g, b, _ := m.At(at.X, at.Y).RGBA()
		if is(r, g, b) {
			return name
		}
	}
	return "nowhere"
}

func TestAPictureStandsAsItsCameraWasHeld(t *testing.T) {
	red := func(r, g, b uint32) bool { return r > g && r > b }
	blue := func(r, g, b uint32) bool { return b > g && b > r }
	for orientation, want := range map[byte][2]string{ // EXIF: where the first row and the first column of the file are
		1: {"top left", "top right"}, 2: {"top right", "top left"}, 3: {"bottom right", "bottom left"}, 4: {"bottom left", "bottom right"},
		5: {"top left", "bottom left"}, 6: {"top right", "bottom right"}, 7: {"bottom right", "top right"}, 8: {"bottom left", "top left"},
	} {
		for mark, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			a, err := Shrink(exif(t, corners(300, 200), orientation, order, mark))
			if err != nil {
				t.Fatal(err)
			}
			m := opened(t, a.Large)
			if got := [2]string{cornerOf(m, red), cornerOf(m, blue)}; got != want {
				t.Errorf("orientation %d %s: red and blue are %v, want %v", orientation, mark, got, want)
			}
			if wide := m.Bounds().Dx() > m.Bounds().Dy(); wide != (orientation < 5) {
				t.Errorf("orientation %d: %v", orientation, m.Bounds())
			}
		}
	}
}

// promising is a PNG file whose header promises a size and that holds next to nothing.
func promising(w, h uint32) []byte {
	chunk := func(kind string, data []byte) []byte {
		out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
		body := append([]byte(kind), data...)
		return binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, 8, 6, 0, 0, 0))...)
}

func TestWhatIsNoPictureIsRefusedAtTheField(t *testing.T) {
	whole := encoded(t, "png", halves(300, 200))
	for what, c := range map[string]struct {
		file  []byte
		words string
	}{
		"nothing":           {nil, "not a picture"},
		"text":              {[]byte("hello, I am a logo"), "not a picture"},
		"svg":               {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "not a picture"},
		"a bomb":            {promising(60_000, 60_000), "60000 × 60000 points"},
		"a square bomb":     {promising(19_000, 19_000), "19000 × 19000 points"},
		"a long bomb":       {promising(1, 2_000_000), "1 × 2000000 points"},
		"cut off":           {whole[:len(whole)/2], "broken"},
		"larger than 10 MB": {append(bytes.Clone(whole), make([]byte, MaxBytes)...), "larger than 10 MB"},
	} {
		_, err := Shrink(c.file)
		var e *race.Error
		if !errors.As(err, &e) || e.Code != race.CodeInvalid || e.Field != "logo" || !strings.Contains(e.Message, c.words) {
			t.Errorf("%s: %v, want a refusal of the logo with %q", what, err, c.words)
		}
	}
}

func FuzzShrink(f *testing.F) {
	f.Add(promising(10, 10))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\xff\xff"))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if head, _, err := image.DecodeConfig(bytes.NewReader(file)); err == nil && head.Width*head.Height > 1<<20 {
			return // right, but slow
		}
		orientation(file)
		a, err := Shrink(file)
		if (a == nil) == (err == nil) {
			t.Errorf("%v, %v", a, err)
		}
	})
}
