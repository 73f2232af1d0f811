// Package auth is users, passwords, tokens and sealed secrets. It must not know HTTP, and it keeps no users: whoever asks
// hands them in. Its only file is the secret of the installation. Start reading at signin.go, then token.go.
package auth

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"racectl/internal/race"
)

// secretFile holds the one secret from which every key is derived; losing it signs everybody out and loses sealed secrets.
const (
	secretFile = "secret"
	secretSize = 32
)

// Keys are the keys of one installation.
type Keys struct {
	token, csrf, seal []byte
}

// LoadKeys reads the secret of a data directory, making it when there is none: mode 0600, written to the disk before it is used.
func LoadKeys(dir string) (*Keys, error) {
	path := filepath.Join(dir, secretFile)
	secret, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		secret, err = makeSecret(path)
	}
	if err != nil {
		return nil, race.Errorf(race.CodeUnavailable, "the secret of the data directory cannot be read (%w); make %s readable for this user, or remove it and sign everybody in again", err, path)
	}
	if len(secret) != secretSize {
		return nil, race.Errorf(race.CodeUnavailable, "the file %s is damaged: it has %d bytes, not %d; restore it, or remove it and sign everybody in again", path, len(secret), secretSize)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, fmt.Errorf("keep the secret private: %w", err)
	}
	return NewKeys(secret)
}

// NewKeys derives the keys from a secret.
func NewKeys(secret []byte) (*Keys, error) {
	k := &Keys{}
	for name, into := range map[string]*[]byte{"token": &k.token, "csrf": &k.csrf, "seal": &k.seal} {
		key, err := hkdf.Key(sha256.New, secret, nil, "raced "+name, 32)
		if err != nil {
			return nil, fmt.Errorf("derive the %s key: %w", name, err)
		}
		*into = key
	}
	return k, nil
}

func makeSecret(path string) ([]byte, error) {
	secret := make([]byte, secretSize)
	if _, err := rand.Read(secret); err != nil {
		return nil, err
	}
	// Written beside and renamed, so that a crash never leaves half a secret.
	f, err := os.CreateTemp(filepath.Dir(path), secretFile+"-*") // mode 0600
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(secret)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Link(f.Name(), path) // unlike a rename this fails when somebody else was first
	}
	if errors.Is(err, fs.ErrExist) {
		return os.ReadFile(path)
	}
	return secret, err
}

// CSRF is the token that pages carry in <meta name="csrf-token">. It comes from the secret alone, so a restart does not
// break open pages.
func (k *Keys) CSRF() string {
	m := hmac.New(sha256.New, k.csrf)
	m.Write([]byte("page"))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// CheckCSRF compares in constant time.
func (k *Keys) CheckCSRF(token string) bool { return hmac.Equal([]byte(token), []byte(k.CSRF())) }
