package course

import (
	"io"
	"strings"
	"testing"

	"racectl/internal/race"
)

func TestMoreThanTheLimitIsRefusedNotCut(t *testing.T) {
	for _, c := range []struct {
		limit int64
		code  race.Code
	}{{10, race.CodeOK}, {9, race.CodeTooLarge}} {
		in := &limited{in: strings.NewReader("0123456789"), left: c.limit}
		if _, err := io.ReadAll(in); race.CodeOf(err) != c.code {
			t.Errorf("ten bytes with room for %d: %v", c.limit, err)
		}
	}
}
