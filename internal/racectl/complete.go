package racectl

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

// namer finds the names that a shell may offer. It is silent: without an answer nothing is offered.
type namer func(ctx context.Context) []string

// complete offers names for a flag.
func complete(cmd *cobra.Command, flag string, from namer) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return from(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic("completion of --" + flag + ": " + err.Error()) // a flag that does not exist: found by any test
	}
}

// completeFirst offers names for the first argument only.
func (a *app) completeFirst(from namer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return from(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeEach offers names for every argument.
func completeEach(from namer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return from(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeWords offers fixed words for the first argument.
func completeWords(words ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// files offers files with these endings.
func files(endings ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

func (a *app) completeGlobals(root *cobra.Command) {
	complete(root, "event", a.eventNames)
	complete(root, "output", func(context.Context) []string { return output.Formats() })
	complete(root, "server", func(context.Context) []string {
		if a.settle() != nil {
			return nil
		}
		var all []string
		for _, t := range a.cfg.Saved.Tokens {
			all = append(all, t.Server)
		}
		return all
	})
	if err := root.MarkPersistentFlagDirname("data"); err != nil {
		panic(err)
	}
	if err := root.MarkPersistentFlagFilename("config", "yaml"); err != nil {
		panic(err)
	}
}

// peek readies a completion: it waits for nobody, and makes no data directory.
func (a *app) peek() error {
	if err := a.settle(); err != nil {
		return err
	}
	a.peeking, a.cfg.Wait = true, 0
	return nil
}

// hurry opens the way to raced for a completion: a shell that waits is worse than one that offers nothing.
func (a *app) hurry(ctx context.Context) (*session, bool) {
	if a.peek() != nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	s, err := a.open(ctx)
	return s, err == nil
}

func (a *app) eventNames(ctx context.Context) []string {
	if a.peek() != nil {
		return nil
	}
	c, err := a.api(ctx)
	if err != nil {
		return nil
	}
	events, err := c.Events(ctx)
	if err != nil {
		return nil
	}
	return names(events, func(e race.Event) string { return e.Slug + "\t" + e.Name })
}

func (a *app) raceNames(ctx context.Context) []string {
	s, ok := a.hurry(ctx)
	if !ok {
		return nil
	}
	return names(s.event.Races, func(r race.Race) string { return r.Name })
}

func (a *app) splitNames(ctx context.Context) []string {
	s, ok := a.hurry(ctx)
	if !ok {
		return nil
	}
	var all []string
	for _, r := range s.event.Races {
		for _, x := range r.Splits {
			all = append(all, x.Name+"\t"+r.Name)
		}
	}
	return all
}

func (a *app) sourceNames(ctx context.Context) []string {
	s, ok := a.hurry(ctx)
	if !ok {
		return nil
	}
	sources, err := s.Sources(ctx)
	if err != nil {
		return nil
	}
	return names(sources, func(x race.Source) string { return x.Name })
}

// completeInTurn offers for each argument what its own namer says, which sees the arguments before it.
func (a *app) completeInTurn(from ...func(ctx context.Context, before []string) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= len(from) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return from[len(args)](cmd.Context(), args), cobra.ShellCompDirectiveNoFileComp
	}
}

func (a *app) completeRace(ctx context.Context, _ []string) []string { return a.raceNames(ctx) }

// completeSplit offers the splits of the race that was named before.
func (a *app) completeSplit(ctx context.Context, before []string) []string {
	r := a.raceBefore(ctx, before)
	if r == nil {
		return nil
	}
	return names(r.Splits, func(x race.Split) string { return x.Name + "\t" + kilometres(x.Distance) })
}

// completeWave offers the waves of the race that was named before.
func (a *app) completeWave(ctx context.Context, before []string) []string {
	r := a.raceBefore(ctx, before)
	if r == nil {
		return nil
	}
	return names(r.Waves.Waves, func(w race.Wave) string { return waveName(&w) })
}

func (a *app) raceBefore(ctx context.Context, before []string) *race.Race {
	s, ok := a.hurry(ctx)
	if !ok || len(before) == 0 {
		return nil
	}
	r, err := s.findRace(before[0])
	if err != nil {
		return nil
	}
	return r
}

// everySource offers the sources of the installation; they need no event.
func (a *app) everySource(ctx context.Context) []string {
	if a.peek() != nil {
		return nil
	}
	c, err := a.api(ctx)
	if err != nil {
		return nil
	}
	sources, err := c.Sources(ctx)
	if err != nil {
		return nil
	}
	return names(sources, func(x race.Source) string { return x.Name })
}
