package racectl

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type historyOptions struct {
	app     *app
	bib     string
	kind    string
	user    string
	all     bool
	changes bool
	limit   int
}

func newHistory(a *app) *cobra.Command {
	o := &historyOptions{app: a}
	cmd := &cobra.Command{
		Use: "history", Short: "List who changed what, newest first",
		Long: `List the journal of an event, newest first: who changed what, and when. --json has every field before and after.
--bib narrows it to one person, --kind to one kind of entry and --user to what one user did; --changes writes below each entry
what it changed, before -> after. --all widens it to every event and the installation.`,
		Example: `  racectl history
  racectl history --bib 117 --changes
  racectl history --kind "set status" --user ana
  racectl history --all --limit 500 --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&o.bib, "bib", "", "only what touched the person with this `BIB`")
	cmd.Flags().StringVar(&o.kind, "kind", "", "only entries of this `KIND`, such as \"set status\"")
	cmd.Flags().StringVar(&o.user, "user", "", "only what this `USER` did")
	cmd.Flags().BoolVar(&o.changes, "changes", false, "write below each entry what it changed")
	complete(cmd, "kind", a.editKinds)
	complete(cmd, "user", a.editUsers)
	cmd.Flags().BoolVar(&o.all, "all", false, "every event, and what belongs to none")
	cmd.Flags().IntVarP(&o.limit, "limit", "n", 50, "at most `N` entries")
	return cmd
}

func (o *historyOptions) run(ctx context.Context) error {
	if o.limit <= 0 || o.all && o.bib != "" {
		return usage("--limit must be at least 1, and --bib does not go with --all")
	}
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	f := client.EditFilter{Kind: o.kind, User: o.user}
	zone := time.UTC
	if !o.all {
		s, err := o.app.open(ctx)
		if err != nil {
			return err
		}
		f.EventID, zone = s.event.ID, s.zone
		if o.bib != "" {
			if f.ParticipantID, err = s.findPerson(ctx, o.bib); err != nil {
				return err
			}
		}
	}
	edits, err := o.pages(ctx, c, f)
	if err != nil {
		return err
	}
	if len(edits) == 0 && !o.all {
		if err := o.known(ctx, c, f.EventID); err != nil {
			return err
		}
	}
	if o.changes && o.app.io.ForPeople() {
		return o.told(edits, zone)
	}
	return output.List(o.app.io, edits, o.columns(zone))
}

// known refuses a kind or a user that the journal of the event has never heard of.
func (o *historyOptions) known(ctx context.Context, c *client.Client, event race.EventID) error {
	there, err := c.EditChoices(ctx, event)
	if err != nil {
		return err
	}
	if o.kind != "" && !slices.Contains(there.Kinds, o.kind) {
		return race.Invalid("kind", "the journal has no entry of the kind %q; it has %s", o.kind, listed(there.Kinds))
	}
	if o.user != "" && !slices.ContainsFunc(there.Users, func(u string) bool { return race.UserKey(u) == race.UserKey(o.user) }) {
		return race.Invalid("user", "%q has done nothing here; there are entries of %s", o.user, listed(there.Users))
	}
	return nil
}

// told writes each entry on a line, and below it what it changed.
func (o *historyOptions) told(edits []wire.JournalLine, zone *time.Location) error {
	io := o.app.io
	for _, x := range edits {
		line := joined("  ", strconv.FormatInt(int64(x.ID), 10), io.Ago(x.At, zone), x.Actor.User, x.Summary, undoneText(x))
		if err := io.Printf("%s\n", output.Clean(line)); err != nil {
			return err
		}
		if err := o.app.showTold(x, "   "); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) editKinds(ctx context.Context) []string { return a.editChoices(ctx).Kinds }
func (a *app) editUsers(ctx context.Context) []string { return a.editChoices(ctx).Users }

func (a *app) editChoices(ctx context.Context) wire.JournalChoices {
	s, ok := a.hurry(ctx)
	if !ok {
		return wire.JournalChoices{}
	}
	found, err := s.EditChoices(ctx, s.event.ID)
	if err != nil {
		return wire.JournalChoices{}
	}
	return found
}

// editPage is the most that raced gives at once.
const editPage = 1000

func (o *historyOptions) pages(ctx context.Context, c *client.Client, f client.EditFilter) ([]wire.JournalLine, error) {
	all := []wire.JournalLine{}
	for {
		f.Limit = min(o.limit-len(all), editPage)
		page, err := c.Edits(ctx, f)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if len(page) < f.Limit || len(all) >= o.limit {
			return all, nil
		}
		f.Before = page[len(page)-1].ID
	}
}

func (o *historyOptions) columns(zone *time.Location) []output.Column[wire.JournalLine] {
	type e = wire.JournalLine
	return []output.Column[e]{
		{Title: "EDIT", Field: "id", Right: true, Cell: func(x e) string { return strconv.FormatInt(int64(x.ID), 10) }},
		{
			Title: "WHEN", Field: "at", Cell: func(x e) string { return o.app.io.Ago(x.At, zone) },
			Exact: func(x e) string { return x.At.String() },
		},
		{Title: "WHO", Field: "user", Cell: func(x e) string { return joined(" ", x.Actor.User, yes(x.Actor.Rule != "", "("+x.Actor.Rule+")")) }},
		{Title: "VIA", Field: "via", Cell: func(x e) string { return x.Actor.Via }},
		{Title: "WHAT", Field: "kind", Cell: func(x e) string { return x.Kind }},
		{Title: "SUMMARY", Field: "summary", Cell: func(x e) string { return x.Summary }},
		{Title: "", Field: "undoneBy", Cell: undoneText, Exact: func(x e) string { return yes(x.UndoneBy != 0, strconv.FormatInt(int64(x.UndoneBy), 10)) }},
	}
}

func undoneText(x wire.JournalLine) string {
	switch {
	case x.UndoneBy != 0:
		return "taken back by " + strconv.FormatInt(int64(x.UndoneBy), 10)
	case x.Undoes != 0:
		return "takes back " + strconv.FormatInt(int64(x.Undoes), 10)
	}
	return ""
}
