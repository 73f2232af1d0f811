package racectl

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

const lpsLong = `The monitor of last-person-standing races (backyard ultras) decides at every bell, 30 seconds after it rang so that late reads count:
whoever started and has not completed the lap of the round in time is DNF, with their laps. Whoever alone completes a lap has won. Each bell
is one entry of the journal, undone as one; a late read that proves a DNF wrong takes it back by itself. When not one person was read in a
round, nobody is marked: the desk is told, and the bell is decided when the laps are there. The monitor goes on after a restart of raced;
started late it catches up on the bells that have rung.`

func newLpsStatus(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Show the round, its bell, and who would be out",
		Long: "Show what the monitor does and, for each last-person-standing race, the round that is being run, when its bell rings, who is in, and who\n" +
			"would be out if it rang now. Bells that have rung and are not carried out are listed: that is what start does at once.\n\n" + lpsLong,
		Example: `  racectl lps status
  racectl lps status --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.open(cmd.Context())
			if err != nil {
				return err
			}
			m, err := s.LpsMonitor(cmd.Context(), s.event.ID)
			if err != nil {
				return err
			}
			return a.showLps(s, &m, "LPS monitor: "+m.Status)
		},
	}
}

func newLpsStart(a *app) *cobra.Command {
	return newLpsSet(a, "start", &cobra.Command{
		Use: "start", Short: "Start the monitor of last-person-standing races",
		Long: "Start the monitor. --dry-run shows what it would do at once.\n\n" + lpsLong,
		Example: `  racectl lps start --dry-run
  racectl lps start`,
	})
}

func newLpsStop(a *app) *cobra.Command {
	return newLpsSet(a, "stop", &cobra.Command{
		Use: "stop", Short: "Stop the monitor of last-person-standing races",
		Long:    "Stop the monitor. Bells that ring from now on decide nothing; what was decided stays.",
		Example: `  racectl lps stop`,
	})
}

func newLpsSet(a *app, verb string, cmd *cobra.Command) *cobra.Command {
	var dry bool
	cmd.Args = takes()
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.setLps(cmd.Context(), verb, dry) }
	addDryRun(cmd, &dry)
	return cmd
}

func (a *app) setLps(ctx context.Context, verb string, dry bool) error {
	s, err := a.open(ctx)
	if err != nil {
		return err
	}
	m, err := s.SetLpsMonitor(ctx, s.event.ID, verb, dry)
	if err != nil {
		return err
	}
	head := map[string]string{"start": "the LPS monitor is started", "stop": "the LPS monitor is stopped"}[verb]
	switch {
	case dry:
		head = fmt.Sprintf("would %s the LPS monitor; it is %s", verb, m.Status)
	case m.EditID == 0:
		head = fmt.Sprintf("nothing to change: the LPS monitor is %s already", m.Status)
	}
	if err := a.showLps(s, &m, head); err != nil {
		return err
	}
	if m.EditID != 0 {
		a.io.Say("take it back with: racectl undo %d", m.EditID)
	}
	return nil
}

// showLps writes what the monitor says, the people by bib and name.
func (a *app) showLps(s *session, m *wire.LpsMonitor, head string) error {
	if !a.io.ForPeople() {
		if a.io.Format == output.FormatJSON || a.io.Format == output.FormatNDJSON {
			return output.One(a.io, m, nil)
		}
		return output.List(a.io, m.Races, lpsColumns())
	}
	lines := []string{head}
	for i := range m.Races {
		lines = append(lines, lpsLines(s, &m.Races[i])...)
	}
	if len(m.Races) == 0 {
		lines = append(lines, "no race of this event is last person standing")
	}
	return a.io.Printf("%s\n", strings.Join(lines, "\n"))
}

func lpsColumns() []output.Column[wire.LpsRace] {
	return []output.Column[wire.LpsRace]{
		{Title: "RACE", Field: "race", Cell: func(r wire.LpsRace) string { return r.Race }},
		{Title: "ROUND", Field: "round", Cell: func(r wire.LpsRace) string { return fmt.Sprint(r.Round) }, Right: true},
		{Title: "BELL", Field: "bell", Cell: func(r wire.LpsRace) string { return r.Bell.String() }},
		{Title: "IN", Field: "in", Cell: func(r wire.LpsRace) string { return fmt.Sprint(r.In) }, Right: true},
		{Title: "COMPLETED", Field: "completed", Cell: func(r wire.LpsRace) string { return fmt.Sprint(r.Completed) }, Right: true},
		{Title: "WOULD BE OUT", Field: "wouldBe", Cell: func(r wire.LpsRace) string { return lpsBibs(r.WouldBe) }},
	}
}

func lpsBibs(people []wire.LpsPerson) string {
	bibs := make([]string, len(people))
	for i := range people {
		bibs[i] = people[i].Bib
	}
	return strings.Join(bibs, " ")
}

func lpsLines(s *session, r *wire.LpsRace) []string {
	name := output.Clean(r.Race)
	var lines []string
	switch {
	case r.Round == 0 && !r.Bell.IsSet():
		return []string{name + ": has no start time"}
	case r.Round == 0:
		return []string{name + ": starts at " + output.Clock(r.Bell, s.zone)}
	case !r.Bell.IsSet():
		lines = append(lines, fmt.Sprintf("%s: the cutoff has passed, no bell rings any more; %d in", name, r.In))
	default:
		lines = append(lines, fmt.Sprintf("%s: round %d, bell at %s, decided at %s; %d in, %d of them have completed it",
			name, r.Round, output.Clock(r.Bell, s.zone), output.Clock(r.DecidesAt, s.zone), r.In, r.Completed))
	}
	for i := range r.Due {
		d := &r.Due[i]
		if d.Winner != nil {
			lines = append(lines, fmt.Sprintf("  due from the bell of round %d: Finished %s", d.Round, lpsNames([]wire.LpsPerson{*d.Winner})))
		}
		if len(d.Out) > 0 {
			lines = append(lines, fmt.Sprintf("  due from the bell of round %d: DNF %s", d.Round, lpsNames(d.Out)))
		}
	}
	for _, u := range r.Unread {
		lines = append(lines, fmt.Sprintf("  nobody was read in round %d, so nobody is marked for it: %s", u.Round, lpsNames(u.People)))
	}
	if r.Winner != nil {
		lines = append(lines, "  Finished: "+lpsNames([]wire.LpsPerson{*r.Winner}))
	}
	if len(r.WouldBe) > 0 && r.Bell.IsSet() {
		lines = append(lines, "  would be out: "+lpsNames(r.WouldBe))
	}
	return lines
}

func lpsNames(people []wire.LpsPerson) string {
	names := make([]string, len(people))
	for i, p := range people {
		names[i] = output.Clean(fmt.Sprintf("#%s %s (%s)", p.Bib, p.Name, output.Count(p.Laps, "lap", "laps")))
	}
	return strings.Join(names, ", ")
}
