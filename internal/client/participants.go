package client

import (
	"context"
	"encoding/json"
	"io"
	"net/url"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Participants lists the people of an event, or of one race of it.
func (c *Client) Participants(ctx context.Context, e race.EventID, r race.RaceID) ([]wire.Participant, error) {
	path := eventPath(e)
	if r != 0 {
		path = racePath(e, r)
	}
	return call[[]wire.Participant](ctx, c, get, path+"/participants", nil, nil)
}

// Participant is one person with splits, crossings and reads.
func (c *Client) Participant(ctx context.Context, e race.EventID, id race.ParticipantID) (wire.ParticipantDetail, error) {
	return call[wire.ParticipantDetail](ctx, c, get, eventPath(e)+"/participants/"+text(id), nil, nil)
}

// SearchParticipants finds people whose names or notes hold every word of a text, or whose bib it is (SEARCH-2, A-134); limit 0 = the server's.
func (c *Client) SearchParticipants(ctx context.Context, e race.EventID, text string, limit int) ([]wire.Participant, error) {
	query := url.Values{"q": {text}}
	setNumber(query, "limit", limit)
	return call[[]wire.Participant](ctx, c, get, eventPath(e)+"/participants/search", query, nil)
}

// SaveParticipant creates a participant or changes the one whose id the fields hold; with dry it only says what they would be.
func (c *Client) SaveParticipant(ctx context.Context, e race.EventID, fields Fields, dry bool) (Saved[wire.SavedParticipant], error) {
	a, head, err := callHead[wire.SavedParticipant](ctx, c, post, eventPath(e)+"/participants", dryRun(dry), fields)
	return answered(a, nil, head, err)
}

// RemoveParticipant removes a person from an event; code conflict when they have crossings. With dry it only says whether it could.
func (c *Client) RemoveParticipant(ctx context.Context, e race.EventID, id race.ParticipantID, dry bool) (Removed, error) {
	path := eventPath(e) + "/participants/" + text(id)
	if dry {
		path += "?dry_run=true"
	}
	return c.take(ctx, path)
}

// PrintSlip sends a person's finish slip to a printer; in a dry run it is only made.
func (c *Client) PrintSlip(ctx context.Context, e race.EventID, id race.ParticipantID, printer string, dry bool) (wire.Printed, error) {
	return call[wire.Printed](ctx, c, post, eventPath(e)+"/participants/"+text(id)+"/print", dryRun(dry), wire.PrintSlip{Address: printer})
}

// SetStatus is the body of Client.SetStatus.
type SetStatus struct {
	ParticipantIDs []race.ParticipantID `json:"participantIds,omitempty"`
	Bibs           []string             `json:"bibs,omitempty"`
	Status         race.Status          `json:"status"`
	Why            string               `json:"why,omitempty"`
}

// SetStatus gives people a status, and says whose standing that changes.
func (c *Client) SetStatus(ctx context.Context, e race.EventID, s SetStatus, dry bool) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/participants/set_status", dryRun(dry), s)
}

// RosterFile is a participant file on its way in.
type RosterFile struct {
	Body            io.Reader
	Size            int64 // -1 = not known
	Name            string
	Race            string // "file", "infer" or ""
	RaceID          race.RaceID
	AllowBibChanges bool
	Options         wire.ImportOptions // what is not said above: columns, sheet, preset, add-ons
}

// ImportParticipants matches a CSV file or an Excel workbook with the roster; which it is, the content says.
func (c *Client) ImportParticipants(ctx context.Context, e race.EventID, f RosterFile, dry bool) (wire.ImportReceipt, error) {
	query := url.Values{}
	setText(query, "race", f.Race)
	setNumber(query, "race_id", f.RaceID)
	setText(query, "file_name", f.Name)
	if f.AllowBibChanges {
		query.Set("allow_bib_changes", "true")
	}
	if dry {
		query.Set("dry_run", "true")
	}
	options, err := json.Marshal(f.Options)
	if err != nil {
		return wire.ImportReceipt{}, race.Errorf(race.CodeInternal, "write the options: %w", err)
	}
	if string(options) != "{}" {
		query.Set("options", string(options))
	}
	return call[wire.ImportReceipt](ctx, c, post, eventPath(e)+"/participants/import", query, Raw{Body: f.Body, Type: "text/csv", Size: f.Size})
}

// ResultFilter narrows results. Zero fields do not narrow.
type ResultFilter struct {
	Split   race.SplitID // the standing at this split
	Lap     int          // of that split
	Gender  string
	AgeBand string // a label such as 40-49
	Top     int
}

// Results lists a race in standing order.
func (c *Client) Results(ctx context.Context, e race.EventID, r race.RaceID, f ResultFilter) ([]wire.Result, error) {
	query := url.Values{}
	setNumber(query, "split", f.Split)
	setNumber(query, "lap", f.Lap)
	setText(query, "gender", f.Gender)
	setText(query, "age_band", f.AgeBand)
	setNumber(query, "top", f.Top)
	return call[[]wire.Result](ctx, c, get, racePath(e, r)+"/results", query, nil)
}

// Teams lists the teams of a race; n is how many runners score, 0 = the usual number.
func (c *Client) Teams(ctx context.Context, e race.EventID, r race.RaceID, n int) ([]wire.TeamResult, error) {
	query := url.Values{}
	setNumber(query, "n", n)
	return call[[]wire.TeamResult](ctx, c, get, racePath(e, r)+"/teams", query, nil)
}

// ResultsFile is the results of a race as a file: as is csv, html or json.
func (c *Client) ResultsFile(ctx context.Context, r race.RaceID, as string) (io.ReadCloser, error) {
	return c.stream(ctx, "/races/"+text(r)+"/results."+as, nil)
}
