package racectl

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/picture"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// eventFields are the flags for what an event is (EVT-7, EVT-12, SHIRT-1 … SHIRT-7), shared by create and edit.
type eventFields struct {
	setupOptions
	name, slug, timezone, theme string
	avatar, feed, shirtCutoff   string
	public                      bool
	feedOptions                 []string
	shirt                       shirtFlags
}

// feedKeys are the settings of a feed that may be given on a command line; credentials are not, since every user of the machine
// sees arguments.
var feedKeys = []string{"url", "pollfreq"}

// zones are offered first by the completion of --timezone: the four of the editor (EVT-13) and some of their neighbours.
var zones = []string{
	"America/Phoenix", "America/Denver", "America/Chicago", "America/New_York", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu",
	"America/Mexico_City", "America/Sao_Paulo", "Europe/London", "Europe/Lisbon", "Europe/Madrid", "Europe/Paris", "Europe/Amsterdam", "Europe/Berlin",
	"Europe/Zurich", "Europe/Rome", "Europe/Vienna", "Africa/Johannesburg", "Asia/Tokyo", "Asia/Hong_Kong", "Australia/Sydney", "Pacific/Auckland", "UTC",
}

func (o *eventFields) bind(cmd *cobra.Command) {
	f := o.setupOptions.bind(cmd)
	f.StringVar(&o.slug, "slug", "", "`SLUG` by which the event goes; made of name and year when left away")
	f.StringVar(&o.timezone, "timezone", "", "IANA time `ZONE` of all wall clocks, for example America/Denver")
	f.BoolVar(&o.public, "public", false, "results may be read without signing in; --public=false: not")
	f.StringVar(&o.theme, "theme", "", "livestream `THEME`; none clears it")
	f.StringVar(&o.avatar, "avatar", "", "picture of the event: a png, jpeg, gif or webp `FILE` of at most 10 MB; none clears it")
	f.StringVar(&o.feed, "feed", "", "outside `FEED`: none, "+strings.Join(race.IngressTypes(), ", ")+"; see racectl ingress")
	f.StringArrayVar(&o.feedOptions, "feed-option", nil, "setting of the feed (`KEY=VALUE`): "+strings.Join(feedKeys, ", "))
	f.StringVar(&o.shirtCutoff, "shirt-cutoff", "", "`TIME` after which nobody who registers gets a shirt; none clears it")
	o.shirt.bind(f)
	fixed := func(words ...string) namer { return func(context.Context) []string { return words } }
	complete(cmd, "timezone", fixed(zones...))
	complete(cmd, "feed", fixed(append([]string{"none"}, race.IngressTypes()...)...))
	complete(cmd, "feed-option", fixed(names(feedKeys, func(k string) string { return k + "=" })...))
	for _, flag := range []string{"slug", "theme", "shirt-cutoff", "shirt-size"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
	}
	if err := cmd.MarkFlagFilename("avatar", "png", "jpg", "jpeg", "gif", "webp"); err != nil {
		panic(err)
	}
}

// build makes the fields of the save; e is the event as it is, an empty one for a new event.
func (o *eventFields) build(e *race.Event) (client.Fields, error) {
	b := o.builder()
	b.set("name", "name", o.name)
	b.set("slug", "slug", o.slug)
	b.set("timezone", "timezone", o.timezone)
	b.set("public", "isPublic", o.public)
	b.set("theme", "theme", noneEmpty(o.theme))
	b.parse("shirt-cutoff", "shirtCutoff", func() (any, error) {
		zone, err := o.zone(e)
		if err != nil {
			return nil, err
		}
		return clock{zone, o.app.now()}.moment("shirtCutoff", o.shirtCutoff, origin{words: "a start"})
	})
	if b.has("avatar") && noneEmpty(o.avatar) == "" {
		b.fields["logo"] = nil
	}
	b.parse("feed", "posIngressType", func() (any, error) { return feedType(o.feed) })
	b.parse("feed-option", "posIngressOpts", o.feedSettings)
	o.shirt.put(b, &e.ShirtCounts)
	return b.fields, b.err
}

// zone is the zone of the wall clocks on the command line: the one that is given with them, else the event's.
func (o *eventFields) zone(e *race.Event) (*time.Location, error) {
	name := e.Timezone
	if o.flags.Changed("timezone") {
		name = o.timezone
	}
	if name == "" {
		name = race.DefaultTimezone
	}
	zone, err := time.LoadLocation(name)
	if err != nil || strings.EqualFold(name, "local") {
		return nil, race.Invalid("timezone", "%q is not a time zone; use an IANA name such as America/Denver", name)
	}
	return zone, nil
}

// feedType is an outside feed as a user named it; "" for none.
func feedType(text string) (string, error) {
	kind := strings.ToLower(noneEmpty(text))
	if kind != "" && !slices.Contains(race.IngressTypes(), kind) {
		return "", race.Invalid("posIngressType", "%q is not a feed; use none, %s", text, strings.Join(race.IngressTypes(), ", "))
	}
	return kind, nil
}

// seconds is how often a feed is asked, as a user typed it.
func seconds(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSuffix(text, "s"))
	if err != nil || n < 1 {
		return 0, race.Invalid("posIngressOpts.pollfreq", "%q is not a number of seconds; write for example 300", text)
	}
	return n, nil
}

func (o *eventFields) feedSettings() (any, error) {
	out := client.Fields{}
	for _, text := range o.feedOptions {
		key, value, ok := strings.Cut(text, "=")
		if !ok || !slices.Contains(feedKeys, key) {
			return nil, race.Invalid("posIngressOpts", "%q is not a setting of a feed; write KEY=VALUE with one of %s", text, strings.Join(feedKeys, ", "))
		}
		switch {
		case value == "":
			out[key] = nil
		case key == "pollfreq":
			n, err := seconds(value)
			if err != nil {
				return nil, err
			}
			out[key] = n
		default:
			out[key] = value
		}
	}
	return out, nil
}

// picture reads the file of --avatar, and refuses what raced would refuse before anything is saved; nil when none was given.
func (o *eventFields) picture() ([]byte, error) {
	if noneEmpty(o.avatar) == "" {
		return nil, nil
	}
	in, err := o.app.openInput(o.avatar)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, picture.MaxBytes+1))
	if err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "%s cannot be read: %w", o.avatar, err)
	}
	if _, err := picture.Shrink(data); err != nil {
		return nil, ofField(race.Errorf(race.CodeOf(err), "%s: %w", o.avatar, err), "logo")
	}
	return data, nil
}

// unspoken are the steps for what an event file does not hold: the feed and the picture.
func (o *eventFields) unspoken(was, now *race.Event, shown []byte) []wire.FieldChange {
	var out []wire.FieldChange
	differ := func(field, from, to string) {
		if from != to {
			out = append(out, wire.FieldChange{Field: field, From: from, To: to})
		}
	}
	a, b := was.PosIngressOpts, now.PosIngressOpts
	differ("feed", was.PosIngressType, now.PosIngressType)
	differ("feed url", a.URL, b.URL)
	differ("feed pollfreq", countText(a.PollFreq), countText(b.PollFreq))
	differ("feed slug", a.Slug, b.Slug)
	differ("feed extRaceId", a.ExtRaceID, b.ExtRaceID)
	switch {
	case shown != nil && o.dryRun:
		differ("avatar", was.AvatarURL, o.avatar)
	default:
		differ("avatar", was.AvatarURL, now.AvatarURL)
	}
	return out
}

func countText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
