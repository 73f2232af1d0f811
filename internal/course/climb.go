package course

import "math"

// climbStep is the change of height, in metres, below which it is noise (MAP-8).
const climbStep = 4.0

// Climb is how much the line goes up and down, in metres. Changes of height under 4 m are noise (MAP-8).
func (l *Line) Climb() (up, down float64) {
	if !l.HasElevation {
		return 0, 0
	}
	level := l.Points[0].Ele
	for _, p := range l.Points[1:] {
		change := p.Ele - level
		if math.Abs(change) < climbStep {
			continue
		}
		if change > 0 {
			up += change
		} else {
			down -= change
		}
		level = p.Ele
	}
	return up, down
}

// fillElevation gives points without a height one between their neighbours'.
func (l *Line) fillElevation() {
	last := -1
	for i := range l.Points {
		if math.IsNaN(l.Points[i].Ele) {
			continue
		}
		for j := last + 1; j < i; j++ {
			l.Points[j].Ele = l.heightBetween(last, i, j)
		}
		last = i
	}
	l.HasElevation = last >= 0
	for j := last + 1; j < len(l.Points); j++ {
		l.Points[j].Ele = 0
		if last >= 0 {
			l.Points[j].Ele = l.Points[last].Ele
		}
	}
}

func (l *Line) heightBetween(from, to, at int) float64 {
	b := l.Points[to]
	if from < 0 {
		return b.Ele
	}
	a := l.Points[from]
	if b.Distance <= a.Distance {
		return a.Ele
	}
	return mix(a.Ele, b.Ele, (l.Points[at].Distance-a.Distance)/(b.Distance-a.Distance))
}
