package race

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"testing"
)

// everyCode finds the codes that are declared, in the source itself, so that a new one cannot be forgotten in the table.
func everyCode(t *testing.T) []Code {
	t.Helper()
	text, err := os.ReadFile("code.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []Code
	for _, m := range regexp.MustCompile(`Code[A-Z]\w+\s+Code = "(\w+)"`).FindAllStringSubmatch(string(text), -1) {
		out = append(out, Code(m[1]))
	}
	if len(out) < 10 {
		t.Fatalf("found only %v", out)
	}
	return out
}

func TestEveryCodeHasOneMeaning(t *testing.T) {
	count := map[Code]int{}
	for _, m := range Meanings() {
		count[m.Code]++
	}
	for _, c := range everyCode(t) {
		if count[c] != 1 {
			t.Errorf("code %s stands %d times in the table of meanings", c, count[c])
		}
	}
}

func TestErrorsKeepCodeAndCause(t *testing.T) {
	err := fmt.Errorf("import: %w", Errorf(CodeTooLarge, "file too large: %w", io.ErrShortBuffer))
	if CodeOf(err) != CodeTooLarge || !errors.Is(err, io.ErrShortBuffer) {
		t.Errorf("code %s, cause kept %v", CodeOf(err), errors.Is(err, io.ErrShortBuffer))
	}
	if CodeOf(io.EOF) != CodeInternal || CodeOf(nil) != CodeOK {
		t.Error("foreign errors are internal, nil is ok")
	}
	if got := CodeOf(err).HTTPStatus(); got != 413 {
		t.Errorf("HTTP %d, want 413", got)
	}
	if got := CodeUsage.HTTPStatus(); got != 500 {
		t.Errorf("a code that is never answered over HTTP: %d, want 500", got)
	}
}
