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

// SavedAddOn is the answer of an add-on save. A preview (dry_run) has the add-on as it would be, id 0 for a new one.
type SavedAddOn struct {
	race.AddOn
	Told []Told `json:"told"` // what was or would be changed, in words: with a variant that goes, what people ordered of it
}

// LineItemsSave is the body of PUT …/participants/{participantId}/line_items: all that the person orders. What is not named is not ordered.
type LineItemsSave struct {
	Items []LineItemSave `json:"items"`
}

// LineItemSave is one thing ordered. Without a variant it is the only one of its add-on; a text without a quantity counts as 1.
type LineItemSave struct {
	AddOnID   race.AddOnID   `json:"addOnId"`
	VariantID race.VariantID `json:"variantId,omitempty"`
	Quantity  int            `json:"quantity,omitempty"`
	Text      string         `json:"text,omitempty"`
}

// SavedLineItems is what somebody orders now, or, of a preview, ordered before.
type SavedLineItems struct {
	Items []OrderedItem `json:"items"`
	Told  []Told        `json:"told"` // what was or would be changed, in words
}

// Order is an add-on with who ordered what of it.
type Order struct {
	AddOnID   race.AddOnID   `json:"addOnId"`
	Name      string         `json:"name"`
	ShowOnReg bool           `json:"showOnReg"`
	Variants  []OrderVariant `json:"variants"`
	Total     int            `json:"total"` // ordered of all variants together
}

// OrderVariant is one variant of it.
type OrderVariant struct {
	VariantID race.VariantID `json:"variantId"`
	Name      string         `json:"name"` // "" where there is nothing to choose
	Quantity  int            `json:"quantity"`
	People    []OrderedBy    `json:"people"` // by bib, those without one last
}

// OrderedBy is one person's order of a variant.
type OrderedBy struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	RaceID        race.RaceID        `json:"raceId"`
	Quantity      int                `json:"quantity"`
	Text          string             `json:"text"`
}
