package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// wavePlanOptions are those of wave plan, assign and clear.
type wavePlanOptions struct {
	setupOptions
	race, explain string

	auto, genderLimit                              bool
	spacing, prefWeight, genderWeight              float64
	sort, group                                    string
	perWave, first, genderWaves                    int
	eliteMen, eliteWomen, eliteMenSize, eliteWSize int
}

// bindAttrs gives a command a flag for each setting of the planner.
func (o *wavePlanOptions) bindAttrs(cmd *cobra.Command) {
	f := cmd.Flags()
	o.flags, o.cmd = f, cmd
	f.BoolVar(&o.auto, "auto", true, "make waves from the start of the race; --auto=false: fill the waves that it has; not given: as it was assigned last")
	f.Float64Var(&o.spacing, "spacing", 10, "`MINUTES` between waves that are made")
	f.StringVar(&o.sort, "sort", "ultraSignupRanking", "`ORDER`: ultraSignupRanking, bib or random")
	f.IntVar(&o.perWave, "per-wave", 10, "`NUMBER` of people in a wave")
	f.IntVar(&o.first, "first-wave", 0, "`NUMBER` of people in the first wave that is no elite wave; 0 = as in the others")
	f.StringVar(&o.group, "group", "none", "what makes a party: `NAME` is waveBuddy, teamName, city or none")
	f.Float64Var(&o.prefWeight, "pref-weight", 0.2, "`WEIGHT` of start preferences, 0 to 1")
	f.Float64Var(&o.genderWeight, "gender-weight", 0.5, "`WEIGHT` of gender, 0.25 to 0.75; above 0.5 women start earlier")
	f.BoolVar(&o.genderLimit, "gender-limit", false, "gender counts in the first waves only")
	f.IntVar(&o.genderWaves, "gender-waves", 3, "`NUMBER` of these waves")
	f.IntVar(&o.eliteMen, "elite-men", 0, "`NUMBER` of elite waves of men")
	f.IntVar(&o.eliteWomen, "elite-women", 0, "`NUMBER` of elite waves of women")
	f.IntVar(&o.eliteMenSize, "elite-men-size", 10, "`NUMBER` of men in each")
	f.IntVar(&o.eliteWSize, "elite-women-size", 10, "`NUMBER` of women in each")
	complete(cmd, "sort", func(context.Context) []string { return []string{"ultraSignupRanking", "bib", "random"} })
	complete(cmd, "group", func(context.Context) []string { return []string{"waveBuddy", "teamName", "city", "none"} })
	for _, flag := range []string{"spacing", "per-wave", "first-wave", "pref-weight", "gender-weight", "gender-waves", "elite-men", "elite-women", "elite-men-size", "elite-women-size"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
	}
}

// attrs are the settings of the race with those that were given.
func (o *wavePlanOptions) attrs(r *race.Race) race.WaveAttrs {
	a := r.Waves.Attrs
	set(o, "auto", &a.AutoCreateWaves, &o.auto)
	set(o, "spacing", &a.SpacingMin, &o.spacing)
	set(o, "per-wave", &a.PerWave, &o.perWave)
	set(o, "first-wave", &a.FirstWaveCapacity, &o.first)
	set(o, "pref-weight", &a.WavePrefWeight, &o.prefWeight)
	set(o, "gender-weight", &a.GenderWeight, &o.genderWeight)
	set(o, "gender-limit", &a.GenderWeightLimit, &o.genderLimit)
	set(o, "gender-waves", &a.GenderWeightCount, &o.genderWaves)
	set(o, "elite-men", &a.EliteMCount, &o.eliteMen)
	set(o, "elite-women", &a.EliteFCount, &o.eliteWomen)
	set(o, "elite-men-size", &a.EliteSizeM, &o.eliteMenSize)
	set(o, "elite-women-size", &a.EliteSizeF, &o.eliteWSize)
	if o.given("sort") {
		a.SortBy = o.sort
	}
	if o.given("group") {
		a.GroupAttribute = noneEmpty(o.group)
	}
	return a
}

func set[T any](o *wavePlanOptions, flag string, field **T, value *T) {
	if o.given(flag) {
		*field = value
	}
}

// ask has the server plan.
func (o *wavePlanOptions) ask(ctx context.Context, s *session, r *race.Race) (wire.PlannedWaves, error) {
	attrs := o.attrs(r)
	return s.PlanWaves(ctx, s.event.ID, r.ID, wire.PlanWaves{Attrs: &attrs})
}
