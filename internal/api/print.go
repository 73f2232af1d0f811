package api

import (
	"context"

	"racectl/internal/answer"
	"racectl/internal/exporter"
	"racectl/internal/outlet"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// PrintSlip is the input of POST participants/{participantId}/print.
type PrintSlip struct {
	ParticipantPath
	DryRun
	Body wire.PrintSlip
}

// printSlip sends a person's finish slip to a printer in the same house. A dry run only makes it. The journal says nothing
// of it: nothing changed.
func (a *API) printSlip(ctx context.Context, in *PrintSlip) (*one[wire.Printed], error) {
	slip, err := a.slip(&in.ParticipantPath)
	if err != nil {
		return nil, err
	}
	out := &one[wire.Printed]{Body: wire.Printed{ParticipantID: in.ParticipantID, Address: in.Body.Address, Zpl: string(slip)}}
	if in.DryRun.DryRun {
		return out, nil
	}
	printer := outlet.Printer{Loopback: a.LocalPrinter}
	out.Body.Address, err = printer.Print(ctx, in.Body.Address, slip)
	return out, err
}

func (a *API) slip(in *ParticipantPath) (slip []byte, err error) {
	_, err = a.look(in.ID, func(e *answer.Event) error {
		person, err := e.Detail(in.ParticipantID)
		if err != nil {
			return err
		}
		slip = exporter.FinishSlip(&exporter.Slip{Event: e.Event, Race: e.Event.Race(person.RaceID), Person: person, Zone: e.Event.Zone(), At: race.At(a.Now())})
		return nil
	})
	return slip, err
}
