package store

import (
	"slices"

	"racectl/internal/race"
)

// node wraps a row that needs more than the thing itself: what it belongs to and where it stands in its list.
type node[T any] struct {
	event, parent, position int64
	it                      T
}

var eventTable = table[race.Event]{name: "events", columns: []column[race.Event]{
	whole("id", func(e *race.Event) *race.EventID { return &e.ID }),
	text("name", func(e *race.Event) *string { return &e.Name }),
	text("slug", func(e *race.Event) *string { return &e.Slug }),
	text("timezone", func(e *race.Event) *string { return &e.Timezone }),
	whole("timezone_offset", func(e *race.Event) *int { return &e.TimezoneOffset }),
	truth("is_public", func(e *race.Event) *bool { return &e.IsPublic }),
	text("theme", func(e *race.Event) *string { return &e.Theme }),
	text("avatar_url", func(e *race.Event) *string { return &e.AvatarURL }),
	text("avatar_sm_url", func(e *race.Event) *string { return &e.AvatarSmURL }),
	instant("shirt_cutoff", func(e *race.Event) *race.Instant { return &e.ShirtCutoff }),
	document("shirt_counts", func(e *race.Event) *race.ShirtCounts { return &e.ShirtCounts }),
	text("pos_ingress_type", func(e *race.Event) *string { return &e.PosIngressType }),
	text("pos_ingress_state", func(e *race.Event) *string { return &e.PosIngressState }),
	instant("pos_ingress_status_at", func(e *race.Event) *race.Instant { return &e.PosIngressAt }),
	instant("last_import_at", func(e *race.Event) *race.Instant { return &e.LastImportAt }),
	document("import_preset", func(e *race.Event) **race.ImportPreset { return &e.ImportPreset }),
	document("us_rankings", func(e *race.Event) *[]race.Ranking { return &e.UsRankings }),
	whole("discarded_through", func(e *race.Event) *race.ReadID { return &e.DiscardedThrough }),
	text("lps_monitor", func(e *race.Event) *string { return &e.LpsMonitor }),
}}

type feedRow struct {
	event   race.EventID
	options race.PosIngressOptions
}

var feedTable = table[feedRow]{schema: "private", name: "feed_options", columns: []column[feedRow]{
	whole("event_id", func(f *feedRow) *race.EventID { return &f.event }),
	document("options", func(f *feedRow) *race.PosIngressOptions { return &f.options }),
}}

var trackingTable = table[race.Tracking]{schema: "private", name: "tracking", columns: []column[race.Tracking]{
	whole("event_id", func(t *race.Tracking) *race.EventID { return &t.EventID }),
	text("server", func(t *race.Tracking) *string { return &t.Server }),
	text("user_name", func(t *race.Tracking) *string { return &t.User }),
	text("password", func(t *race.Tracking) *string { return &t.Password }),
	instant("started_at", func(t *race.Tracking) *race.Instant { return &t.StartedAt }),
}}

type raceNode = node[race.Race]

var raceTable = table[raceNode]{name: "races", columns: []column[raceNode]{
	whole("id", func(r *raceNode) *race.RaceID { return &r.it.ID }),
	whole("event_id", func(r *raceNode) *race.EventID { return &r.it.EventID }),
	whole("position", func(r *raceNode) *int64 { return &r.position }),
	text("name", func(r *raceNode) *string { return &r.it.Name }),
	real("distance", func(r *raceNode) *float64 { return &r.it.Distance }),
	real("max_pace", func(r *raceNode) *float64 { return &r.it.MaxPace }),
	truth("is_loop", func(r *raceNode) *bool { return &r.it.IsLoop }),
	truth("is_timed", func(r *raceNode) *bool { return &r.it.IsTimed }),
	truth("score_by_team", func(r *raceNode) *bool { return &r.it.ScoreByTeam }),
	truth("gun_time", func(r *raceNode) *bool { return &r.it.GunTime }),
	document("prefixes", func(r *raceNode) *[]string { return &r.it.Prefixes }),
	instant("start_time", func(r *raceNode) *race.Instant { return &r.it.StartTime }),
	instant("cutoff", func(r *raceNode) *race.Instant { return &r.it.Cutoff }),
	whole("lps_duration", func(r *raceNode) *int { return &r.it.LpsDuration }),
	text("color", func(r *raceNode) *string { return &r.it.Color }),
	text("bib_ranges", func(r *raceNode) *string { return &r.it.BibRanges }),
	text("us_did", func(r *raceNode) *string { return &r.it.UsDid }),
	document("age_bands", func(r *raceNode) *[]int { return &r.it.Bands }),
	document("shirt_counts", func(r *raceNode) *race.ShirtCounts { return &r.it.ShirtCounts }),
	document("roaming_sources", func(r *raceNode) *[]race.SourceID { return &r.it.RoamingESIDs }),
	document("wave_attrs", func(r *raceNode) *race.WaveAttrs { return &r.it.Waves.Attrs }),
	truth("has_course", func(r *raceNode) *bool { return &r.it.HasCourse }),
}}

type waveNode = node[race.Wave]

var waveTable = table[waveNode]{name: "waves", columns: []column[waveNode]{
	whole("event_id", func(w *waveNode) *int64 { return &w.event }),
	whole("race_id", func(w *waveNode) *int64 { return &w.parent }),
	whole("position", func(w *waveNode) *int64 { return &w.position }),
	whole("id", func(w *waveNode) *race.WaveID { return &w.it.ID }),
	text("name", func(w *waveNode) *string { return &w.it.Name }),
	instant("time", func(w *waveNode) *race.Instant { return &w.it.Time }),
}}

type splitNode = node[race.Split]

var splitTable = table[splitNode]{name: "splits", columns: slices.Concat([]column[splitNode]{
	whole("id", func(s *splitNode) *race.SplitID { return &s.it.ID }),
	whole("event_id", func(s *splitNode) *int64 { return &s.event }),
	whole("race_id", func(s *splitNode) *race.RaceID { return &s.it.RaceID }),
	whole("position", func(s *splitNode) *int64 { return &s.position }),
	text("name", func(s *splitNode) *string { return &s.it.Name }),
	real("distance", func(s *splitNode) *float64 { return &s.it.Distance }),
	instant("cutoff", func(s *splitNode) *race.Instant { return &s.it.Cutoff }),
}, place("", func(s *splitNode) **race.Point { return &s.it.Point }), []column[splitNode]{
	truth("is_public", func(s *splitNode) *bool { return &s.it.IsPublic }),
	truth("crew_accessible", func(s *splitNode) *bool { return &s.it.CrewAccessible }),
	truth("is_transition_point", func(s *splitNode) *bool { return &s.it.IsTransitionPoint }),
})}

type routeNode = node[race.Route]

var routeTable = table[routeNode]{name: "event_routes", columns: []column[routeNode]{
	whole("id", func(r *routeNode) *race.RouteID { return &r.it.ID }),
	whole("event_id", func(r *routeNode) *int64 { return &r.event }),
	whole("parent_split_id", func(r *routeNode) *int64 { return &r.parent }),
	whole("position", func(r *routeNode) *int64 { return &r.position }),
	whole("race_id", func(r *routeNode) *race.RaceID { return &r.it.RaceID }),
	whole("split_id", func(r *routeNode) *race.SplitID { return &r.it.SplitID }),
	whole("source_id", func(r *routeNode) *race.SourceID { return &r.it.SourceID }),
	truth("backup", func(r *routeNode) *bool { return &r.it.Backup }),
	whole("delta_ms", func(r *routeNode) *int64 { return &r.it.DeltaMs }),
}}

var sourceTable = table[race.Source]{name: "event_sources", columns: []column[race.Source]{
	whole("id", func(s *race.Source) *race.SourceID { return &s.ID }),
	text("name", func(s *race.Source) *string { return &s.Name }),
	text("status", func(s *race.Source) *string { return &s.Status }),
	instant("updated_at", func(s *race.Source) *race.Instant { return &s.UpdatedAt }),
	instant("synced_at", func(s *race.Source) *race.Instant { return &s.SyncedAt }),
	whole("pending_count", func(s *race.Source) *int { return &s.PendingCount }),
	whole("clock_offset_ms", func(s *race.Source) *int64 { return &s.ClockOffsetMs }),
	truth("apply_clock_offset", func(s *race.Source) *bool { return &s.ApplyOffset }),
	whole("last_message_id", func(s *race.Source) *int64 { return &s.LastMessageID }),
	document("accept_codes", func(s *race.Source) *[]string { return &s.AcceptCodes }),
	truth("deleted", func(s *race.Source) *bool { return &s.Deleted }),
}}

var addOnTable = table[race.AddOn]{name: "addons", columns: []column[race.AddOn]{
	whole("id", func(a *race.AddOn) *race.AddOnID { return &a.ID }),
	whole("event_id", func(a *race.AddOn) *race.EventID { return &a.EventID }),
	text("name", func(a *race.AddOn) *string { return &a.Name }),
	truth("show_on_reg", func(a *race.AddOn) *bool { return &a.ShowOnReg }),
}}

type variantNode = node[race.Variant]

var variantTable = table[variantNode]{name: "variants", columns: []column[variantNode]{
	whole("id", func(v *variantNode) *race.VariantID { return &v.it.ID }),
	whole("parent_addon_id", func(v *variantNode) *int64 { return &v.parent }),
	whole("position", func(v *variantNode) *int64 { return &v.position }),
	whole("addon_id", func(v *variantNode) *race.AddOnID { return &v.it.AddOnID }),
	text("name", func(v *variantNode) *string { return &v.it.Name }),
}}
