//go:build unix

package raced

import "syscall"

// freeSpace is how many bytes an ordinary user may still write beside a file, below 0 when nobody knows.
func freeSpace(path string) int64 {
	var s syscall.Statfs_t
	if syscall.Statfs(path, &s) != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize) //nolint:gosec,unconvert // their types differ between systems
}
