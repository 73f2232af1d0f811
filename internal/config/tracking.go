package config

import "racectl/internal/race"

// Tracking is the server that live tracking offers to push to (LIVE-4). None comes with raced. The password is no flag: the arguments of
// a program are seen by every user of the machine. Nobody is ever shown it.
type Tracking struct {
	Server, User, Password string
}

// check refuses half of a target. Whether the server can be one is not for this room to say.
func (t *Tracking) check() error {
	if t.Server == "" && (t.User != "" || t.Password != "") {
		return race.Errorf(race.CodeUsage, "tracking-user and tracking-password belong to a tracking-server; name that as well")
	}
	return nil
}
