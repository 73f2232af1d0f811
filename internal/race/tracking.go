package race

// Tracking says that an event's public standings are pushed to another system, and to which (LIVE-4, A-115). An event has at most one.
type Tracking struct {
	EventID   EventID
	Server    string // as entered; its scheme says how to talk to it
	User      string // "" = nobody has to be named
	Password  string // sealed; "" = none
	StartedAt Instant
}
