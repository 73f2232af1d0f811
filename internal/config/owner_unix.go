//go:build unix

package config

import (
	"os"
	"syscall"
)

// ownedByUs reports whether this user owns a file.
func ownedByUs(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
