package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/output"
	"racectl/internal/race"
)

type loginOptions struct {
	app          *app
	server, user string
}

func newLogin(a *app) *cobra.Command {
	o := &loginOptions{app: a}
	cmd := &cobra.Command{
		Use: "login [SERVER]", Short: "Sign in to a raced on another machine",
		Long: `Sign in to a raced on another machine. From then on commands mean that server, until racectl logout or --data. The
password is asked for at a terminal, else it is the first line of the standard input. Only the token is kept, in
racectl's settings file that you alone can read; RACECTL_TOKEN goes before it.

Nothing of this is needed on the machine that raced runs on: there the data directory is enough.`,
		Example: `  racectl login https://timing.example.org --user ana
  pass show timing | racectl login 10.0.0.4:3000 --user ana`,
		Args: takesAtMost(1), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.server = strings.Join(args, "")
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.user, "user", "", "user `NAME`; asked for when left away")
	return cmd
}

func (o *loginOptions) run(ctx context.Context) error {
	cfg := o.app.cfg
	server, err := config.ServerURL(o.server)
	if err != nil {
		return err
	}
	if server == "" {
		server = cfg.Server
	}
	if server == "" {
		return usage("name the server: racectl login https://timing.example.org")
	}
	if o.user == "" {
		if o.user, err = o.app.ask("User name: "); err != nil {
			return err
		}
	}
	password, err := o.app.password(false)
	if err != nil {
		return err
	}
	c := client.New(client.Options{URL: server, Agent: "racectl/" + config.Build().Version})
	defer c.Close()
	answer, err := c.Authenticate(ctx, o.user, password)
	if err != nil {
		if race.CodeOf(err) == race.CodeUnauthorized {
			return race.Errorf(race.CodeUnauthorized, "%s does not know this user name and password; try racectl login again", server)
		}
		return err
	}
	cfg.Saved.SignIn(config.SavedToken{Server: server, User: o.user, Token: answer.Token, ExpiresAt: answer.ExpiresAt.String()})
	if err := cfg.Saved.Write(cfg.File); err != nil {
		return err
	}
	thing := struct {
		Server    string       `json:"server"`
		User      string       `json:"user"`
		ExpiresAt race.Instant `json:"expiresAt"`
	}{server, o.user, answer.ExpiresAt}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, thing, []output.Row{{Name: "server", Value: server}, {Name: "user", Value: o.user}, {Name: "expiresAt", Value: answer.ExpiresAt.String()}})
	}
	return o.app.io.Printf("signed in to %s as %s until %s\n", server, o.user, answer.ExpiresAt)
}

type logoutOptions struct {
	app    *app
	server string
}

func newLogout(a *app) *cobra.Command {
	o := &logoutOptions{app: a}
	return &cobra.Command{
		Use: "logout [SERVER]", Short: "Forget a sign-in",
		Long: "Forget the token of a server, and that commands mean it. Without SERVER the one in use.",
		Example: `  racectl logout
  racectl logout https://timing.example.org`,
		Args: takesAtMost(1), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(_ *cobra.Command, args []string) error {
			o.server = strings.Join(args, "")
			return o.run()
		},
	}
}

func (o *logoutOptions) run() error {
	cfg := o.app.cfg
	server, err := config.ServerURL(o.server)
	if err != nil {
		return err
	}
	if server == "" {
		server = cfg.Server
	}
	if server == "" || !cfg.Saved.SignOut(server) {
		return race.Errorf(race.CodeNotFound, "there is no sign-in to forget")
	}
	if err := cfg.Saved.Write(cfg.File); err != nil {
		return err
	}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, map[string]string{"server": server}, []output.Row{{Name: "server", Value: server}})
	}
	return o.app.io.Printf("signed out of %s\n", server)
}
