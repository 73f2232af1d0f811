package racectl

import (
	"github.com/spf13/cobra"

	"racectl/internal/config"
	"racectl/internal/output"
)

type configOptions struct{ app *app }

func newConfig(a *app) *cobra.Command {
	o := &configOptions{app: a}
	return &cobra.Command{
		Use: "config", Short: "Show the settings in force and who decided each",
		Long: `Show the settings in force, and whether a flag, the environment, racectl's file or the built-in default decided each.
The order of strength is that order. Tokens are never shown.

Environment: RACECTL_SERVER, RACECTL_TOKEN, RACECTL_EVENT, RACECTL_WAIT, RACECTL_CONFIG, RACED_DATA, NO_COLOR.`,
		Example: `  racectl config
  racectl config --json`,
		Args: takes(),
		RunE: func(*cobra.Command, []string) error { return o.run() },
	}
}

// settings is what `config --json` writes.
type settings struct {
	File   string            `json:"file"`
	Server string            `json:"server"`
	User   string            `json:"user"`
	SignIn string            `json:"signedInUntil"`
	Data   string            `json:"data"`
	Socket string            `json:"socket"`
	Event  string            `json:"event"`
	Wait   string            `json:"wait"`
	From   map[string]string `json:"from"`
}

func (o *configOptions) run() error {
	c := o.app.cfg
	t := settings{
		File: c.File, Server: c.Server, Data: c.DataDir, Socket: config.SocketPath(c.DataDir, o.app.env), Event: c.Event,
		Wait: c.Wait.String(), From: c.From,
	}
	for _, s := range c.Saved.Tokens {
		if s.Server == c.Server && c.From["token"] == "file" {
			t.User, t.SignIn = s.User, s.ExpiresAt
		}
	}
	said := func(name, value string) output.Row {
		if value == "" {
			value = "-"
		}
		if from := c.From[name]; from != "" {
			value += "  (" + from + ")"
		}
		return output.Row{Name: name, Value: value}
	}
	rows := []output.Row{said("server", t.Server), said("data", t.Data), said("event", t.Event), said("wait", t.Wait)}
	if t.User != "" {
		rows = append(rows, output.Row{Name: "signed in", Value: t.User + " until " + t.SignIn})
	}
	rows = append(rows, output.Row{Name: "socket", Value: t.Socket}, output.Row{Name: "file", Value: t.File})
	return output.One(o.app.io, t, rows)
}
