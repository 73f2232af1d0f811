package control

import (
	"context"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/store"
)

// silentAfter is how long a source counts as connected after its last read.
const silentAfter = 60 * time.Second

const (
	connected    = "connected"
	disconnected = "disconnected"
)

// heard notes that a source has just sent something; it runs in the writer.
func (c *Control) heard(sources map[race.SourceID]bool) {
	now := c.instant()
	for id := range sources {
		s := c.state.sources[id]
		if s == nil || c.state.feeds(id) {
			continue
		}
		c.lastHeard[id] = now
		if s.Status != connected {
			c.setStatus(s, connected, now)
		}
	}
}

// silence marks sources as disconnected that have been quiet for too long. A person with a keyboard is never quiet.
func (c *Control) silence() {
	now := c.instant()
	for _, id := range sortedKeys(c.state.sources) {
		s := c.state.sources[id]
		if s.Status == connected && s.Name != ManualSource && !c.state.feeds(id) && c.lastHeard[id].Add(silentAfter) < now {
			c.setStatus(s, disconnected, now)
		}
	}
}

// setStatus stores and publishes a source's status. It is no decision of anybody, so the journal does not hold it; the message
// number grows with it and survives a restart, so that consoles can tell old news from new.
func (c *Control) setStatus(s *race.Source, status string, now race.Instant) {
	after := s.Clone()
	after.Status, after.UpdatedAt = status, now
	after.LastMessageID++
	if err := c.st.Write(context.Background(), &store.Batch{PutSources: []race.Source{after}}); err != nil {
		c.log.Error("status of a source not stored", "source", s.Name, "error", err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.sources[s.ID] = &after
	c.publish([]live.Change{{Key: key("source", int64(s.ID)), Value: &after}})
}

// ManualSource is the source that every new store has, for times that people enter.
const ManualSource = "Manual"

// ensureManual makes the source for manual times in a store that has no source at all.
func (c *Control) ensureManual(ctx context.Context) error {
	if len(c.state.sources) > 0 {
		return nil
	}
	s := race.Source{
		ID: race.SourceID(c.ids.source.Add(1)), Name: ManualSource, Status: connected,
		UpdatedAt: c.instant(), AcceptCodes: []string{},
	}
	if err := c.st.Write(ctx, &store.Batch{PutSources: []race.Source{s}}); err != nil {
		return err
	}
	c.state.sources[s.ID] = &s
	return nil
}
