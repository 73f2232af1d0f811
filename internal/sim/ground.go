package sim

import (
	"math"

	"racectl/internal/race"
)

// groundCells is how many cells an imaginary ground has in its longer direction.
const groundCells = 1024

// Ground is an imaginary landscape around a course: on the course it is as high as the course is, beside it the heights run on smoothly,
// and further away there are hills. The same course always gives the same ground.
type Ground struct {
	Bounds [4]float64 // west, south, east, north, in degrees

	cell   float64 // of latitude and, wider, of longitude
	wide   float64
	height *level
	rough  *level // how far from the course, 0 … 1
}

// NewGround makes the ground around a course, wider than the course by a margin in degrees on all sides. It needs at least one point.
func NewGround(course []race.Point, margin float64) *Ground {
	g := &Ground{Bounds: [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}}
	for _, p := range course {
		g.Bounds = [4]float64{min(g.Bounds[0], p.Lon), min(g.Bounds[1], p.Lat), max(g.Bounds[2], p.Lon), max(g.Bounds[3], p.Lat)}
	}
	g.wide = 1 / math.Max(0.01, math.Cos((g.Bounds[1]+g.Bounds[3])/2*math.Pi/180))
	g.Bounds[0] -= margin * g.wide
	g.Bounds[1] -= margin
	g.Bounds[2] += margin * g.wide
	g.Bounds[3] += margin
	g.cell = math.Max((g.Bounds[2]-g.Bounds[0])/g.wide, g.Bounds[3]-g.Bounds[1]) / groundCells
	g.height = newLevel(groundCells)
	for i, p := range course {
		if i > 0 {
			g.lay(course[i-1], p)
		}
	}
	g.lay(course[0], course[0])
	g.rough = g.height.distance()
	g.height.fill()
	return g
}

// lay puts the heights of a piece of the course into the cells that it crosses.
func (g *Ground) lay(a, b race.Point) {
	ax, ay := g.cells(a.Lon, a.Lat)
	bx, by := g.cells(b.Lon, b.Lat)
	steps := math.Ceil(math.Max(math.Abs(bx-ax), math.Abs(by-ay))) + 1
	for i := range int(steps) {
		f := float64(i) / steps
		g.height.splat(int(ax+(bx-ax)*f), int(ay+(by-ay)*f), a.Ele+(b.Ele-a.Ele)*f)
	}
}

// cells is where a place lies, counted in cells from the south-west corner.
func (g *Ground) cells(lon, lat float64) (x, y float64) {
	return (lon - g.Bounds[0]) / g.wide / g.cell, (lat - g.Bounds[1]) / g.cell
}

// At is the height of a place in metres; beyond the bounds the ground goes on as it is at their edge.
func (g *Ground) At(lon, lat float64) float64 {
	x, y := g.cells(lon, lat)
	return g.height.at(x, y) + g.rough.at(x, y)*hills(lon/g.wide, lat)
}

// hills are ridges of some hundred metres; places are degrees.
func hills(x, y float64) float64 {
	h := 0.0
	for i, size := 0, 0.09; i < 6; i, size = i+1, size*0.52 {
		turn := float64(i) * 1.7
		u := (x*math.Cos(turn) + y*math.Sin(turn)) / size
		v := (y*math.Cos(turn) - x*math.Sin(turn)) / size
		bend := 0.6 * math.Sin(v*1.3+turn)
		h += size / 0.09 * (1 - 2*math.Abs(math.Sin(u*2.2+bend))) * (0.7 + 0.3*math.Sin(v*2.9+1))
	}
	return 260 * h
}

// level is a square of cells with heights, some of which are not known yet.
type level struct {
	size   int
	height []float64
	weight []float64
}

func newLevel(size int) *level {
	return &level{size: size, height: make([]float64, size*size), weight: make([]float64, size*size)}
}

func (l *level) splat(x, y int, height float64) {
	x, y = max(0, min(l.size-1, x)), max(0, min(l.size-1, y))
	i := y*l.size + x
	l.height[i] = (l.height[i]*l.weight[i] + height) / (l.weight[i] + 1)
	l.weight[i]++
}

// fill gives every cell a height: where none is known, that of a coarser square, which knows more.
func (l *level) fill() {
	if l.size == 1 {
		return
	}
	half := newLevel(l.size / 2)
	for y := range l.size {
		for x := range l.size {
			if i := y*l.size + x; l.weight[i] > 0 {
				k := y/2*half.size + x/2
				w := math.Min(1, l.weight[i])
				half.height[k] = (half.height[k]*half.weight[k] + l.height[i]*w) / (half.weight[k] + w)
				half.weight[k] += w
			}
		}
	}
	half.fill()
	for y := range l.size {
		for x := range l.size {
			i := y*l.size + x
			known := math.Min(1, l.weight[i])
			l.height[i] = l.height[i]*known + half.at(float64(x)/2+0.25, float64(y)/2+0.25)*(1-known)
		}
	}
	l.smooth()
}

// smooth takes the edges off where known and guessed heights meet, without moving what is known.
func (l *level) smooth() {
	for range 3 {
		before := append([]float64(nil), l.height...)
		for y := 1; y < l.size-1; y++ {
			for x := 1; x < l.size-1; x++ {
				if i := y*l.size + x; l.weight[i] == 0 {
					l.height[i] = (before[i-1] + before[i+1] + before[i-l.size] + before[i+l.size] + 2*before[i]) / 6
				}
			}
		}
	}
}

// distance is a square of the same cells: 0 where heights are known, up to 1 far away from there.
func (l *level) distance() *level {
	const far = 90.0 // cells
	d := newLevel(l.size)
	for i := range d.height {
		if l.weight[i] == 0 {
			d.height[i] = far
		}
	}
	step := func(i, from int, by float64) { d.height[i] = math.Min(d.height[i], d.height[from]+by) }
	n := l.size
	for y := 1; y < n-1; y++ { // once down and once up: distances to the nearest cell that is 0
		for x := 1; x < n-1; x++ {
			i := y*n + x
			step(i, i-1, 1)
			step(i, i-n, 1)
			step(i, i-n-1, math.Sqrt2)
			step(i, i-n+1, math.Sqrt2)
		}
	}
	for y := n - 2; y > 0; y-- {
		for x := n - 2; x > 0; x-- {
			i := y*n + x
			step(i, i+1, 1)
			step(i, i+n, 1)
			step(i, i+n+1, math.Sqrt2)
			step(i, i+n-1, math.Sqrt2)
		}
	}
	for i, v := range d.height {
		f := math.Max(0, math.Min(1, (v-2)/(far-2)))
		d.height[i] = f * f * (3 - 2*f)
	}
	return d
}

// at is the height between the middles of the four nearest cells.
func (l *level) at(x, y float64) float64 {
	x, y = x-0.5, y-0.5
	fx, fy := math.Floor(x), math.Floor(y)
	cell := func(cx, cy float64) float64 {
		ix, iy := max(0, min(l.size-1, int(cx))), max(0, min(l.size-1, int(cy)))
		return l.height[iy*l.size+ix]
	}
	south := cell(fx, fy)*(1-(x-fx)) + cell(fx+1, fy)*(x-fx)
	north := cell(fx, fy+1)*(1-(x-fx)) + cell(fx+1, fy+1)*(x-fx)
	return south*(1-(y-fy)) + north*(y-fy)
}
