package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/output"
)

type participantPrintOptions struct {
	app          *app
	bib, printer string
	dryRun       bool
}

func newParticipantPrint(a *app) *cobra.Command {
	o := &participantPrintOptions{app: a}
	cmd := &cobra.Command{
		Use: "print BIB", Short: "Print somebody's finish slip on a label printer",
		Long: `Print somebody's finish slip: the official time, the places and the splits. raced sends it, as ZPL, over TCP to the label
printer; HOST alone means port 9100. Only addresses of private networks are talked to, and a printer on raced's own
machine only while raced answers that machine alone.

With --dry-run nothing is printed and the ZPL goes to the standard output: to a file, or to a printer on a cable.`,
		Example: `  racectl participant print 117 --printer 192.168.1.50
  racectl participant print 117 --dry-run > slip.zpl
  racectl participant print 117 --dry-run > /dev/usb/lp0`,
		Args: takes("BIB"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.bib = args[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.printer, "printer", "", "`HOST[:PORT]` of the printer")
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *participantPrintOptions) run(ctx context.Context) error {
	if o.printer == "" && !o.dryRun {
		return usage("say where the printer is: --printer HOST[:PORT], or write the slip with --dry-run")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	id, err := s.findPerson(ctx, o.bib)
	if err != nil {
		return err
	}
	printed, err := s.PrintSlip(ctx, s.event.ID, id, o.printer, o.dryRun)
	if err != nil {
		return err
	}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, printed, []output.Row{{Name: "address", Value: printed.Address}, {Name: "zpl", Value: printed.Zpl}})
	}
	if o.dryRun {
		return o.app.io.Printf("%s", printed.Zpl)
	}
	return o.app.io.Printf("the slip of #%s went to %s\n", output.Clean(o.bib), printed.Address)
}
