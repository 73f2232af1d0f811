package race

// ShirtCounts holds stock by size (DATA-15). Strategy: "" event stock, "this", "all", or the id of another race.
type ShirtCounts struct {
	Strategy  string         `json:"strategy,omitempty"`
	Disabled  bool           `json:"disabled,omitempty"`
	Unisex    bool           `json:"unisex,omitempty"`
	WSizeDown bool           `json:"wsizedown,omitempty"`
	Sizes     map[string]int `json:"sizes,omitempty"` // keys xs … xxl, wxs …, mxs …, yxs … yxl
}
