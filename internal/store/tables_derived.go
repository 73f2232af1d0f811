package store

import "racectl/internal/race"

type resultNode = node[ResultRow]

var resultTable = table[resultNode]{name: "result_rows", columns: []column[resultNode]{
	whole("event_id", func(r *resultNode) *int64 { return &r.event }),
	whole("participant_id", func(r *resultNode) *race.ParticipantID { return &r.it.ParticipantID }),
	whole("race_id", func(r *resultNode) *race.RaceID { return &r.it.RaceID }),
	whole("position", func(r *resultNode) *int { return &r.it.Position }),
	whole("place", func(r *resultNode) *int { return &r.it.Place }),
	whole("gender_place", func(r *resultNode) *int { return &r.it.GenderPlace }),
	whole("band_place", func(r *resultNode) *int { return &r.it.BandPlace }),
	text("band", func(r *resultNode) *string { return &r.it.Band }),
	whole("status", func(r *resultNode) *race.Status { return &r.it.Status }),
	text("status_label", func(r *resultNode) *string { return &r.it.StatusLabel }),
	instant("start", func(r *resultNode) *race.Instant { return &r.it.Start }),
	instant("finish", func(r *resultNode) *race.Instant { return &r.it.Finish }),
	instant("last_seen", func(r *resultNode) *race.Instant { return &r.it.LastSeen }),
	whole("time_ms", func(r *resultNode) *int64 { return &r.it.TimeMs }),
	whole("gun_ms", func(r *resultNode) *int64 { return &r.it.GunMs }),
	whole("chip_ms", func(r *resultNode) *int64 { return &r.it.ChipMs }),
	whole("last_elapsed_ms", func(r *resultNode) *int64 { return &r.it.LastElapsedMs }),
	whole("last_split_id", func(r *resultNode) *race.SplitID { return &r.it.LastSplitID }),
	whole("lap_count", func(r *resultNode) *int { return &r.it.LapCount }),
	real("distance_m", func(r *resultNode) *float64 { return &r.it.DistanceM }),
	text("flag", func(r *resultNode) *string { return &r.it.Flag }),
	whole("age", func(r *resultNode) *int { return &r.it.Age }),
}}

type splitTimeNode = node[SplitRow]

var splitTimeTable = table[splitTimeNode]{name: "split_rows", columns: []column[splitTimeNode]{
	whole("event_id", func(r *splitTimeNode) *int64 { return &r.event }),
	whole("participant_id", func(r *splitTimeNode) *race.ParticipantID { return &r.it.ParticipantID }),
	whole("race_id", func(r *splitTimeNode) *race.RaceID { return &r.it.RaceID }),
	whole("split_id", func(r *splitTimeNode) *race.SplitID { return &r.it.SplitID }),
	whole("lap", func(r *splitTimeNode) *int { return &r.it.Lap }),
	real("distance", func(r *splitTimeNode) *float64 { return &r.it.Distance }),
	instant("passed_at", func(r *splitTimeNode) *race.Instant { return &r.it.At }),
	instant("left_at", func(r *splitTimeNode) *race.Instant { return &r.it.Out }),
	whole("elapsed_ms", func(r *splitTimeNode) *int64 { return &r.it.ElapsedMs }),
	whole("place", func(r *splitTimeNode) *int { return &r.it.Place }),
	whole("gender_place", func(r *splitTimeNode) *int { return &r.it.GenderPlace }),
	whole("read_id", func(r *splitTimeNode) *race.ReadID { return &r.it.ReadID }),
}}

type crossingNode = node[CrossingRow]

var crossingTable = table[crossingNode]{name: "crossing_rows", columns: []column[crossingNode]{
	whole("event_id", func(r *crossingNode) *int64 { return &r.event }),
	whole("read_id", func(r *crossingNode) *race.ReadID { return &r.it.ReadID }),
	whole("crossing_id", func(r *crossingNode) *race.ReadID { return &r.it.CrossingID }),
	whole("participant_id", func(r *crossingNode) *race.ParticipantID { return &r.it.ParticipantID }),
	whole("race_id", func(r *crossingNode) *race.RaceID { return &r.it.RaceID }),
	whole("source_id", func(r *crossingNode) *race.SourceID { return &r.it.SourceID }),
	whole("split_id", func(r *crossingNode) *race.SplitID { return &r.it.SplitID }),
	whole("lap", func(r *crossingNode) *int { return &r.it.Lap }),
	instant("crossed_at", func(r *crossingNode) *race.Instant { return &r.it.At }),
	text("tag", func(r *crossingNode) *string { return &r.it.Tag }),
	text("disposition", func(r *crossingNode) *race.Disposition { return &r.it.Disposition }),
	text("reason", func(r *crossingNode) *string { return &r.it.Reason }),
	truth("valid", func(r *crossingNode) *bool { return &r.it.Valid }),
}}
