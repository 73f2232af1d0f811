package mapfile

import (
	"bytes"
	"image"
	"image/color"
	stdpng "image/png"
	"math"
)

// TileSize is how many pixels a tile of heights has in each direction.
const TileSize = 256

// Ground tells the height of a place in metres.
type Ground func(lon, lat float64) float64

// Heights makes an archive of heights, in the terrarium encoding, of everything that tiles within bounds show. Heights are rounded to a
// step of metres, a power of two from 1/256 up: coarser ones make smaller archives.
func Heights(ground Ground, bounds [4]float64, minZoom, maxZoom uint8, step float64, metadata map[string]any) (*Writer, error) {
	said := map[string]any{"encoding": Terrarium, "type": "baselayer", "format": "png"}
	for k, v := range metadata {
		said[k] = v
	}
	w := NewPictures(bounds, said)
	for z := minZoom; z <= maxZoom; z++ {
		west, north := Pixel(bounds[0], bounds[3], z)
		east, south := Pixel(bounds[2], bounds[1], z)
		for x := uint32(west / TileSize); x <= uint32(east/TileSize); x++ {
			for y := uint32(north / TileSize); y <= uint32(south/TileSize); y++ {
				tile, err := heightTile(ground, z, x, y, step)
				if err != nil {
					return nil, err
				}
				w.Add(z, x, y, tile)
			}
		}
	}
	return w, nil
}

// Pixel is where a place lies on the map of the whole world at a zoom, in pixels from its north-west corner.
func Pixel(lon, lat float64, zoom uint8) (x, y float64) {
	size := TileSize * math.Exp2(float64(zoom))
	s := math.Sin(lat * math.Pi / 180)
	x = (lon + 180) / 360 * size
	y = (0.5 - math.Log((1+s)/(1-s))/(4*math.Pi)) * size
	return clamp(x, size), clamp(y, size)
}

func clamp(v, size float64) float64 { return max(0, min(math.Nextafter(size, 0), v)) }

// Place is the inverse of Pixel.
func Place(x, y float64, zoom uint8) (lon, lat float64) {
	size := TileSize * math.Exp2(float64(zoom))
	lon = x/size*360 - 180
	lat = math.Atan(math.Sinh(math.Pi*(1-2*y/size))) * 180 / math.Pi
	return lon, lat
}

func heightTile(ground Ground, zoom uint8, x, y uint32, step float64) ([]byte, error) {
	img := image.NewNRGBA(image.Rect(0, 0, TileSize, TileSize))
	for py := range TileSize {
		for px := range TileSize {
			lon, lat := Place(float64(x)*TileSize+float64(px)+0.5, float64(y)*TileSize+float64(py)+0.5, zoom)
			img.SetNRGBA(px, py, terrarium(math.Round(ground(lon, lat)/step)*step))
		}
	}
	var out bytes.Buffer
	if err := stdpng.Encode(&out, img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// terrarium puts a height into a colour.
func terrarium(height float64) color.NRGBA {
	v := uint32(max(0, min(1<<24-1, math.Round((height+32768)*256))))
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255} //nolint:gosec // three bytes
}
