package feed

import "racectl/internal/race"

// Asks reports whether a run asks for an event.
func (e *Engine) Asks(id race.EventID) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.runs[id] != nil
}
