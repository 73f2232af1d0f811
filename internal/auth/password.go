package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"racectl/internal/race"
)

// The cost of one password: 19 MiB, two passes, one lane.
const (
	memoryKiB  = 19 * 1024
	passes     = 2
	lanes      = 1
	saltSize   = 16
	digestSize = 32
)

// turns bounds how many passwords are worked on at once: a burst of sign-ins must not take the machine from the timing.
var turns = make(chan struct{}, 2)

// MinPassword is how many characters a password must have at least that somebody chooses now; older ones go on working.
const MinPassword = 8

// CheckChosen refuses a password that is too short. Code invalid (field password).
func CheckChosen(password string) error {
	if n := utf8.RuneCountInString(password); n > 0 && n < MinPassword {
		return race.Invalid("password", "the password is too short; use at least %d characters, for example three words that you remember", MinPassword)
	}
	return nil
}

// Hash makes the argon2id hash of a password in the usual $argon2id$… form. Code invalid (field password) for one that is
// empty or unreasonably long.
func Hash(ctx context.Context, password string) (string, error) {
	switch {
	case password == "":
		return "", race.Invalid("password", "the password must not be empty")
	case len(password) > 1024 || !utf8.ValidString(password):
		return "", race.Invalid("password", "the password must be text of at most 1024 bytes")
	}
	salt := make([]byte, saltSize)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	digest, err := digest(ctx, password, salt, memoryKiB, passes, lanes)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, passes, lanes,
		b64.EncodeToString(salt), b64.EncodeToString(digest)), nil
}

// decoy is what a missing user's password is compared with, so that it costs the same as a wrong one.
var decoy = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, passes, lanes,
	base64.RawStdEncoding.EncodeToString(make([]byte, saltSize)), base64.RawStdEncoding.EncodeToString(make([]byte, digestSize)))

// Verify reports whether a password has this hash, comparing in constant time. A hash that cannot be read matches nothing.
func Verify(ctx context.Context, hash, password string) (bool, error) {
	parts := strings.Split(hash, "$")
	var version int
	var m, t uint32
	var p uint8
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, nil
	}
	if n, _ := fmt.Sscanf(parts[2], "v=%d", &version); n != 1 || version != argon2.Version {
		return false, nil
	}
	if n, _ := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &m, &t, &p); n != 3 || t == 0 || p == 0 || m > 1<<20 {
		return false, nil
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	want, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(want) != digestSize {
		return false, nil //nolint:nilerr // see above: it matches nothing
	}
	got, err := digest(ctx, password, salt, m, t, p)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func digest(ctx context.Context, password string, salt []byte, m, t uint32, p uint8) ([]byte, error) {
	select {
	case turns <- struct{}{}:
		defer func() { <-turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey([]byte(password), salt, t, m, p, digestSize), nil
}
