package racectl

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/sim"
	"racectl/internal/wire"
)

type simulateOptions struct {
	app     *app
	event   string
	speed   float64
	seed    uint64
	until   string
	perfect bool
	people  int
	file    string
	dryRun  bool
}

func newSimulate(a *app) *cobra.Command {
	o := &simulateOptions{app: a}
	cmd := &cobra.Command{
		Use: "simulate [EVENT]", Short: "Let an imaginary field run an event, into its sources",
		Long: `Let an imaginary field run an event: the people of its roster run its races, and the reads that the mats would give go
into the event's sources, in batches, each acknowledged when it is on raced's disk. The same seed gives the same reads,
so doing it again changes nothing. It is for rehearsals and for trying set-ups, never for an event that is real.

--speed 60 runs an hour in a minute; --speed 0 as fast as raced takes it. The reads carry the planned times of the
event. A usual day has late starters, missed reads, tags beside the mat; --perfect has none of that.`,
		Example: `  racectl simulate rehearsal-2026 --speed 120
  racectl simulate rehearsal-2026 --people 150 --speed 0 --until 2026-10-03T12:00:00
  racectl simulate rehearsal-2026 --seed 7 --out reads.csv`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.event = strings.Join(args, "")
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.Float64Var(&o.speed, "speed", 60, "how many times faster than life (`N`); 0 = as fast as possible")
	f.Uint64Var(&o.seed, "seed", 1, "`N` that decides everything that happens")
	f.StringVar(&o.until, "until", "", "stop at this `TIME` of the race")
	f.BoolVar(&o.perfect, "perfect", false, "a day without no-shows, missed reads and stray tags")
	f.IntVar(&o.people, "people", 0, "first make up `N` people for each race that has nobody")
	f.StringVarP(&o.file, "out", "O", "", "write the reads to a CSV `FILE` instead, for racectl crossing import")
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *simulateOptions) run(ctx context.Context) error {
	if o.speed < 0 || o.people < 0 {
		return usage("--speed and --people cannot be negative")
	}
	s, err := o.app.openNamed(ctx, o.event)
	if err != nil {
		return err
	}
	if o.people > 0 && !o.dryRun {
		if err := o.makePeople(ctx, s); err != nil {
			return err
		}
	}
	people, err := o.field(ctx, s)
	if err != nil {
		return err
	}
	until := race.Instant(1<<62 - 1)
	if o.until != "" {
		if until, err = parseWhen(o.until, s.zone, s.midnightOf(s.event.StartTime()), o.app.now()); err != nil {
			return err
		}
	}
	options := sim.Usual(o.seed)
	if o.perfect {
		options = sim.Options{Seed: o.seed}
	}
	reads := before(sim.Run(&s.event, people, options), until)
	switch {
	case o.file != "":
		return o.write(ctx, s, reads)
	case o.dryRun:
		n := 0
		for range reads {
			n++
		}
		return o.app.io.Printf("would send %s of %s\n", output.Count(n, "read", "reads"), output.Count(len(people), "person", "people"))
	}
	if err := o.mayMix(ctx, s); err != nil {
		return err
	}
	return o.send(ctx, s, reads)
}

// mayMix asks before made-up reads go among real ones: reads are never deleted.
func (o *simulateOptions) mayMix(ctx context.Context, s *session) error {
	from, to, _ := s.event.Window()
	for _, id := range sourcesOf(&s.event) {
		newest, err := s.SourceReads(ctx, id, 0, 500)
		if err != nil {
			return err
		}
		for _, r := range newest {
			if r.At >= from && r.At <= to && !strings.HasPrefix(r.Reader, "sim-") {
				return o.app.confirm(s.event.Name + " has real reads; put made-up ones among them? They cannot be deleted again.")
			}
		}
	}
	return nil
}

// sourcesOf lists each source that a split of the event takes reads from.
func sourcesOf(e *race.Event) []race.SourceID {
	var ids []race.SourceID
	for _, r := range e.Races {
		for _, x := range r.Splits {
			for _, route := range x.EventRoutes {
				if !slices.Contains(ids, route.SourceID) {
					ids = append(ids, route.SourceID)
				}
			}
		}
	}
	return ids
}

// field is the roster as the simulator takes it.
func (o *simulateOptions) field(ctx context.Context, s *session) ([]race.Participant, error) {
	if !s.event.StartTime().IsSet() {
		return nil, race.Errorf(race.CodeInvalid, "no race of %s has a start; give them one in the event file or with racectl race start", s.event.Name)
	}
	rows, err := s.Participants(ctx, s.event.ID, 0)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 && !o.dryRun {
		return nil, race.Errorf(race.CodeInvalid, "%s has no people; import a roster, or make some up with --people 100", s.event.Name)
	}
	people := make([]race.Participant, len(rows))
	for i, p := range rows {
		people[i] = race.Participant{
			ID: p.ID, EventID: p.RaceEventID, RaceID: p.RaceID, Bib: p.Bib, FirstName: p.FirstName, LastName: p.LastName,
			Gender: p.Gender, WaveID: p.WaveID, WaveStartTime: p.WaveStartTime,
		}
		if p.Age != nil {
			people[i].Age = *p.Age
		}
	}
	// the list comes in standing order, which changes with every read; the field must not
	slices.SortFunc(people, func(a, b race.Participant) int { return cmp.Compare(a.ID, b.ID) })
	return people, nil
}

// before ends a day early: at the first read that arrives after until.
func before(reads iter.Seq2[race.Instant, race.Read], until race.Instant) iter.Seq2[race.Instant, race.Read] {
	return func(yield func(race.Instant, race.Read) bool) {
		for at, r := range reads {
			if at > until || !yield(at, r) {
				return
			}
		}
	}
}

// sent is what `simulate --json` writes: the sum of what raced acknowledged.
type sent struct {
	Accepted int          `json:"accepted"`
	Known    int          `json:"known"`
	Through  race.Instant `json:"through"` // race time of the last acknowledged read
}

const (
	simTick  = 100 * time.Millisecond
	simBatch = 2000 // reads sent at once when there is no hurry to wait for
)

// send plays the day: each tick it hands in what arrived since the last one, and waits for the acknowledgement.
func (o *simulateOptions) send(ctx context.Context, s *session, reads iter.Seq2[race.Instant, race.Read]) error {
	d := &delivery{ctx: ctx, s: s, waiting: map[race.SourceID][]wire.ReadIn{}}
	progress := o.app.io.StartProgress("Reads sent", 0)
	defer progress.Done()
	began := o.app.now()
	var first race.Instant
	for at, r := range reads {
		if !first.IsSet() {
			first = at
		}
		due := o.speed > 0 && at.Sub(first) > time.Duration(float64(o.app.now().Sub(began))*o.speed)
		if due || d.count >= simBatch {
			if err := d.flush(progress); err != nil {
				return o.broken(d, err)
			}
		}
		if due {
			if err := o.wait(ctx, began.Add(time.Duration(float64(at.Sub(first))/o.speed))); err != nil {
				return o.broken(d, err)
			}
		}
		d.add(at, r)
	}
	if err := d.flush(progress); err != nil {
		return o.broken(d, err)
	}
	progress.Done()
	return o.show(s, d.sent)
}

// wait sleeps until a moment, but at least a tick: reads go in batches, as readers send them.
func (o *simulateOptions) wait(ctx context.Context, until time.Time) error {
	timer := time.NewTimer(max(until.Sub(o.app.now()), simTick))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// broken says how far it came: what was acknowledged is stored.
func (o *simulateOptions) broken(d *delivery, err error) error {
	o.app.io.Say("%s acknowledged up to %s of the race", output.Count(d.sent.Accepted+d.sent.Known, "read was", "reads were"), d.sent.Through)
	return err
}

func (o *simulateOptions) show(s *session, t sent) error {
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, t, []output.Row{
			{Name: "accepted", Value: strconv.Itoa(t.Accepted)}, {Name: "known", Value: strconv.Itoa(t.Known)}, {Name: "through", Value: t.Through.String()},
		})
	}
	return o.app.io.Printf("%s accepted, %s known already, up to %s\n", output.Count(t.Accepted, "read", "reads"), output.Thousands(t.Known), output.Clock(t.Through, s.zone))
}

// delivery gathers reads by source and hands them in.
type delivery struct {
	ctx     context.Context //nolint:containedctx // lives as long as one command
	s       *session
	waiting map[race.SourceID][]wire.ReadIn
	order   []race.SourceID
	count   int
	last    race.Instant
	sent    sent
}

func (d *delivery) add(at race.Instant, r race.Read) {
	if len(d.waiting[r.SourceID]) == 0 {
		d.order = append(d.order, r.SourceID)
	}
	d.waiting[r.SourceID] = append(d.waiting[r.SourceID], wire.ReadIn{
		Tag: r.Tag, Timestamp: r.At.String(), ReaderID: r.Reader, Antenna: r.Antenna, Strength: r.Strength, Code: r.Code,
	})
	d.count++
	d.last = at
}

func (d *delivery) flush(progress *output.Progress) error {
	for _, id := range d.order {
		receipt, err := d.s.PostReads(d.ctx, id, d.waiting[id])
		if err != nil {
			return err
		}
		d.sent.Accepted += receipt.Accepted
		d.sent.Known += receipt.Known
		progress.Add(int64(len(d.waiting[id])))
		delete(d.waiting, id)
	}
	d.order, d.count, d.sent.Through = d.order[:0], 0, d.last
	return nil
}
