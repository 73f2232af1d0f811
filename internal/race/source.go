package race

// Source is where reads come from; all events share them (DATA-7, A-62 … A-66).
type Source struct {
	ID            SourceID `json:"id"`
	Name          string   `json:"name"`
	Status        string   `json:"status"` // "connected" or "disconnected"
	UpdatedAt     Instant  `json:"updatedAt"`
	SyncedAt      Instant  `json:"syncedAt"`
	PendingCount  int      `json:"pendingCount"`
	ClockOffsetMs int64    `json:"clockOffsetMs"` // measured: reader clock minus ours
	ApplyOffset   bool     `json:"applyClockOffset"`
	LastMessageID int64    `json:"lastMessageId"`
	AcceptCodes   []string `json:"acceptCodes"` // event codes of a controller this source accepts; empty = all
	Deleted       bool     `json:"deleted,omitempty"`
}
