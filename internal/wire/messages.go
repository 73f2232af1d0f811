package wire

// Removed says that rows of a collection are gone.
type Removed struct {
	Collection string  `json:"collection"`
	IDs        []int64 `json:"ids"`
}

// Progress of long work: Tag is the label for people, P 0 … 100, nil when it failed.
type Progress struct {
	Tag string   `json:"tag"`
	P   *float64 `json:"p"`
}

// Reload asks every console to load itself again.
type Reload struct{}
