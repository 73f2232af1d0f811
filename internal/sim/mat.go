package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"racectl/internal/race"
)

// tags are what a person wears: imported chips, else a tag with a prefix of the race and the bib, else the bare bib.
func tags(p *race.Participant, r *race.Race) []string {
	if len(p.Chips) > 0 {
		var out []string
		for _, chip := range p.Chips {
			out = append(out, race.CleanTag(chip))
		}
		return out
	}
	bib := race.CleanBib(p.Bib)
	if bib == "" {
		return nil
	}
	if len(r.Prefixes) == 0 || len(bib) > race.PrefixLength || !race.IsHex(bib) {
		return []string{bib}
	}
	return []string{race.CleanTag(r.Prefixes[0]) + strings.Repeat("0", race.PrefixLength-len(bib)) + bib}
}

// read is what the readers at one passing report, in order of arrival.
func (r *runner) read(p passing) []arrival {
	var out []arrival
	if p.split == nil {
		out = r.passage(out, p.source, p.at, false, 0)
	} else {
		out = r.mat(out, p)
	}
	slices.SortStableFunc(out, func(a, b arrival) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.read.At, b.read.At))
	})
	for i := range out {
		out[i].at = max(out[i].at, r.last)
		r.last = out[i].at
	}
	return out
}

// mat is a passing of a split: the main readers may all miss it, the backups look on their own.
func (r *runner) mat(out []arrival, p passing) []arrival {
	missed := p.linger == 0 && r.g.chance(r.course.day.options.Missed)
	for _, route := range p.split.EventRoutes {
		at := p.at
		if route.Backup {
			// a backup stands elsewhere: with its delta added its time becomes that of the line, give or take
			at = at.Add(-time.Duration(route.DeltaMs)*time.Millisecond + seconds(r.g.between(-0.4, 0.4)))
			if r.g.chance(0.03) || p.linger > 0 {
				continue
			}
		} else if missed {
			continue
		}
		out = r.passage(out, route.SourceID, at, p.start, p.linger)
		if p.split.IsTransitionPoint && p.out > p.at {
			out = r.passage(out, route.SourceID, p.out, false, 0)
		}
	}
	return out
}

// passage is some reads of one source: the first at its moment, at the start the last.
func (r *runner) passage(out []arrival, source race.SourceID, at race.Instant, lastCounts bool, linger int) []arrival {
	o := &r.course.day.options
	more := linger
	for linger == 0 && more < 6 && r.g.chance(o.Repeats/(1+o.Repeats)) {
		more++
	}
	reader := fmt.Sprintf("sim-%d", source)
	for k := range more + 1 {
		moment := at
		switch {
		case linger > 0:
			at = at.Add(seconds(r.g.between(0.8, 5)))
		case lastCounts:
			at = at.Add(-seconds(r.g.between(0.2, 1.4)))
		default:
			at = at.Add(seconds(r.g.between(0.15, 0.9)))
		}
		for i, tag := range r.tags {
			if i > 0 && r.g.chance(0.15) {
				continue // the second chip of a pair is seen less
			}
			seen := moment.Add(time.Duration(i*11) * time.Millisecond)
			if lastCounts {
				seen = moment.Add(-time.Duration(i*11) * time.Millisecond)
			}
			read := race.Read{
				SourceID: source, Tag: tag, At: seen.Add(r.course.day.clock(source)), Reader: reader,
				Antenna: 1 + (k+i+r.g.below(2))%4, Strength: -45 - r.g.below(30),
			}
			out = append(out, arrival{seen.Add(seconds(r.g.float() * o.Disorder.Seconds())), read})
		}
	}
	return out
}

// strangers are tags of nobody: other people's races, a bib that was never given out, a key ring.
func (c *course) strangers(n int) []*runner {
	var out []*runner
	for i := range n {
		g := newRng(c.day.options.Seed, fmt.Sprintf("stranger %d %d", c.r.ID, i))
		tag := fmt.Sprintf("E200%08X%012X", g.below(1<<31), g.below(1<<31))
		if len(c.r.Prefixes) > 0 && i%2 == 0 {
			tag = race.CleanTag(c.r.Prefixes[0]) + fmt.Sprintf("%012d", 90_000+g.below(9_999))
		}
		r := &runner{course: c, g: g, tags: []string{tag}, ability: 1}
		for _, s := range c.splits {
			if len(s.EventRoutes) > 0 && g.chance(0.5) {
				late := seconds(c.median * g.between(0.9, 1.1) * s.Distance / max(c.r.Distance, 1))
				r.plan = append(r.plan, passing{split: s, at: c.r.FirstStart().Add(late + seconds(g.between(1, 60)))})
			}
		}
		slices.SortStableFunc(r.plan, func(a, b passing) int { return int(a.at - b.at) })
		out = append(out, r)
	}
	return out
}
