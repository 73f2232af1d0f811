package racectl

import (
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/race"
)

// newHelp is `racectl help`, which fails for what does not exist.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Help about any command, and about exit-codes", Long: "Help about any command, and about exit-codes.",
		Example: "  racectl help crossing import\n  racectl help exit-codes",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			about, _, err := cmd.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var all []string
			for _, c := range about.Commands() {
				all = append(all, c.Name()+"\t"+c.Short)
			}
			return all, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage("there is no help about %q; see racectl help", strings.Join(args, " "))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// newExitCodes is the topic of `racectl help exit-codes`: the table of race.Meanings.
func newExitCodes() *cobra.Command {
	var b strings.Builder
	b.WriteString("The exit code of every command, and the code that an error carries with --json:\n\n")
	b.WriteString("  exit  code           meaning\n")
	for _, m := range race.Meanings() {
		b.WriteString("  " + padLeft(m.Exit, 4) + "  " + padRight(string(m.Code), 13) + "  " + m.Saying + "\n")
	}
	b.WriteString("\nCodes may be added; an exit code that a script does not know means that the command failed.")
	return &cobra.Command{Use: "exit-codes", Short: "What each exit code means", Long: b.String()}
}
