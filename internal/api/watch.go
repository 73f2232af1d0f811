package api

import (
	"context"

	"racectl/internal/desk"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// BoardQuery is the input of GET board.
type BoardQuery struct {
	EventPath
	RaceID   race.RaceID `query:"race_id" doc:"only this race"`
	Limit    int         `query:"limit" minimum:"1" maximum:"100000" default:"100" doc:"people in each list"`
	Contacts bool        `query:"contacts" doc:"with telephone numbers and emergency contacts"`
	At       string      `query:"at" doc:"the board as it was at this moment, or will be; RFC 3339"`
}

// board is the operations board: who is expected where and when, and who is overdue.
func (a *API) board(_ context.Context, in *BoardQuery) (*one[wire.Board], error) {
	q := desk.Question{Now: race.At(a.Now()), Race: in.RaceID, Limit: in.Limit, Contacts: in.Contacts}
	if in.At != "" {
		at, err := instant("at", in.At)
		if err != nil {
			return nil, err
		}
		q.Now = at
	}
	f, seq, err := a.Control.Field(in.ID)
	if err != nil {
		return nil, err
	}
	if q.Now < race.At(a.Now()) {
		f = f.AsOf(q.Now)
	}
	b, err := f.Board(q)
	return &one[wire.Board]{Seq: seq, Body: b}, err
}

// ProblemsQuery is the input of GET problems.
type ProblemsQuery struct {
	EventPath
	Accepted bool `query:"accepted" doc:"with those that somebody let be"`
}

// problems is the inbox of the desk, the newest first.
func (a *API) problems(_ context.Context, in *ProblemsQuery) (*list[wire.Problem], error) {
	all, seq, err := a.Control.Problems(in.ID, in.Accepted)
	return &list[wire.Problem]{Seq: seq, Body: all}, err
}

// AcceptProblem is the input of POST accept.
type AcceptProblem struct {
	EventPath
	ProblemID string `path:"problemId"`
	DryRun
	Body wire.AcceptProblem
}

// acceptProblem lets a problem be until its evidence changes.
func (a *API) acceptProblem(ctx context.Context, in *AcceptProblem) (*one[*race.Edit], error) {
	return a.accept(ctx, in.ID, []string{in.ProblemID}, in.Body.Why, in.DryRun.DryRun)
}

// AcceptProblems is the input of POST problems/accept.
type AcceptProblems struct {
	EventPath
	DryRun
	Body wire.AcceptProblems
}

// acceptProblems lets several be, as one entry of the journal: all, or none.
func (a *API) acceptProblems(ctx context.Context, in *AcceptProblems) (*one[*race.Edit], error) {
	return a.accept(ctx, in.ID, in.Body.IDs, in.Body.Why, in.DryRun.DryRun)
}

func (a *API) accept(ctx context.Context, event race.EventID, ids []string, why string, dry bool) (*one[*race.Edit], error) {
	edit, err := a.Control.AcceptProblems(ctx, actor(ctx), event, ids, why, dry)
	return &one[*race.Edit]{Seq: a.Hub.Seq(), Edit: editID(edit), Body: edit}, err
}
