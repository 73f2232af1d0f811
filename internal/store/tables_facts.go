package store

import (
	"encoding/json"
	"slices"
	"strconv"
	"unsafe"

	"racectl/internal/race"
)

var personTable = table[race.Participant]{name: "participants", columns: []column[race.Participant]{
	whole("id", func(p *race.Participant) *race.ParticipantID { return &p.ID }),
	whole("event_id", func(p *race.Participant) *race.EventID { return &p.EventID }),
	whole("race_id", func(p *race.Participant) *race.RaceID { return &p.RaceID }),
	text("bib", func(p *race.Participant) *string { return &p.Bib }),
	listed("chips", func(p *race.Participant) *[]string { return &p.Chips }),
	text("first_name", func(p *race.Participant) *string { return &p.FirstName }),
	text("last_name", func(p *race.Participant) *string { return &p.LastName }),
	text("gender", func(p *race.Participant) *string { return &p.Gender }),
	whole("age", func(p *race.Participant) *int { return &p.Age }),
	text("dob", func(p *race.Participant) *string { return &p.DOB }),
	text("team_name", func(p *race.Participant) *string { return &p.TeamName }),
	text("city", func(p *race.Participant) *string { return &p.City }),
	text("state", func(p *race.Participant) *string { return &p.State }),
	text("country", func(p *race.Participant) *string { return &p.Country }),
	text("notes", func(p *race.Participant) *string { return &p.Notes }),
	instant("registered_at", func(p *race.Participant) *race.Instant { return &p.RegisteredAt }),
	whole("wave_id", func(p *race.Participant) *race.WaveID { return &p.WaveID }),
	truth("own_start_counts", func(p *race.Participant) *bool { return &p.WaveStartTime.Arbitrary }),
	instant("own_start", func(p *race.Participant) *race.Instant { return &p.WaveStartTime.Timestamp }),
	text("wave_buddy", func(p *race.Participant) *string { return &p.WaveBuddy }),
	real("wave_weight", func(p *race.Participant) *float64 { return &p.WaveWeight }),
	text("wave_pref", func(p *race.Participant) *string { return &p.WavePref }),
	text("wave_request", func(p *race.Participant) *string { return &p.WaveRequest }),
	real("rank", func(p *race.Participant) *float64 { return &p.Rank }),
	text("unique_id", func(p *race.Participant) *string { return &p.UniqueID }),
	text("email", func(p *race.Participant) *string { return &p.Email }),
	text("phone", func(p *race.Participant) *string { return &p.Phone }),
	text("address", func(p *race.Participant) *string { return &p.Address }),
	text("zip", func(p *race.Participant) *string { return &p.Zip }),
	text("emergency_name", func(p *race.Participant) *string { return &p.EmergencyName }),
	text("emergency_phone", func(p *race.Participant) *string { return &p.EmergencyPhone }),
	text("shirt_size", func(p *race.Participant) *string { return &p.ShirtSize }),
	maybe("expects_shirt", func(p *race.Participant) **bool { return &p.ExpectsShirt }),
	instant("imported_at", func(p *race.Participant) *race.Instant { return &p.ImportedAt }),
}}

var readTable = table[race.Read]{name: "reads", columns: slices.Concat([]column[race.Read]{
	whole("id", func(r *race.Read) *race.ReadID { return &r.ID }),
	whole("source_id", func(r *race.Read) *race.SourceID { return &r.SourceID }),
	sparse("key", func(r *race.Read) *string { return &r.Key }),
	text("tag", func(r *race.Read) *string { return &r.Tag }),
	instant("read_at", func(r *race.Read) *race.Instant { return &r.At }),
	text("reader", func(r *race.Read) *string { return &r.Reader }),
	whole("antenna", func(r *race.Read) *int { return &r.Antenna }),
	link("strength", func(r *race.Read) *int { return &r.Strength }),
	sparse("code", func(r *race.Read) *string { return &r.Code }),
}, place("", func(r *race.Read) **race.Point { return &r.Pos }), []column[race.Read]{
	exact("raw", func(r *race.Read) *string { return &r.Raw }),
	instant("received_at", func(r *race.Read) *race.Instant { return &r.ReceivedAt }),
	link("edit_id", func(r *race.Read) *race.EditID { return &r.EditID }),
})}

var correctionTable = table[race.Correction]{name: "corrections", columns: []column[race.Correction]{
	whole("id", func(c *race.Correction) *race.CorrectionID { return &c.ID }),
	whole("event_id", func(c *race.Correction) *race.EventID { return &c.EventID }),
	text("kind", func(c *race.Correction) *race.CorrectionKind { return &c.Kind }),
	link("read_id", func(c *race.Correction) *race.ReadID { return &c.ReadID }),
	link("participant_id", func(c *race.Correction) *race.ParticipantID { return &c.ParticipantID }),
	truth("off", func(c *race.Correction) *bool { return &c.Off }),
	instant("new_time", func(c *race.Correction) *race.Instant { return &c.At }),
	link("split_id", func(c *race.Correction) *race.SplitID { return &c.SplitID }),
	maybeWhole("lap", func(c *race.Correction) **int { return &c.Lap }),
	maybe("valid", func(c *race.Correction) **bool { return &c.Valid }),
	whole("status", func(c *race.Correction) *race.Status { return &c.Status }),
	link("place", func(c *race.Correction) *int { return &c.Place }),
	truth("automatic", func(c *race.Correction) *bool { return &c.Automatic }),
	text("who", func(c *race.Correction) *string { return &c.Who }),
	instant("decided_at", func(c *race.Correction) *race.Instant { return &c.When }),
	text("why", func(c *race.Correction) *string { return &c.Why }),
	link("edit_id", func(c *race.Correction) *race.EditID { return &c.EditID }),
}}

var editTable = table[race.Edit]{name: "edits", columns: []column[race.Edit]{
	whole("id", func(e *race.Edit) *race.EditID { return &e.ID }),
	whole("event_id", func(e *race.Edit) *race.EventID { return &e.EventID }),
	instant("made_at", func(e *race.Edit) *race.Instant { return &e.At }),
	text("actor", func(e *race.Edit) *string { return &e.Actor.User }),
	text("via", func(e *race.Edit) *string { return &e.Actor.Via }),
	text("rule", func(e *race.Edit) *string { return &e.Actor.Rule }),
	text("kind", func(e *race.Edit) *string { return &e.Kind }),
	text("summary", func(e *race.Edit) *string { return &e.Summary }),
	changesColumn(),
	link("undoes", func(e *race.Edit) *race.EditID { return &e.Undoes }),
	link("undone_by", func(e *race.Edit) *race.EditID { return &e.UndoneBy }),
}}

// changesColumn is the list of changes as JSON text. Before and after are JSON already, and are taken as they are: the edit of a
// roster import holds as many of them as there are people.
func changesColumn() column[race.Edit] {
	c := document("changes", func(e *race.Edit) *[]race.Change { return &e.Changes })
	c.put = func(c *cells, row int, e *race.Edit) {
		if e.Changes == nil {
			c.text(row, "null")
			return
		}
		out := append(make([]byte, 0, 400*len(e.Changes)), '[')
		for i := range e.Changes {
			ch := &e.Changes[i]
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, `{"entity":`...)
			out = appendJSON(out, ch.Entity)
			out = append(strconv.AppendInt(append(out, `,"id":`...), ch.ID, 10), `,"name":`...)
			out = appendJSON(out, ch.Name)
			out = append(orNull(append(out, `,"before":`...), ch.Before), `,"after":`...)
			out = orNull(out, ch.After)
			if ch.ParticipantID != 0 {
				out = strconv.AppendInt(append(out, `,"participantId":`...), int64(ch.ParticipantID), 10)
			}
			out = append(out, '}')
		}
		out = append(out, ']')
		c.text(row, clean(unsafe.String(unsafe.SliceData(out), len(out)))) // nothing changes it any more
	}
	return c
}

func appendJSON(out []byte, s string) []byte {
	text, _ := json.Marshal(s) // a string can always be written
	return append(out, text...)
}

func orNull(out []byte, raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return append(out, "null"...)
	}
	return append(out, raw...)
}

type aboutRow struct {
	edit   race.EditID
	person race.ParticipantID
}

var aboutTable = table[aboutRow]{name: "edits_about", columns: []column[aboutRow]{
	whole("edit_id", func(a *aboutRow) *race.EditID { return &a.edit }),
	whole("participant_id", func(a *aboutRow) *race.ParticipantID { return &a.person }),
}}

// aboutRows says which participants an edit is about: those it changed, and those its other changes name.
func aboutRows(edits []race.Edit) []aboutRow {
	var out []aboutRow
	for i := range edits {
		seen := map[race.ParticipantID]bool{}
		note := func(id race.ParticipantID) {
			if id != 0 && !seen[id] {
				seen[id] = true
				out = append(out, aboutRow{edits[i].ID, id})
			}
		}
		for _, c := range edits[i].Changes {
			note(c.ParticipantID)
			if c.Entity == "participant" {
				note(race.ParticipantID(c.ID))
				continue
			}
			if c.Entity == "line_item" && c.ParticipantID != 0 {
				continue
			}
			for _, side := range []json.RawMessage{c.Before, c.After} {
				var names struct {
					ParticipantID race.ParticipantID `json:"participantId"`
				}
				if json.Unmarshal(side, &names) == nil { // anything else is not about one person
					note(names.ParticipantID)
				}
			}
		}
	}
	return out
}

var userTable = table[race.User]{schema: "private", name: "users", columns: []column[race.User]{
	text("name", func(u *race.User) *string { return &u.Name }),
	text("hash", func(u *race.User) *string { return &u.Hash }),
	instant("created_at", func(u *race.User) *race.Instant { return &u.CreatedAt }),
}}

var notificationTable = table[race.Notification]{name: "notifications", columns: []column[race.Notification]{
	whole("id", func(n *race.Notification) *int64 { return &n.ID }),
	whole("event_id", func(n *race.Notification) *race.EventID { return &n.EventID }),
	text("type", func(n *race.Notification) *string { return &n.Type }),
	text("title", func(n *race.Notification) *string { return &n.Title }),
	text("detail", func(n *race.Notification) *string { return &n.Detail }),
	text("action", func(n *race.Notification) *string { return &n.Action }),
	text("action_title", func(n *race.Notification) *string { return &n.ActionTitle }),
	instant("raised_at", func(n *race.Notification) *race.Instant { return &n.At }),
}}

var dismissalTable = table[Dismissal]{name: "dismissals", columns: []column[Dismissal]{
	text("user_name", func(d *Dismissal) *string { return &d.User }),
	whole("notification_id", func(d *Dismissal) *int64 { return &d.NotificationID }),
}}

var lineItemTable = table[race.LineItem]{name: "line_items", columns: []column[race.LineItem]{
	whole("id", func(l *race.LineItem) *race.LineItemID { return &l.ID }),
	whole("addon_id", func(l *race.LineItem) *race.AddOnID { return &l.AddOnID }),
	whole("variant_id", func(l *race.LineItem) *race.VariantID { return &l.VariantID }),
	whole("participant_id", func(l *race.LineItem) *race.ParticipantID { return &l.ParticipantID }),
	whole("quantity", func(l *race.LineItem) *int { return &l.Quantity }),
	text("text", func(l *race.LineItem) *string { return &l.Text }),
}}

type blobRow struct {
	id   int64
	name string
	data string
}

var courseTable = table[blobRow]{name: "courses", columns: []column[blobRow]{
	whole("race_id", func(b *blobRow) *int64 { return &b.id }),
	exact("geojson", func(b *blobRow) *string { return &b.data }),
}}

var imageTable = table[blobRow]{name: "images", columns: []column[blobRow]{
	text("name", func(b *blobRow) *string { return &b.name }),
	exact("data", func(b *blobRow) *string { return &b.data }),
}}
