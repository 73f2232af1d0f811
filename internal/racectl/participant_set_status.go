package racectl

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type participantSetStatusOptions struct {
	app    *app
	status string
	bibs   []string
	why    string
	dryRun bool
}

func newParticipantSetStatus(a *app) *cobra.Command {
	o := &participantSetStatusOptions{app: a}
	cmd := &cobra.Command{
		Use: "set-status STATUS BIB...", Short: "Give people a status: OK, DNS, DNF, DQ, Unofficial, Other, Finished",
		Long: `Give people a status: OK, DNS, DNF, DQ, Unofficial, Other or Finished. DNS, DNF, DQ, Unofficial and Other have no
place and keep their times; OK takes any of them back. Bibs come as arguments or, with "-", from the standard input.`,
		Example: `  racectl participant set-status DNF 117 204 --why "stopped at Aid 3"
  racectl participant set-status OK 117
  cat not-started.txt | racectl participant set-status DNS - --dry-run`,
		Args: takesSome("STATUS and BIB"), ValidArgsFunction: completeWords("OK", "DNS", "DNF", "DQ", "Unofficial", "Other", "Finished"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.status, o.bibs = args[0], args[1:]
			return o.run(cmd.Context())
		},
	}
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *participantSetStatusOptions) run(ctx context.Context) error {
	status, err := race.ParseStatus(o.status)
	if err != nil {
		return err
	}
	bibs, err := o.app.words(o.bibs)
	if err != nil {
		return err
	}
	if len(bibs) == 0 {
		return usage("no bib is given; name at least one after the status")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	acted, err := s.SetStatus(ctx, s.event.ID, client.SetStatus{Bibs: bibs, Status: status, Why: o.why}, o.dryRun)
	if err != nil {
		return err
	}
	return o.show(acted)
}

// show writes what was done, or would be, and what that makes of the people.
func (o *participantSetStatusOptions) show(acted wire.Acted) error {
	io := o.app.io
	if !io.ForPeople() {
		return output.One(io, acted, []output.Row{
			{Name: "editId", Value: strconv.FormatInt(int64(acted.EditID), 10)}, {Name: "summary", Value: acted.Summary}, {Name: "people", Value: strconv.Itoa(len(acted.People))},
		})
	}
	if acted.Summary == "" {
		return io.Printf("nothing to change\n")
	}
	if err := io.Printf("%s%s\n", map[bool]string{true: "would "}[o.dryRun], output.Clean(acted.Summary)); err != nil {
		return err
	}
	for i, p := range acted.People {
		if i == mostLines {
			io.Say("  … and %s more", output.Thousands(len(acted.People)-i))
			break
		}
		if err := io.Printf("  #%s %s: %s -> %s\n", output.Clean(p.Bib), output.Clean(p.Name), standingText(p.Was), standingText(p.Now)); err != nil {
			return err
		}
	}
	if acted.Others > 0 {
		io.Say("%s to another place", output.Count(acted.Others, "other person moves", "other people move"))
	}
	if acted.EditID != 0 {
		io.Say("take it back with: racectl undo %d", acted.EditID)
	}
	return nil
}

// standingText is a standing in few words: "Finished, place 3, 0:41:01".
func standingText(s wire.Standing) string {
	place := ""
	if s.Place != nil {
		place = "place " + strconv.Itoa(*s.Place)
	}
	return joined(", ", s.StatusLabel, place, official(s.TimeMs))
}

// words are arguments, taken apart at commas; "-" stands for those of the standard input.
func (a *app) words(args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		if arg == "-" {
			text, err := io.ReadAll(a.io.In)
			if err != nil {
				return nil, race.Errorf(race.CodeUnreadable, "the standard input cannot be read: %w", err)
			}
			arg = string(text)
		}
		out = append(out, strings.FieldsFunc(arg, func(r rune) bool { return strings.ContainsRune(", \t\r\n;", r) })...)
	}
	return out, nil
}

// addWhy gives a command the flag that tells the journal the reason.
func addWhy(cmd *cobra.Command, into *string) {
	cmd.Flags().StringVar(into, "why", "", "the reason, for the journal (`TEXT`)")
}
