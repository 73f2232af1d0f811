package racectl

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"racectl/internal/output"
)

// Shells lists the shells that completion is written for.
var Shells = []string{"bash", "zsh", "fish"}

func newCompletion(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "completion bash|zsh|fish", Short: "Write the completion for a shell",
		Long: `Write the completion for a shell: commands, flags, and the names of events, races, splits and sources.

  bash:  racectl completion bash > ~/.local/share/bash-completion/completions/racectl
  zsh:   racectl completion zsh > "${fpath[1]}/_racectl"
  fish:  racectl completion fish > ~/.config/fish/completions/racectl.fish`,
		Example: `  source <(racectl completion bash)
  racectl completion fish | source`,
		Args: takes("bash, zsh or fish"), ValidArgsFunction: completeWords(Shells...),
		RunE: func(_ *cobra.Command, args []string) error {
			var script bytes.Buffer
			if err := writeCompletion(a.root, args[0], &script); err != nil {
				return err
			}
			if a.io.Format == output.FormatJSON || a.io.Format == output.FormatNDJSON {
				return output.One(a.io, map[string]string{"shell": args[0], "script": script.String()}, nil)
			}
			_, err := a.io.Out.Write(script.Bytes())
			return err
		},
	}
}

func writeCompletion(root *cobra.Command, shell string, to io.Writer) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(to, true)
	case "zsh":
		return root.GenZshCompletion(to)
	case "fish":
		return root.GenFishCompletion(to, true)
	}
	return usage("there is no completion for %q; there is bash, zsh and fish", shell)
}

// WriteCompletion writes the completion of racectl for a shell, as completions/ in the repository holds it.
func WriteCompletion(shell string, to io.Writer) error {
	return writeCompletion(newRoot(&app{}), shell, to)
}
