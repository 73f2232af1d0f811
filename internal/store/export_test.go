package store

// Asking is how many questions run.
func (s *Store) Asking() int {
	s.queries.mu.Lock()
	defer s.queries.mu.Unlock()
	return len(s.queries.of)
}
