package auth

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// Seal hides a secret that must be kept (the password of an outside service). purpose is bound in: a text sealed for one
// purpose does not open for another.
func (k *Keys) Seal(plain, purpose string) (string, error) {
	aead, err := chacha20poly1305.NewX(k.seal)
	if err != nil {
		return "", fmt.Errorf("seal: %w", err)
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(plain)+aead.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return "", fmt.Errorf("seal: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(plain), []byte(purpose))), nil
}

// Unseal opens what Seal made. ErrInvalid for anything else, also for one sealed under another secret or purpose.
func (k *Keys) Unseal(sealed, purpose string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < chacha20poly1305.NonceSizeX {
		return "", ErrInvalid
	}
	aead, err := chacha20poly1305.NewX(k.seal)
	if err != nil {
		return "", fmt.Errorf("unseal: %w", err)
	}
	plain, err := aead.Open(nil, raw[:chacha20poly1305.NonceSizeX], raw[chacha20poly1305.NonceSizeX:], []byte(purpose))
	if err != nil {
		return "", ErrInvalid
	}
	return string(plain), nil
}
