package client

import (
	"context"
	"io"
	"net/url"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// AddOns lists what an event sells with its entries, by name.
func (c *Client) AddOns(ctx context.Context, e race.EventID) ([]race.AddOn, error) {
	return call[[]race.AddOn](ctx, c, get, eventPath(e)+"/addons", nil, nil)
}

// SaveAddOn creates (id 0) or changes an add-on; with dry it only says what it would be. A variant that the fields leave out goes, with
// what people ordered of it.
func (c *Client) SaveAddOn(ctx context.Context, e race.EventID, id race.AddOnID, fields Fields, dry bool) (Saved[wire.SavedAddOn], error) {
	method, path := put, eventPath(e)+"/addons/"+text(id)
	if id == 0 {
		method, path = post, eventPath(e)+"/addons"
	}
	a, head, err := callHead[wire.SavedAddOn](ctx, c, method, path, dryRun(dry), fields)
	return answered(a, nil, head, err)
}

// RemoveAddOn takes an add-on away, with what people ordered of it.
func (c *Client) RemoveAddOn(ctx context.Context, e race.EventID, id race.AddOnID) (Removed, error) {
	return c.take(ctx, eventPath(e)+"/addons/"+text(id))
}

// Orders is what was ordered of each add-on, and by whom; r 0 = of all races.
func (c *Client) Orders(ctx context.Context, e race.EventID, r race.RaceID) ([]wire.Order, error) {
	query := url.Values{}
	setNumber(query, "race_id", r)
	return call[[]wire.Order](ctx, c, get, eventPath(e)+"/orders", query, nil)
}

// LineItems is what one person ordered.
func (c *Client) LineItems(ctx context.Context, e race.EventID, id race.ParticipantID) ([]wire.OrderedItem, error) {
	return call[[]wire.OrderedItem](ctx, c, get, eventPath(e)+"/participants/"+text(id)+"/line_items", nil, nil)
}

// SaveLineItems makes what a person ordered be this and nothing else; with dry it only says what would change.
func (c *Client) SaveLineItems(ctx context.Context, e race.EventID, id race.ParticipantID, items []wire.LineItemSave, dry bool) (Saved[wire.SavedLineItems], error) {
	a, head, err := callHead[wire.SavedLineItems](ctx, c, put, eventPath(e)+"/participants/"+text(id)+"/line_items", dryRun(dry), wire.LineItemsSave{Items: items})
	return answered(a, nil, head, err)
}

// ImportRankings reads people's rankings from a CSV file and gives them to those of the event; with dry it only says to whom.
func (c *Client) ImportRankings(ctx context.Context, e race.EventID, file io.Reader, size int64, dry bool) (wire.RankingsReceipt, error) {
	return call[wire.RankingsReceipt](ctx, c, post, eventPath(e)+"/rankings/import", dryRun(dry), Raw{Body: file, Type: "text/csv", Size: size})
}

// FetchRankings has raced ask the ranking service about the entrants of one of its races.
func (c *Client) FetchRankings(ctx context.Context, e race.EventID, did string, dry bool) (wire.RankingsReceipt, error) {
	return call[wire.RankingsReceipt](ctx, c, post, eventPath(e)+"/rankings", dryRun(dry), wire.FetchRankings{Did: did})
}
