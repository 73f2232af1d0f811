package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
)

type userOptions struct {
	app    *app
	name   string
	dryRun bool
}

const passwordHelp = `The password is asked for at a terminal, else it is the first line of the standard input. It is never an argument:
arguments are seen by every user of the machine.`

// userCommand makes a command that takes a user's name.
func userCommand(a *app, use, short, long, example string, run func(*userOptions, context.Context) error) *cobra.Command {
	o := &userOptions{app: a}
	cmd := &cobra.Command{
		Use: use + " NAME", Short: short, Long: long, Example: example, Args: takes("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return run(o, cmd.Context())
		},
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func newUserAdd(a *app) *cobra.Command {
	cmd := userCommand(a, "add", "Let somebody sign in", "Let somebody sign in at the console and with racectl login. "+passwordHelp,
		"  racectl user add ana\n  pwgen 20 1 | racectl user add bea", (*userOptions).add)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

func newUserPasswd(a *app) *cobra.Command {
	cmd := userCommand(a, "passwd", "Change somebody's password", "Change somebody's password. "+passwordHelp,
		"  racectl user passwd ana\n  pass show timing/bea | racectl user passwd bea", (*userOptions).passwd)
	cmd.ValidArgsFunction = a.completeFirst(a.userNames)
	return cmd
}

func newUserRemove(a *app) *cobra.Command {
	cmd := userCommand(a, "rm", "Let somebody sign in no more", "Let somebody sign in no more. What they did stays in the journal under their name.",
		"  racectl user rm ana\n  racectl user rm ana --yes", (*userOptions).remove)
	cmd.ValidArgsFunction = a.completeFirst(a.userNames)
	return cmd
}

func newUserList(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List who may sign in", Long: "List who may sign in.", Example: "  racectl user list\n  racectl user list --json",
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.api(cmd.Context())
			if err != nil {
				return err
			}
			users, err := c.Users(cmd.Context())
			if err != nil {
				return err
			}
			if len(users) == 0 {
				a.io.Say("nobody may sign in yet; add somebody with: racectl user add NAME")
			}
			return output.List(a.io, users, []output.Column[race.User]{
				{Title: "NAME", Field: "name", Cell: func(u race.User) string { return u.Name }},
				{Title: "SINCE", Field: "createdAt", Cell: func(u race.User) string { return u.CreatedAt.String() }},
			})
		},
	}
}

func (o *userOptions) add(ctx context.Context) error {
	c, _, err := o.look(ctx, false)
	if err != nil || o.dryRun {
		return o.done(err, "would add")
	}
	password, err := o.app.password(true)
	if err != nil {
		return err
	}
	_, err = c.AddUser(ctx, o.name, password)
	return o.done(err, "added")
}

func (o *userOptions) passwd(ctx context.Context) error {
	c, name, err := o.look(ctx, true)
	if err != nil || o.dryRun {
		return o.done(err, "would change the password of")
	}
	password, err := o.app.password(true)
	if err != nil {
		return err
	}
	_, err = c.SetPassword(ctx, name, password)
	if cfg := o.app.cfg; err == nil && cfg.Server != "" && strings.EqualFold(cfg.Saved.UserAt(cfg.Server), name) {
		o.app.io.Say("that was your own; sign in again with: racectl login %s", cfg.Server)
	}
	return o.done(err, "changed the password of")
}

func (o *userOptions) remove(ctx context.Context) error {
	c, name, err := o.look(ctx, true)
	if err != nil || o.dryRun {
		return o.done(err, "would remove")
	}
	if err := o.app.confirm("Remove the user " + name + "?"); err != nil {
		return err
	}
	return o.done(c.RemoveUser(ctx, name), "removed")
}

// look finds the user before a password is asked for: wanted says whether there should be one of that name.
func (o *userOptions) look(ctx context.Context, wanted bool) (*client.Client, string, error) {
	c, err := o.app.api(ctx)
	if err != nil {
		return nil, "", err
	}
	users, err := c.Users(ctx)
	if err != nil {
		return nil, "", err
	}
	for _, u := range users {
		if strings.EqualFold(u.Name, o.name) {
			if !wanted {
				return nil, "", race.Errorf(race.CodeConflict, "there is a user %q already; change the password with: racectl user passwd %s", u.Name, shellWord(u.Name))
			}
			return c, u.Name, nil
		}
	}
	if wanted {
		return nil, "", missing("user", o.name, names(users, func(u race.User) string { return u.Name }))
	}
	return c, o.name, nil
}

func (o *userOptions) done(err error, what string) error {
	if err != nil {
		return err
	}
	if !o.app.io.ForPeople() {
		thing := struct {
			Name string `json:"name"`
			Done bool   `json:"done"`
		}{o.name, !o.dryRun}
		return output.One(o.app.io, thing, []output.Row{{Name: "name", Value: o.name}})
	}
	return o.app.io.Printf("%s user %s\n", what, output.Clean(o.name))
}

func (a *app) userNames(ctx context.Context) []string {
	if a.peek() != nil {
		return nil
	}
	c, err := a.api(ctx)
	if err != nil {
		return nil
	}
	users, err := c.Users(ctx)
	if err != nil {
		return nil
	}
	return names(users, func(u race.User) string { return u.Name })
}
