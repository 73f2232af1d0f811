package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// AssignBibs is the input of PUT assign_bibs.
type AssignBibs struct {
	EventPath
	DryRun
	Body wire.AssignBibs
}

// assignBibs gives people bibs or takes them away: all or nothing, judged by who has what in the end, so that two may swap.
func (a *API) assignBibs(ctx context.Context, in *AssignBibs) (*one[wire.AssignedBibs], error) {
	if in.ID == 0 {
		return nil, race.NotFound("event", 0)
	}
	if in.Body.Assignments == nil {
		return nil, race.Invalid("assignments", "the body has no assignments; they are bibs by the ids of participants")
	}
	out := &one[wire.AssignedBibs]{}
	saved, err := a.Control.SaveSetup(ctx, actor(ctx), in.ID, "assign bibs", in.DryRun.DryRun, func(s *control.Setup) error {
		if err := keepRanges(s.Event, &in.Body); err != nil {
			return err
		}
		changed, err := giveBibs(s, &in.Body)
		out.Body.Bibs, s.Summary = changed, bibSummary(s, changed)
		return err
	})
	var e *race.Error
	if errors.As(err, &e) && e.Code == race.CodeConflict && e.Field == "bib" {
		return nil, &race.Error{Code: race.CodeInvalid, Field: "assignments", Message: e.Message}
	}
	if err != nil {
		return nil, err
	}
	out.Seq, out.Edit, out.Body.Rescored = saved.Seq, editID(saved.Edit), saved.Rescored
	if saved.Edit != nil {
		out.Body.EditID, out.Body.Summary = saved.Edit.ID, saved.Edit.Summary
	}
	return out, nil
}

// keepRanges remembers on the race which bibs it has (BIB-16).
func keepRanges(e *race.Event, body *wire.AssignBibs) error {
	if body.BibRanges == nil {
		return nil
	}
	r, err := raceOf(e, body.RaceID)
	if err != nil {
		return err
	}
	if _, err := race.ParseBibRanges(*body.BibRanges); err != nil {
		return err
	}
	r.BibRanges = *body.BibRanges
	return nil
}

// giveBibs lists whose bib changes, by id.
func giveBibs(s *control.Setup, body *wire.AssignBibs) ([]wire.ChangedBib, error) {
	changed := []wire.ChangedBib{}
	for id, word := range body.Assignments {
		p := s.People[id]
		if p == nil {
			return nil, race.Invalid("assignments", "there is no participant %d in this event; load the roster again", id)
		}
		bib := ""
		if word != nil {
			bib = string(*word)
		}
		if !race.ValidBib(bib) {
			return nil, race.Invalid("assignments", "%q is not a bib for %s; use up to %d letters and digits", bib, p.Name(), race.MaxBib)
		}
		if bib != p.Bib {
			s.Bib(id, bib)
			changed = append(changed, wire.ChangedBib{ParticipantID: id, Name: p.Name(), Was: p.Bib, Bib: bib})
		}
	}
	slices.SortFunc(changed, func(a, b wire.ChangedBib) int { return cmp.Compare(a.ParticipantID, b.ParticipantID) })
	return changed, nil
}

// bibSummary is the sentence of the journal: "assign 212 bibs in 50K", "clear 3 bibs".
func bibSummary(s *control.Setup, changed []wire.ChangedBib) string {
	given, cleared, races := 0, 0, map[race.RaceID]bool{}
	for _, c := range changed {
		if c.Bib == "" {
			cleared++
		} else {
			given++
		}
		races[s.People[c.ParticipantID].RaceID] = true
	}
	out := ""
	switch {
	case given > 0 && cleared > 0:
		out = fmt.Sprintf("assign %s and clear %s", bibCount(given), bibCount(cleared))
	case given > 0:
		out = "assign " + bibCount(given)
	case cleared > 0:
		out = "clear " + bibCount(cleared)
	default:
		return ""
	}
	for id := range races {
		if r := s.Event.Race(id); r != nil && len(races) == 1 {
			out += " in " + r.Name
		}
	}
	return out
}

func bibCount(n int) string {
	if n == 1 {
		return "1 bib"
	}
	return fmt.Sprintf("%d bibs", n)
}
