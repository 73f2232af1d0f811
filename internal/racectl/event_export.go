package racectl

import (
	"context"

	"github.com/spf13/cobra"
)

type eventExportOptions struct {
	app  *app
	file string
}

func newEventExport(a *app) *cobra.Command {
	o := &eventExportOptions{app: a}
	cmd := &cobra.Command{
		Use: "export", Short: "Write an event as an event file",
		Long: "Write an event as the YAML file that racectl event apply reads. Participants and reads are not in it.",
		Example: `  racectl event export > ridge.yaml
  racectl event export --event ridge-2026 -O ridge.yaml`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	addOutFile(cmd, &o.file)
	return cmd
}

func (o *eventExportOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	file, err := s.ExportEvent(ctx, s.event.ID)
	if err != nil {
		return err
	}
	defer file.Close()
	n, err := o.app.save(o.file, file, true)
	if err != nil {
		return err
	}
	return o.app.showSaved(s.event.Name, o.file, n)
}

// addOutFile gives a command the flag that names its file.
func addOutFile(cmd *cobra.Command, into *string) {
	cmd.Flags().StringVarP(into, "out", "O", "", "write to `FILE`, in one step; without it to the standard output")
}
