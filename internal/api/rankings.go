package api

import (
	"context"
	"maps"
	"slices"

	"racectl/internal/control"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// RankingsFetch is the input of POST rankings.
type RankingsFetch struct {
	EventPath
	DryRun
	Body wire.FetchRankings
}

// fetchRankings asks the ranking service about the entrants of a race and keeps what it says (API-32, A-106).
func (a *API) fetchRankings(ctx context.Context, in *RankingsFetch) (*one[wire.RankingsReceipt], error) {
	if err := a.Control.View(in.ID, func(*control.View) error { return nil }); err != nil {
		return nil, err
	}
	rows, err := a.Rankings.Fetch(ctx, in.Body.Did)
	if err != nil {
		return nil, err
	}
	return a.keepRankings(ctx, in.ID, "fetch rankings", rows, in.DryRun.DryRun)
}

// RankingsImport is the input of POST rankings/import.
type RankingsImport struct {
	EventPath
	DryRun
	Upload
}

// importRankings reads the rankings from a CSV file instead.
func (a *API) importRankings(ctx context.Context, in *RankingsImport) (*one[wire.RankingsReceipt], error) {
	rows, err := importer.ReadRankings(in.body)
	if err != nil {
		return nil, err
	}
	return a.keepRankings(ctx, in.ID, "import rankings", rows, in.DryRun.DryRun)
}

func (a *API) keepRankings(ctx context.Context, id race.EventID, kind string, rows [][]string, dry bool) (*one[wire.RankingsReceipt], error) {
	list, complaints, err := race.RankingTable(rows)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, race.Invalid("file", "nobody in it has a ranking")
	}
	saved, err := a.Control.SaveRankings(ctx, actor(ctx), id, kind, dry, list)
	if err != nil {
		return nil, err
	}
	out := wire.RankingsReceipt{
		Stored: len(list), Matched: len(saved.Match.Of), Changed: saved.Changed, EditID: editID(saved.Edit),
		Unmatched: saved.Match.Unmatched, Ambiguous: saved.Match.Ambiguous, Messages: []wire.ImportMessage{},
	}
	if saved.Edit != nil {
		out.Summary = saved.Edit.Summary
	}
	for _, row := range slices.Sorted(maps.Keys(complaints)) {
		out.Messages = append(out.Messages, wire.ImportMessage{Row: row, Message: complaints[row]})
	}
	return &one[wire.RankingsReceipt]{Seq: a.Hub.Seq(), Edit: out.EditID, Body: out}, nil
}
