package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientation is how a camera was held, as the EXIF block of a JPEG file says: 1 … 8, 1 also when nothing is said.
func orientation(file []byte) int {
	if !bytes.HasPrefix(file, []byte{0xff, 0xd8}) {
		return 1
	}
	for at := 2; at+4 <= len(file) && file[at] == 0xff; {
		size := int(binary.BigEndian.Uint16(file[at+2:]))
		end := at + 2 + size
		if file[at+1] == 0xda || size < 2 || end > len(file) { // the picture itself begins
			break
		}
		if tiff, ok := bytes.CutPrefix(file[at+4:end], []byte("Exif\x00\x00")); ok && file[at+1] == 0xe1 {
			return exifOrientation(tiff)
		}
		at = end
	}
	return 1
}

// exifOrientation looks for tag 0x112 in the first directory of a TIFF block.
func exifOrientation(tiff []byte) int {
	const tagOrientation, directoryEntry = 0x112, 12
	var order binary.ByteOrder = binary.LittleEndian
	if bytes.HasPrefix(tiff, []byte("MM")) {
		order = binary.BigEndian
	}
	if len(tiff) < 8 {
		return 1
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at > len(tiff)-2 {
		return 1
	}
	entries := int(order.Uint16(tiff[at:]))
	for at += 2; entries > 0 && at+directoryEntry <= len(tiff); at, entries = at+directoryEntry, entries-1 {
		if order.Uint16(tiff[at:]) == tagOrientation {
			if o := int(order.Uint16(tiff[at+8:])); o >= 1 && o <= 8 {
				return o
			}
		}
	}
	return 1
}

// upright turns a picture the way its EXIF orientation asks.
func upright(m *image.NRGBA, orientation int) *image.NRGBA {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	from := map[int]func(x, y int) (int, int){ // the point of the original for one of the turned picture
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, h - 1 - x },
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
		8: func(x, y int) (int, int) { return w - 1 - y, x },
	}[orientation]
	if from == nil {
		return m
	}
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.SetNRGBA(x, y, m.NRGBAAt(from(x, y)))
		}
	}
	return out
}
