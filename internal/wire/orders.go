package wire

import "racectl/internal/race"

// OrderedItem is one thing that somebody ordered with their entry, by its ids and its names.
type OrderedItem struct {
	ID        race.LineItemID `json:"id"`
	AddOnID   race.AddOnID    `json:"addOnId"`
	AddOn     string          `json:"addon"`
	VariantID race.VariantID  `json:"variantId"`
	Variant   string          `json:"variant"` // "" where there is nothing to choose
	Quantity  int             `json:"quantity"`
	Text      string          `json:"text"` // the answer of a choice that is asked for in words
}
