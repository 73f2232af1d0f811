package sim

import "math"

// rng is splitmix64: small, fast, and the same on every machine and in every release of Go.
type rng struct{ state uint64 }

// newRng makes a generator from a seed and what it is for, so that one person's luck never depends on another's.
func newRng(seed uint64, purpose string) *rng {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(purpose) {
		h = (h ^ uint64(purpose[i])) * 1099511628211
	}
	r := &rng{state: seed*0x9E3779B97F4A7C15 ^ h}
	r.next()
	return r
}

func (r *rng) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// float is in [0, 1).
func (r *rng) float() float64 { return float64(r.next()>>11) / (1 << 53) }

// between is in [a, b).
func (r *rng) between(a, b float64) float64 { return a + (b-a)*r.float() }

// below is a whole number in [0, n).
func (r *rng) below(n int) int { return int(r.next() % uint64(n)) }

// chance is true with probability p.
func (r *rng) chance(p float64) bool { return r.float() < p }

// bell is normally distributed around 0 with a standard deviation of 1, never beyond 3. A sum of twelve is near enough and has no
// functions whose last bit differs between machines.
func (r *rng) bell() float64 {
	sum := -6.0
	for range 12 {
		sum += r.float()
	}
	return math.Max(-3, math.Min(3, sum))
}

// around is a factor near 1: 1 + spread·bell, never under a tenth.
func (r *rng) around(spread float64) float64 { return math.Max(0.1, 1+spread*r.bell()) }

func pick[T any](r *rng, list []T) T { return list[r.below(len(list))] }
