// Command racectl is race timing from a shell: see internal/racectl.
package main

import (
	"os"
	_ "time/tzdata" // zones must work on a machine without them

	"racectl/internal/racectl"
)

func main() {
	os.Exit(racectl.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
