package racectl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// confirm asks a question that only a person can answer; --yes answers it, and without a terminal it is refused.
func (a *app) confirm(question string) error {
	if a.flags.yes {
		return nil
	}
	if !a.io.InTTY {
		return usage("%s Add --yes if that is meant.", question)
	}
	fmt.Fprint(a.io.Err, question+" [y/N] ")
	answer, err := readLine(a.io.In)
	if err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return usage("left as it is")
}

// ask wants a line from a person.
func (a *app) ask(prompt string) (string, error) {
	if !a.io.InTTY {
		return "", usage("%s is needed and nobody is there to ask", strings.ToLower(strings.TrimSuffix(prompt, ": ")))
	}
	fmt.Fprint(a.io.Err, prompt)
	answer, err := readLine(a.io.In)
	return strings.TrimSpace(answer), err
}

// password wants a password: typed unseen at a terminal (twice when it is a new one), else the first line of the standard
// input. It is never an argument: arguments are seen by every user of the machine.
func (a *app) password(fresh bool) (string, error) {
	f, ok := a.io.In.(*os.File)
	if !ok || !a.io.InTTY {
		line, err := readLine(a.io.In)
		if err != nil || line == "" {
			return "", usage("the password is missing; give it as the first line of the standard input")
		}
		return line, nil
	}
	first, err := a.unseen(f, "Password: ")
	if err != nil || !fresh {
		return first, err
	}
	second, err := a.unseen(f, "Again: ")
	if err == nil && first != second {
		err = usage("the two passwords differ; nothing was changed")
	}
	return first, err
}

func (a *app) unseen(f *os.File, prompt string) (string, error) {
	fmt.Fprint(a.io.Err, prompt)
	text, err := term.ReadPassword(int(f.Fd()))
	fmt.Fprintln(a.io.Err)
	if err != nil {
		return "", usage("the password could not be read: %s", err)
	}
	if len(text) == 0 {
		return "", usage("the password is empty")
	}
	return string(text), nil
}

// readLine reads one line without its end; more than one line may follow and is not swallowed by a terminal.
func readLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the standard input: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}
