package race

// MoveFinish moves the split that sat exactly on an earlier race distance to the distance of now. Nothing moves when the
// distance is the same, or was unset.
func (r *Race) MoveFinish(earlier float64) {
	if earlier <= 0 || r.Distance <= 0 || r.Distance == earlier {
		return
	}
	for i := range r.Splits {
		if r.Splits[i].Distance == earlier {
			r.Splits[i].Distance = r.Distance
		}
	}
}
