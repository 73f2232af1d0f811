package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"racectl/internal/race"
)

// DefaultLife of a token: a race weekend must not sign the staff out in mid-finish.
const DefaultLife = 14 * 24 * time.Hour

// The two ways in which a token fails.
var (
	ErrExpired = errors.New("the token has expired")
	ErrInvalid = errors.New("the token is not valid")
)

// claims are sub, iat, exp and a mark of the password: a new password ends the sign-ins made with the old one.
type claims struct {
	jwt.RegisteredClaims
	Mark string `json:"pwd"`
}

// Sign makes the token of a user, an HS256 JWT, and says when it expires.
func (k *Keys) Sign(u race.User, now time.Time, life time.Duration) (token string, expires time.Time) {
	expires = now.Add(life).Truncate(time.Second)
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{Subject: u.Name, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires)},
		Mark:             mark(u),
	}).SignedString(k.token)
	if err != nil {
		panic("HS256 cannot fail with a key of bytes: " + err.Error())
	}
	return token, expires
}

// Check gives the name of the user a token was made for. Errors: ErrExpired, ErrInvalid; invalid is also the token of a user
// who is gone or has a new password.
func (k *Keys) Check(token string, users []race.User, now time.Time) (string, error) {
	name, _, err := k.Open(token, users, now)
	return name, err
}

// Open is Check, and also says when the token expires.
func (k *Keys) Open(token string, users []race.User, now time.Time) (name string, expires time.Time, err error) {
	var c claims
	_, err = jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return k.token, nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithTimeFunc(func() time.Time { return now }))
	if errors.Is(err, jwt.ErrTokenExpired) {
		return "", time.Time{}, ErrExpired
	}
	if err != nil {
		return "", time.Time{}, ErrInvalid
	}
	for _, u := range users {
		if race.UserKey(u.Name) == race.UserKey(c.Subject) && mark(u) == c.Mark {
			return u.Name, c.ExpiresAt.Time, nil
		}
	}
	return "", time.Time{}, ErrInvalid
}

func mark(u race.User) string {
	sum := sha256.Sum256([]byte(u.Hash))
	return hex.EncodeToString(sum[:6])
}
