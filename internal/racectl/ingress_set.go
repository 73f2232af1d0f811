package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

// ingressSetOptions are the settings of the outside feed of an event (SRC-2, SRC-3, DATA-8).
type ingressSetOptions struct {
	eventFields
	event, kind, url, every string
}

func newIngressSet(a *app) *cobra.Command {
	o := &ingressSetOptions{eventFields: eventFields{setupOptions: setupOptions{app: a}}}
	cmd := &cobra.Command{
		Use: "set [EVENT]", Short: "Say which outside system to ask, where, and how often",
		Long: `Say from which outside system an event is fed. Only what is given is changed; a feed that runs follows at once.

  trackleadersxml   where trackers are: an XML feed of positions. It tells where everybody is, and makes crossings where its
                    source is roaming
  raceresult        who was last seen where: a JSON list with bib, split and time. It makes a crossing at the split of that name

People are found by bib, else by full name. Nothing is asked before ingress start.`,
		Example: `  racectl ingress set --type trackleadersxml --url https://tracks.example/ridge.xml --every 60
  racectl ingress set --type raceresult --url "https://lists.example/17/KEY"
  racectl ingress set --type none`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.event = strings.Join(args, "")
			return o.run(cmd.Context())
		},
	}
	f := o.setupOptions.bind(cmd)
	f.StringVar(&o.kind, "type", "", "outside `SYSTEM`: none, "+strings.Join(race.IngressTypes(), ", "))
	f.StringVar(&o.url, "url", "", "`ADDRESS` of the feed; it begins with https:// or http://")
	f.StringVar(&o.every, "every", "", "`SECONDS` between two questions: 5 to 86400, 300 when nothing is said")
	complete(cmd, "type", func(context.Context) []string { return append([]string{"none"}, race.IngressTypes()...) })
	for _, flag := range []string{"url", "every"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
	}
	return cmd
}

func (o *ingressSetOptions) run(ctx context.Context) error {
	if !o.given("type", "url", "every") {
		return o.nothingGiven()
	}
	s, err := o.app.openNamed(ctx, o.event)
	if err != nil {
		return err
	}
	b := o.builder()
	b.parse("type", "posIngressType", func() (any, error) { return feedType(o.kind) })
	settings := client.Fields{}
	if o.flags.Changed("url") {
		settings["url"] = noneEmpty(o.url)
	}
	if o.flags.Changed("every") {
		n, err := seconds(o.every)
		if err != nil {
			return err
		}
		settings["pollfreq"] = n
	}
	if len(settings) > 0 {
		b.fields["posIngressOpts"] = settings
	}
	if b.err != nil {
		return b.err
	}
	return o.save(ctx, s.Client, &s.event, b.fields)
}
