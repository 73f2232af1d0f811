package config

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"

	"racectl/internal/race"
)

// maxSocketPath is the longest path that a unix socket may have on Linux, without its closing zero.
const maxSocketPath = 107

// Getenv looks a variable of the environment up; "" means not set.
type Getenv func(name string) string

// EnvOf makes a Getenv from lines such as "HOME=/home/ana"; of doubled names the last counts, as in a shell.
func EnvOf(lines []string) Getenv {
	vars := make(map[string]string, len(lines))
	for _, line := range lines {
		for i := range line {
			if line[i] == '=' && i > 0 {
				vars[line[:i]] = line[i+1:]
				break
			}
		}
	}
	return func(name string) string { return vars[name] }
}

// DataDir is where the data lies, as an absolute path: what was given, else RACED_DATA, else $XDG_DATA_HOME/raced, else
// ~/.local/share/raced (DESIGN §4). It need not exist. Code usage when nothing of it is known.
func DataDir(given string, env Getenv) (string, error) {
	dir := given
	if dir == "" {
		dir = env("RACED_DATA")
	}
	if dir == "" {
		base, err := userDir(env, "XDG_DATA_HOME", ".local/share")
		if err != nil {
			return "", race.Errorf(race.CodeUsage, "the data directory is not known because HOME is not set; name it with --data DIR or RACED_DATA")
		}
		dir = filepath.Join(base, "raced")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", race.Errorf(race.CodeUsage, "the data directory %q cannot be made absolute: %w", dir, err)
	}
	return abs, nil
}

// DatabasePath is the database of a data directory. Only DuckDB may open it; that it is there says that the directory holds data.
func DatabasePath(dataDir string) string { return filepath.Join(dataDir, "race.duckdb") }

// userDir is a base directory of the XDG rules; relative values are ignored, as those rules ask.
func userDir(env Getenv, name, below string) (string, error) {
	if dir := env(name); filepath.IsAbs(dir) {
		return dir, nil
	}
	home := env("HOME")
	if home == "" {
		return "", os.ErrNotExist
	}
	return filepath.Join(home, filepath.FromSlash(below)), nil
}

// LockPath is the file that says that somebody holds the data directory.
func LockPath(dataDir string) string { return filepath.Join(dataDir, "raced.lock") }

// SocketPath is where raced of a data directory listens: <data>/raced.sock, or a short name in the runtime directory when
// that path is longer than a socket may have (107 bytes). Both programs compute the same answer from the same directory.
func SocketPath(dataDir string, env Getenv) string {
	path := filepath.Join(dataDir, "raced.sock")
	if len(path) <= maxSocketPath {
		return path
	}
	sum := sha256.Sum256([]byte(dataDir))
	return filepath.Join(RuntimeDir(env), hex.EncodeToString(sum[:8])+".sock")
}

// RuntimeDir is the directory for sockets with long names: $XDG_RUNTIME_DIR/raced, else a directory of this user in the
// place for temporary files.
func RuntimeDir(env Getenv) string {
	if dir := env("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "raced")
	}
	return filepath.Join(os.TempDir(), "raced-"+strconv.Itoa(os.Getuid()))
}

// PrepareSocketDir makes the directory of a socket that stands in the runtime directory, for this user alone. A socket in
// the data directory needs nothing. Code busy when somebody else owns the place: their socket must never be trusted.
func PrepareSocketDir(socket string, env Getenv) error {
	dir := filepath.Dir(socket)
	if dir != RuntimeDir(env) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return race.Errorf(race.CodeUnavailable, "the directory for sockets cannot be made: %w", err)
	}
	return TrustSocketDir(socket, env)
}

// TrustSocketDir says whether the directory of a socket in the runtime directory belongs to this user alone; a missing
// one is fine. A socket in the data directory is as safe as the data.
func TrustSocketDir(socket string, env Getenv) error {
	dir := filepath.Dir(socket)
	if dir != RuntimeDir(env) {
		return nil
	}
	info, err := os.Lstat(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return race.Errorf(race.CodeUnavailable, "the directory for sockets cannot be looked at: %w", err)
	}
	if !info.IsDir() || info.Mode().Perm()&0o077 != 0 || !ownedByUs(info) {
		return race.Errorf(race.CodeBusy, "%s does not belong to you alone; remove it, or set XDG_RUNTIME_DIR to a directory of yours", dir)
	}
	return nil
}
