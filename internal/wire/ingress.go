package wire

import "racectl/internal/race"

// IngressStatus is the state of an event's outside feed as the control channel tells it (RT-23, A-26).
type IngressStatus struct {
	State    string       `json:"state"`
	StatusAt race.Instant `json:"statusAt"`
}

// Ingress is how an event's outside feed stands. What the last answer held is known only while raced runs.
type Ingress struct {
	Adapter       string         `json:"adapter"`   // the type; "" for none
	Label         string         `json:"label"`     // what people call it
	State         string         `json:"state"`     // '', starting, running, stopped, or the number of an error
	StateText     string         `json:"stateText"` // the state in words (SRC-11, A-68)
	StatusAt      race.Instant   `json:"statusAt"`  // since when
	Active        bool           `json:"active"`    // it is being asked, or tried again: stop ends that
	Detail        string         `json:"detail"`    // what stands in the way, and what to do; "" = nothing
	PollSeconds   int            `json:"pollfreq"`  // how often it is asked
	EventSourceID *race.SourceID `json:"eventSourceId"`
	Source        string         `json:"source"` // the source of its reads; "" until it is first started
	LastAskedAt   race.Instant   `json:"lastAskedAt"`
	LastAnswerAt  race.Instant   `json:"lastAnswerAt"` // the last one that could be read
	NextAskAt     race.Instant   `json:"nextAskAt"`
	Rows          int            `json:"rows"`      // sightings in the last answer
	New           int            `json:"new"`       // of them not known before
	Unread        int            `json:"unread"`    // rows that could not be understood
	Unmatched     []string       `json:"unmatched"` // bibs and names that nobody in the event has, the first few
	UnmatchedRows int            `json:"unmatchedCount"`
	UnknownSplits []string       `json:"unknownSplits"` // splits that the person's race does not have, the first few
}
