package race

import (
	"slices"
	"strings"
)

type (
	// AddOnID names an add-on.
	AddOnID int64
	// VariantID names a variant of an add-on.
	VariantID int64
	// LineItemID names a line item.
	LineItemID int64
)

// AddOn is something sold with an entry; its variants are what can be chosen (ADDON-5, A-95). It has at least one.
type AddOn struct {
	ID        AddOnID   `json:"id"`
	EventID   EventID   `json:"raceEventId"`
	Name      string    `json:"name"`
	ShowOnReg bool      `json:"showOnReg"` // printed on registration sheets and packets
	Variants  []Variant `json:"variants"`  // in the order in which they are shown
}

// Variant is one choice of an add-on. It has no name where there is nothing to choose.
type Variant struct {
	ID      VariantID `json:"id"`
	AddOnID AddOnID   `json:"addOnId"`
	Name    string    `json:"name"`
}

// LineItem is what one participant ordered of one variant. Text holds the answer where it is not a number that counts: it then
// has the quantity 1. A participant has at most one for each variant.
type LineItem struct {
	ID            LineItemID    `json:"id"`
	AddOnID       AddOnID       `json:"addOnId"`
	VariantID     VariantID     `json:"variantId"`
	ParticipantID ParticipantID `json:"participantId"`
	Quantity      int           `json:"quantity"`
	Text          string        `json:"text"`
}

// The limits of add-ons and orders: what a registration system sends beyond them is no order.
const (
	MaxAddOnName = 100
	MaxVariants  = 200
	MaxAddOns    = 200
	MaxQuantity  = 9999
	MaxItemText  = 500
)

// Clone is a copy that shares nothing changeable with the original.
func (a *AddOn) Clone() AddOn {
	c := *a
	c.Variants = slices.Clone(a.Variants)
	return c
}

// Variant finds a variant by id, nil when the add-on has none such.
func (a *AddOn) Variant(id VariantID) *Variant {
	for i := range a.Variants {
		if a.Variants[i].ID == id {
			return &a.Variants[i]
		}
	}
	return nil
}

// Normalise brings an add-on into the one form that it is stored in: names without needless blanks, and one variant without a name
// where none is given.
func (a *AddOn) Normalise() {
	a.Name = strings.Join(strings.Fields(a.Name), " ")
	if len(a.Variants) == 0 {
		a.Variants = []Variant{{}}
	}
	for i := range a.Variants {
		a.Variants[i].Name = strings.Join(strings.Fields(a.Variants[i].Name), " ")
		a.Variants[i].AddOnID = a.ID
	}
}

// Validate refuses an add-on that nobody could tell from another of the event, or whose variants nobody could tell apart.
// Code invalid, or conflict for a name that is taken. The others may hold the add-on itself.
func (a *AddOn) Validate(others []*AddOn) error {
	switch {
	case a.Name == "":
		return Invalid("name", "an add-on needs a name")
	case len(a.Name) > MaxAddOnName:
		return Invalid("name", "the name of an add-on has at most %d letters", MaxAddOnName)
	case hasControl(a.Name):
		return Invalid("name", "the name %q holds characters that cannot be shown", shorten(a.Name))
	case len(a.Variants) > MaxVariants:
		return Invalid("variants", "an add-on has at most %d variants", MaxVariants)
	}
	for _, o := range others {
		if o.ID != a.ID && SameName(o.Name, a.Name) {
			return &Error{Code: CodeConflict, Field: "name", Message: "there is an add-on " + o.Name + " already; add a variant to it, or choose another name"}
		}
	}
	seen, ids := map[string]bool{}, map[VariantID]bool{}
	for i := range a.Variants {
		if id := a.Variants[i].ID; ids[id] {
			return Invalid("variants", "%s has two variants with the id %d; leave the id out for a new one", a.Name, id)
		} else if id > 0 {
			ids[id] = true
		}
		name := a.Variants[i].Name
		switch key := NameKey(name); {
		case name == "" && len(a.Variants) > 1:
			return Invalid("variants", "%s has several variants, so each needs a name", a.Name)
		case len(name) > MaxAddOnName:
			return Invalid("variants", "the name of a variant has at most %d letters", MaxAddOnName)
		case hasControl(name):
			return Invalid("variants", "the name %q holds characters that cannot be shown", shorten(name))
		case seen[key]:
			return Invalid("variants", "%s has the variant %q twice", a.Name, name)
		default:
			seen[key] = true
		}
	}
	return nil
}

// Title is an add-on and a variant of it as people say it: "Dinner / Vegan", or "Parking" where there is nothing to choose.
func (a *AddOn) Title(id VariantID) string {
	if v := a.Variant(id); v != nil && v.Name != "" {
		return a.Name + " / " + v.Name
	}
	return a.Name
}

// Validate refuses quantities and texts that are no order; code invalid.
func (l *LineItem) Validate() error {
	switch {
	case l.Quantity < 0 || l.Quantity > MaxQuantity:
		return Invalid("quantity", "a quantity is a whole number from 0 to %d, not %d", MaxQuantity, l.Quantity)
	case len(l.Text) > MaxItemText:
		return Invalid("text", "the text of an order has at most %d letters", MaxItemText)
	case hasControl(lineBreaks.Replace(l.Text)):
		return Invalid("text", "%q holds characters that cannot be shown", shorten(l.Text))
	}
	return nil
}

// Normalise brings a line item into the one form that it is stored in; a text without a quantity counts as one.
func (l *LineItem) Normalise() {
	l.Text = strings.TrimSpace(l.Text)
	if l.Text != "" && l.Quantity == 0 {
		l.Quantity = 1
	}
}
