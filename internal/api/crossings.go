package api

import (
	"context"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// crossingsPerPage is the page of the crossings list.
const crossingsPerPage = 200

// CrossingsQuery is the input of GET crossings.
type CrossingsQuery struct {
	EventPath
	Offset        int                `query:"o" minimum:"0" doc:"how many to skip"`
	Limit         int                `query:"limit" minimum:"0" doc:"page size; 0 = 200"`
	SplitID       race.SplitID       `query:"split_id"`
	SourceID      race.SourceID      `query:"event_source_id"`
	ParticipantID race.ParticipantID `query:"participant_id"`
	From          string             `query:"from" doc:"RFC 3339"`
	To            string             `query:"to" doc:"RFC 3339"`
	Unmatched     bool               `query:"unmatched" doc:"only those that belong to nobody"`
}

type crossingPage struct {
	IndexOffset int    `header:"Index-Offset" doc:"offset of the next page; absent on the last one"`
	Total       int    `header:"Total" doc:"how many there are on all pages"`
	Seq         uint64 `header:"Seq"`
	Body        []wire.Crossing
}

// crossings lists crossings, newest first.
func (a *API) crossings(_ context.Context, in *CrossingsQuery) (*crossingPage, error) {
	f := answer.CrossingFilter{
		Split: in.SplitID, Source: in.SourceID, Participant: in.ParticipantID, Unmatched: in.Unmatched,
		Newest: true, Offset: in.Offset, Limit: in.Limit,
	}
	if f.Limit == 0 {
		f.Limit = crossingsPerPage
	}
	var err error
	if f.From, err = instant("from", in.From); err != nil {
		return nil, err
	}
	if f.To, err = instant("to", in.To); err != nil {
		return nil, err
	}
	out := &crossingPage{}
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		out.Body, out.Total = e.Crossings(f)
		return nil
	})
	if next := in.Offset + len(out.Body); next < out.Total {
		out.IndexOffset = next
	}
	return out, err
}

// instant reads a time of a query; "" is unset.
func instant(field, s string) (race.Instant, error) {
	var i race.Instant
	if s == "" {
		return 0, nil
	}
	if err := i.UnmarshalJSON([]byte(`"` + s + `"`)); err != nil || !i.IsSet() { // 1970 to the millisecond stands for no time
		return 0, race.Invalid(field, "%q is not a time; write it like 2026-10-03T13:00:00Z", s)
	}
	return i, nil
}

// RecentQuery is the input of GET crossings/recent.
type RecentQuery struct {
	EventPath
	SplitID race.SplitID `query:"split_id"`
}

func (a *API) recentCrossings(_ context.Context, in *RecentQuery) (*list[wire.Crossing], error) {
	out := &list[wire.Crossing]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		out.Body = e.Recent(in.SplitID)
		return nil
	})
	return out, err
}

// AddCrossing is the input of POST crossings.
type AddCrossing struct {
	EventPath
	Body wire.CrossingSave
}

// AddCrossings is the input of POST crossings/batch.
type AddCrossings struct {
	EventPath
	Body wire.CrossingBatch
}

// CrossingPath names a crossing: the first read of a passage, or any other of its reads.
type CrossingPath struct {
	EventPath
	CrossingID race.ReadID `path:"crossingId"`
}

// ImportCrossings is the input of POST crossings/import.
type ImportCrossings struct {
	EventPath
	Upload
	SourceID race.SourceID `query:"source_id"`
	Format   string        `query:"format" doc:"auto, csv, chronotrack, ipico, raceresult, ultra or jchip"`
	Zone     string        `query:"zone" doc:"of times without one; default the event's"`
	FileName string        `query:"file_name"`
	DryRun
}
