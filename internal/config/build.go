package config

import "racectl/internal/wire"

// Stamped by the linker when the binaries are built (see the justfile).
var (
	version = "dev"
	branch  = ""
	commit  = ""
	date    = ""
)

// Build says what was built and when; Now is left to the caller.
func Build() wire.Version {
	return wire.Version{Version: version, Branch: branch, Commit: commit, Date: date}
}
