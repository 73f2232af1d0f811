package api

import (
	"context"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// ResultsQuery is the input of GET results.
type ResultsQuery struct {
	RacePath
	Split   race.SplitID `query:"split" doc:"the order at this split"`
	Lap     int          `query:"lap"`
	Gender  string       `query:"gender"`
	AgeBand string       `query:"age_band"`
	Top     int          `query:"top" minimum:"0"`
}

func (a *API) results(_ context.Context, in *ResultsQuery) (*list[wire.Result], error) {
	out := &list[wire.Result]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.Results(in.RaceID, answer.ResultFilter{
			Split: in.Split, Lap: in.Lap, Gender: in.Gender, Band: in.AgeBand, Top: in.Top,
		})
		return err
	})
	return out, err
}

// TeamsQuery is the input of GET teams.
type TeamsQuery struct {
	RacePath
	N int `query:"n" minimum:"0" doc:"how many of a team count"`
}

func (a *API) teams(_ context.Context, in *TeamsQuery) (*list[wire.TeamResult], error) {
	out := &list[wire.TeamResult]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.Teams(in.RaceID, in.N)
		return err
	})
	return out, err
}

// ExplainQuery is the input of GET explain; exactly one of its three is given.
type ExplainQuery struct {
	EventPath
	Bib      string      `query:"bib"`
	Crossing race.ReadID `query:"crossing"`
	Tag      string      `query:"tag"`
}

func (a *API) explain(_ context.Context, in *ExplainQuery) (*one[*wire.Explanation], error) {
	out := &one[*wire.Explanation]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.Explain(answer.Question{Bib: in.Bib, Crossing: in.Crossing, Tag: in.Tag})
		return err
	})
	return out, err
}

// ScoreInput is the input of POST score.
type ScoreInput struct {
	EventPath
	Body wire.Score
}

func (a *API) score(ctx context.Context, in *ScoreInput) (*list[wire.ScoreChange], error) {
	changes, err := a.Control.Rescore(ctx, in.ID, in.Body.RaceIDs)
	return &list[wire.ScoreChange]{Seq: a.Hub.Seq(), Body: changes}, err
}
