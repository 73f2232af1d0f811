package racectl

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// order changes what somebody ordered: --addon 'Dinner/Vegan=2'. Orders are an entry of the journal of their own, so they are
// not mixed with other changes.
func (o *personOptions) order(ctx context.Context, s *session, id race.ParticipantID) error {
	addOns, err := s.AddOns(ctx, s.event.ID)
	if err != nil {
		return err
	}
	have, err := s.LineItems(ctx, s.event.ID, id)
	if err != nil {
		return err
	}
	items := make([]wire.LineItemSave, len(have))
	for i, it := range have {
		items[i] = wire.LineItemSave{AddOnID: it.AddOnID, VariantID: it.VariantID, Quantity: it.Quantity, Text: it.Text}
	}
	for _, text := range o.addOns {
		if strings.EqualFold(strings.TrimSpace(text), "none") {
			items = items[:0]
			continue
		}
		want, err := ordered(addOns, text)
		if err != nil {
			return err
		}
		items = slices.DeleteFunc(items, func(it wire.LineItemSave) bool { return it.VariantID == want.VariantID })
		items = append(items, want)
	}
	saved, err := s.SaveLineItems(ctx, s.event.ID, id, items, o.dryRun)
	if err != nil {
		return err
	}
	return o.show(outcome{Event: s.event.Slug, ID: int64(id), EditID: saved.Edit, Steps: stepsOf(saved.Now.Told)})
}

// ordered reads one --addon: ADD-ON, ADD-ON/VARIANT, and behind = a quantity, or the answer where it is asked for in words.
func ordered(addOns []race.AddOn, text string) (wire.LineItemSave, error) {
	what, value, given := strings.Cut(text, "=")
	titles := []string{}
	for i := range addOns {
		a := &addOns[i]
		for _, v := range a.Variants {
			title := strings.ReplaceAll(a.Title(v.ID), " / ", "/")
			titles = append(titles, title)
			if !race.SameName(slashed(title), slashed(what)) {
				continue
			}
			item := wire.LineItemSave{AddOnID: a.ID, VariantID: v.ID, Quantity: 1}
			if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
				item.Quantity = n
			} else if given {
				item.Text = strings.TrimSpace(value)
			}
			return item, nil
		}
	}
	return wire.LineItemSave{}, missing("add-on", what, titles)
}

// slashed is a title without blanks around its slash.
func slashed(title string) string {
	parts := strings.Split(title, "/")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return strings.Join(parts, "/")
}
