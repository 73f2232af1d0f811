package race

// PosIngressOptions are the settings of an event's outside feed (DATA-8).
type PosIngressOptions struct {
	URL            string       `json:"url,omitempty"`
	PollFreq       int          `json:"pollfreq,omitempty"` // seconds
	Slug           string       `json:"slug,omitempty"`
	Credentials    string       `json:"credentials,omitempty"` // sealed
	Username       string       `json:"username,omitempty"`
	Token          string       `json:"token,omitempty"`
	TokenExpiresAt Instant      `json:"tokenExpiresAt,omitempty"`
	ExtRaceID      string       `json:"extRaceId,omitempty"`
	Splits         []AidStation `json:"splits,omitempty"`
}

// AidStation is a station of an outside live-results service (DATA-9).
type AidStation struct {
	Name     string  `json:"name"`
	Distance float64 `json:"distance"`
	RaceID   int64   `json:"rid"`
}
