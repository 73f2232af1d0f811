package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"racectl/internal/race"
)

var now = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)

func keys(t *testing.T, secret string) *Keys {
	t.Helper()
	k, err := NewKeys([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestTheSecretIsMadeOnceAndPrivate(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	marks := make([]string, 8)
	for i := range marks {
		all.Go(func() {
			k, err := LoadKeys(dir)
			if err != nil {
				t.Error(err)
				return
			}
			marks[i] = k.CSRF()
		})
	}
	all.Wait()
	for _, m := range marks {
		if m != marks[0] {
			t.Fatal("two starts at once made two secrets")
		}
	}
	path := filepath.Join(dir, secretFile)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != secretSize {
		t.Errorf("%v %v", info, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadKeys(dir); err != nil {
		t.Fatal(err)
	}
	if info, _ = os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("the secret stayed open: %v", info.Mode())
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadKeys(dir); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged secret: %v", err)
	}
}

func TestPasswords(t *testing.T) {
	ctx := t.Context()
	hash, err := Hash(ctx, "correct horse")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatal(hash, err)
	}
	if again, _ := Hash(ctx, "correct horse"); again == hash {
		t.Error("no salt")
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horse ": false, "": false, "Correct horse": false} {
		if got, err := Verify(ctx, hash, password); got != want || err != nil {
			t.Errorf("%q: %v %v", password, got, err)
		}
	}
	for _, broken := range []string{"", "x", "$argon2id$v=19$m=19456,t=0,p=1$AAAA$AAAA", strings.Replace(hash, "v=19", "v=18", 1), hash[:len(hash)-4], "$argon2id$v=19$m=4294967295,t=1,p=1$AAAA$" + hash[len(hash)-43:]} {
		if ok, err := Verify(ctx, broken, "correct horse"); ok || err != nil {
			t.Errorf("%q: %v %v", broken, ok, err)
		}
	}
	if ok, _ := Verify(ctx, decoy, ""); ok {
		t.Error("the decoy has a password")
	}
	for _, bad := range []string{"", strings.Repeat("x", 2000), "\xff"} {
		if _, err := Hash(ctx, bad); race.CodeOf(err) != race.CodeInvalid {
			t.Errorf("%.10q: %v", bad, err)
		}
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	turns <- struct{}{}
	turns <- struct{}{}
	if _, err := Hash(gone, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("whoever went away still has a turn: %v", err)
	}
	<-turns
	<-turns
}

func TestSignIn(t *testing.T) {
	ctx := t.Context()
	ana, err := NewUser(ctx, " Ana ", "s3cret", now)
	if err != nil || ana.Name != "Ana" {
		t.Fatal(ana, err)
	}
	users := []race.User{ana}
	for _, name := range []string{"Ana", "ana", "ANA"} {
		if u, err := SignIn(ctx, users, name, "s3cret"); err != nil || u.Name != "Ana" {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, wrong := SignIn(ctx, users, "ana", "nope")
	_, missing := SignIn(ctx, users, "bo", "s3cret")
	_, empty := SignIn(ctx, users, "", "")
	for _, err := range []error{wrong, missing, empty} {
		if race.CodeOf(err) != race.CodeUnauthorized || err.Error() != wrong.Error() {
			t.Errorf("%v: whether there is such a user must not show", err)
		}
	}
	if _, err := NewUser(ctx, "a/b", "x", now); race.CodeOf(err) != race.CodeInvalid {
		t.Error(err)
	}
}

// A missing user must cost what a wrong password costs: both run the same argon2id.
func TestAMissingUserCostsTheSame(t *testing.T) {
	if !strings.HasPrefix(decoy, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Count(decoy, "$") != 5 {
		t.Fatalf("the decoy is not read as a hash of the usual cost: %s", decoy)
	}
	ana, err := NewUser(t.Context(), "ana", "s3cret", now)
	if err != nil {
		t.Fatal(err)
	}
	took := func(name string) time.Duration {
		best := time.Hour
		for range 3 {
			began := time.Now()
			_, _ = SignIn(t.Context(), []race.User{ana}, name, "wrong")
			best = min(best, time.Since(began))
		}
		return best
	}
	known, unknown := took("ana"), took("bo")
	if unknown < known/4 {
		t.Errorf("a missing user is answered in %v, a known one in %v", unknown, known)
	}
}

func TestTokens(t *testing.T) {
	k := keys(t, "one")
	ana, bo := race.User{Name: "Ana", Hash: "h1"}, race.User{Name: "bo", Hash: "h2"}
	users := []race.User{ana, bo}
	token, expires := k.Sign(ana, now, DefaultLife)
	if expires.Sub(now) != 14*24*time.Hour {
		t.Error(expires)
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatal(token)
	}
	var c map[string]any
	middle, _ := base64.RawURLEncoding.DecodeString(parts[1])
	if err := json.Unmarshal(middle, &c); err != nil || c["sub"] != "Ana" || c["iat"] == nil || c["exp"] == nil {
		t.Errorf("%s %v", middle, err)
	}
	if name, err := k.Check(token, users, now.Add(DefaultLife-time.Second)); name != "Ana" || err != nil {
		t.Error(name, err)
	}
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + parts[1] + "."
	other, _ := keys(t, "two").Sign(ana, now, DefaultLife)
	for what, c := range map[string]struct {
		token string
		users []race.User
		at    time.Time
		want  error
	}{
		"expired":            {token, users, now.Add(DefaultLife + time.Second), ErrExpired},
		"altered":            {parts[0] + "." + parts[1] + "x." + parts[2], users, now, ErrInvalid},
		"unsigned":           {none, users, now, ErrInvalid},
		"of another secret":  {other, users, now, ErrInvalid},
		"of a removed user":  {token, []race.User{bo}, now, ErrInvalid},
		"of an old password": {token, []race.User{{Name: "Ana", Hash: "h9"}}, now, ErrInvalid},
		"nothing":            {"", users, now, ErrInvalid},
	} {
		if _, err := k.Check(c.token, c.users, c.at); !errors.Is(err, c.want) {
			t.Errorf("a token %s: %v, want %v", what, err, c.want)
		}
	}
}

func TestSealedSecrets(t *testing.T) {
	k := keys(t, "one")
	sealed, err := k.Seal("tr4cker pässword", "livetracking")
	if err != nil || strings.Contains(sealed, "tr4cker") {
		t.Fatal(sealed, err)
	}
	if plain, err := k.Unseal(sealed, "livetracking"); plain != "tr4cker pässword" || err != nil {
		t.Error(plain, err)
	}
	if again, _ := k.Seal("tr4cker pässword", "livetracking"); again == sealed {
		t.Error("two sealings look alike")
	}
	for what, f := range map[string]func() (string, error){
		"another purpose": func() (string, error) { return k.Unseal(sealed, "printing") },
		"another secret":  func() (string, error) { return keys(t, "two").Unseal(sealed, "livetracking") },
		"altered":         func() (string, error) { return k.Unseal("A"+sealed[1:], "livetracking") },
		"no sealed text":  func() (string, error) { return k.Unseal("hello", "livetracking") },
	} {
		if plain, err := f(); !errors.Is(err, ErrInvalid) || plain != "" {
			t.Errorf("%s: %q %v", what, plain, err)
		}
	}
}

func TestCSRF(t *testing.T) {
	k := keys(t, "one")
	if !k.CheckCSRF(k.CSRF()) || !keys(t, "one").CheckCSRF(k.CSRF()) {
		t.Error("a restart breaks open pages")
	}
	if k.CheckCSRF("") || keys(t, "two").CheckCSRF(k.CSRF()) {
		t.Error("anything is accepted")
	}
}
