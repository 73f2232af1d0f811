package racectl

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/config"
	"racectl/internal/output"
)

// globalFlags are the flags of every command.
type globalFlags struct {
	server, data, event, wait, config string
	output                            string
	json, quiet, noColor, yes         bool
}

const rootLong = `racectl sets up races, brings participants and reads in, and gives results and the reasons for them.

It talks to raced: to the server of --server (or of the last login), else to the raced that holds the data directory,
else to one that it starts for itself and stops again. Every command works the same over all three.

Data goes to the standard output, everything said to people to the standard error. --json gives documented, stable
fields; times are RFC 3339 in UTC with milliseconds, durations whole milliseconds.`

const rootExample = `  racectl event apply ridge.yaml
  racectl participant import roster.csv --race file
  racectl crossing import mat-a.csv --source "Mat A"
  racectl results 50K
  racectl explain --bib 117`

// groups order the commands in the help.
var groups = []*cobra.Group{
	{ID: "setup", Title: "Set-up:"},
	{ID: "day", Title: "Race day:"},
	{ID: "results", Title: "Results and questions:"},
	{ID: "admin", Title: "Access, safety and settings:"},
}

// newRoot builds the whole tree of commands.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use: "racectl", Short: "Race timing from a shell", Long: rootLong, Example: rootExample,
		SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.founding = slices.Contains(founding, strings.TrimPrefix(cmd.CommandPath(), "racectl "))
			return a.settle()
		},
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	a.root = root
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%s; see %s --help", flagWords(err), cmd.CommandPath())
	})
	root.SetUsageTemplate(root.UsageTemplate() + exitCodesHint)
	f := root.PersistentFlags()
	f.StringVar(&a.flags.server, "server", "", "`URL` of the raced to talk to (RACECTL_SERVER)")
	f.StringVar(&a.flags.data, "data", "", "data `DIR`ectory (RACED_DATA; default $XDG_DATA_HOME/raced or ~/.local/share/raced)")
	f.StringVarP(&a.flags.event, "event", "e", "", "`EVENT` by slug or id (RACECTL_EVENT, racectl event use; implied when there is only one)")
	f.StringVar(&a.flags.wait, "wait", config.DefaultWait.String(), "how long to wait for data that somebody else holds (`TIME`; RACECTL_WAIT)")
	f.StringVar(&a.flags.config, "config", "", "racectl's own settings `FILE` (RACECTL_CONFIG; default $XDG_CONFIG_HOME/racectl/config.yaml)")
	f.StringVarP(&a.flags.output, "output", "o", string(output.FormatTable), "output `FORMAT`: "+strings.Join(output.Formats(), ", "))
	f.BoolVar(&a.flags.json, "json", false, "same as -o json")
	f.BoolVarP(&a.flags.quiet, "quiet", "q", false, "say nothing but data and errors")
	f.BoolVar(&a.flags.noColor, "no-color", false, "no colours on a terminal either (NO_COLOR)")
	f.BoolVarP(&a.flags.yes, "yes", "y", false, "answer every question with yes")
	root.AddGroup(groups...)
	root.SetHelpCommand(newHelp())
	addCommands(a, root)
	a.completeGlobals(root)
	return root
}

// founding are the commands that somebody begins with: only they make a data directory that --data names.
var founding = []string{"event create", "event apply", "source add", "user add"}

const exitCodesHint = `{{if not .HasParent}}
Exit codes: racectl help exit-codes
{{end}}`

// addCommands is the list of commands.
func addCommands(a *app, root *cobra.Command) {
	in := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	in("setup",
		family("event", "Events: set up, look at, choose", newEventCreate(a), newEventEdit(a), newEventRemove(a), newEventApply(a),
			newEventExport(a), newEventList(a), newEventShow(a), newEventCheck(a), newEventSummary(a), newEventReset(a), newEventUse(a)),
		family("race", "The races of an event, and the gun", newRaceList(a), newRaceShow(a), newRaceCreate(a), newRaceEdit(a),
			newRaceCourse(a), newRaceRemove(a), newRaceStart(a)),
		family("split", "The splits of a race, and which sources stand there", newSplitList(a), newSplitAdd(a), newSplitEdit(a),
			newSplitRemove(a), newSplitCopyRoutes(a)),
		family("source", "Where reads come from", newSourceList(a), newSourceAdd(a), newSourceEdit(a), newSourceRemove(a)),
		family("wave", "The waves of a race", newWaveList(a), newWaveAdd(a), newWaveEdit(a), newWaveRemove(a), newWaveReorder(a),
			newWavePlan(a), newWaveAssign(a), newWaveClear(a)),
		family("bib", "Who has which bib", newBibPlan(a), newBibAssign(a), newBibClear(a)),
		family("map", "The maps that the console draws on", newMapList(a), newMapAdd(a), newMapRemove(a)),
		family("participant", "The people of an event", newParticipantImport(a), newParticipantList(a), newParticipantShow(a),
			newParticipantAdd(a), newParticipantEdit(a), newParticipantRemove(a), newParticipantSearch(a), newParticipantSetStatus(a), newParticipantPrint(a)),
		family("addon", "What is sold with the entries, and who ordered it", newAddOnList(a), newAddOnAdd(a), newAddOnEdit(a), newAddOnRemove(a), newAddOnOrders(a)),
		family("rankings", "How strong people are, for the wave planner", newRankingsImport(a), newRankingsFetch(a)),
	)
	in("day",
		family("crossing", "Reads and crossings: bring in, look at, correct", newCrossingImport(a), newCrossingList(a), newCrossingAdd(a),
			newCrossingEdit(a), newCrossingVoid(a), newCrossingRestore(a), newCrossingReassign(a), newCrossingInsertLaps(a), newCrossingMatchFinish(a)),
		newBoard(a), newProblems(a), newAutoDNS(a), newDropDowns(a),
		family("lps", "Last person standing: the monitor that decides at every bell", newLpsStatus(a), newLpsStart(a), newLpsStop(a)),
		family("tracking", "The public standings, pushed to another system", newTrackingStart(a), newTrackingStop(a), newTrackingKeyframe(a), newTrackingStatus(a)),
		newSimulate(a),
	)
	in("results", newResults(a), newExplain(a), newScore(a), newQuery(a),
		family("export", "Files for others", newExportResults(a)))
	in("admin", newHistory(a), newUndo(a), newBackup(a),
		family("user", "Who may sign in", newUserAdd(a), newUserPasswd(a), newUserList(a), newUserRemove(a)),
		newLogin(a), newLogout(a), newConfig(a), newCompletion(a), newVersion(a))
	root.AddCommand(newExitCodes())
}

// family is a noun with its verbs.
func family(noun, short string, verbs ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: noun, Short: short, Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(verbs...)
	return c
}

// noSuchCommand refuses what is left over after a noun, and says what was meant.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "see " + cmd.CommandPath() + " --help"
	if cmd.SuggestionsMinimumDistance <= 0 {
		cmd.SuggestionsMinimumDistance = 2
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return usage("there is no command %q; %s", cmd.CommandPath()+" "+args[0], hint)
}

// takes asks for exactly these arguments.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return usage("%s needs %s; see %s --help", cmd.CommandPath(), strings.Join(names[len(args):], " and "), cmd.CommandPath())
		case len(args) > len(names):
			return usage("%q is one argument too many; see %s --help", args[len(names)], cmd.CommandPath())
		}
		return nil
	}
}

// takesSome asks for at least one argument of a kind.
func takesSome(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("%s needs %s; see %s --help", cmd.CommandPath(), name, cmd.CommandPath())
		}
		return nil
	}
}

// settle reads the settings, once, after the flags are parsed.
func (a *app) settle() error {
	if a.cfg != nil {
		return nil
	}
	a.io.Quiet = a.flags.quiet
	a.io.NoColor = a.flags.noColor || a.env("NO_COLOR") != "" || a.env("TERM") == "dumb"
	if a.flags.json && a.root.PersistentFlags().Changed("output") && a.flags.output != string(output.FormatJSON) {
		return usage("--json and -o %s contradict each other; give one of them", a.flags.output)
	}
	if err := a.io.SetFormat(a.flags.output, a.flags.json); err != nil {
		return err
	}
	given := map[string]any{}
	for name, value := range map[string]string{
		"server": a.flags.server, "data": a.flags.data, "event": a.flags.event, "wait": a.flags.wait, "config": a.flags.config,
	} {
		if a.root.PersistentFlags().Changed(name) {
			if value == "" {
				return usage("--%s is empty; give it a value or leave it away", name)
			}
			given[name] = value
		}
	}
	cfg, err := config.LoadCLI(given, a.env)
	if err != nil {
		return err
	}
	a.cfg = &cfg
	return nil
}

func writeJSONLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// takesAtMost allows up to n arguments.
func takesAtMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usage("%q is one argument too many; see %s --help", args[n], cmd.CommandPath())
		}
		return nil
	}
}
