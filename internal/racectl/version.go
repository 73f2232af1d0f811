package racectl

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/output"
	"racectl/internal/wire"
)

type versionOptions struct{ app *app }

func newVersion(a *app) *cobra.Command {
	o := &versionOptions{app: a}
	return &cobra.Command{
		Use: "version", Short: "Say which racectl this is, and which raced is running",
		Long: "Say which racectl this is and, when one is running, which raced it talks to. It starts none.",
		Example: `  racectl version
  racectl version --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
}

func (o *versionOptions) run(ctx context.Context) error {
	b := config.Build()
	thing := struct {
		Version string        `json:"version"`
		Branch  string        `json:"branch"`
		Commit  string        `json:"commit"`
		Date    string        `json:"date"`
		Raced   *wire.Version `json:"raced"` // null when none is running
	}{b.Version, b.Branch, b.Commit, b.Date, o.running(ctx)}
	rows := []output.Row{{Name: "racectl", Value: joined(" ", thing.Version, thing.Commit, thing.Date)}}
	if v := thing.Raced; v != nil {
		rows = append(rows, output.Row{Name: "raced", Value: joined(" ", v.Version, v.Commit, v.Date)})
	}
	return output.One(o.app.io, thing, rows)
}

// running asks the raced that commands would talk to, if it answers at once; nil otherwise.
func (o *versionOptions) running(ctx context.Context) *wire.Version {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	cfg := o.app.cfg
	options := client.Options{URL: cfg.Server, Token: cfg.Token}
	if cfg.Server == "" {
		socket := config.SocketPath(cfg.DataDir, o.app.env)
		dial, err := viaSocket(ctx, socket)
		if err != nil || dial == nil || config.TrustSocketDir(socket, o.app.env) != nil {
			return nil
		}
		options = client.Options{Dial: dial}
	}
	c := client.New(options)
	defer c.Close()
	v, err := c.Version(ctx)
	if err != nil {
		return nil
	}
	return &v
}
