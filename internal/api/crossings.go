package api

import (
	"context"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

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
	DryRun
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
