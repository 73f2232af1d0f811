package racectl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"racectl/internal/client"
	"racectl/internal/race"
)

// shirtFlags are the flags for stock by size, the same for an event and for a race (SHIRT-3 … SHIRT-8).
type shirtFlags struct {
	unisex, sizeDown bool
	sizes            []string
}

func (f *shirtFlags) bind(flags *pflag.FlagSet) {
	flags.BoolVar(&f.unisex, "unisex", false, "shirts are unisex; --unisex=false counts women's and men's apart")
	flags.BoolVar(&f.sizeDown, "size-down-women", false, "hand out unisex shirts one size smaller to women (with --unisex)")
	flags.StringSliceVar(&f.sizes, "shirt-size", nil, "how many shirts of a `SIZE=N`: xl=12, wm=4, ys=0; sizes "+strings.Join(race.ShirtSizes, " "))
}

// put adds what was given about shirts to the fields: only that, so that counts of other sizes stay as they are.
func (f *shirtFlags) put(b *builder, have *race.ShirtCounts) {
	said := client.Fields{}
	if b.has("unisex") {
		said["unisex"] = f.unisex
		if !f.unisex {
			said["wsizedown"] = false // it means nothing without unisex shirts (SHIRT-3)
		}
	}
	if b.has("size-down-women") {
		if unisex, given := said["unisex"].(bool); f.sizeDown && (given && !unisex || !given && !have.Unisex) {
			b.err = race.Invalid("shirtCounts.wsizedown", "--size-down-women goes with unisex shirts only; add --unisex")
			return
		}
		said["wsizedown"] = f.sizeDown
	}
	if b.has("shirt-size") {
		sizes, err := f.counts()
		if err != nil {
			b.err = err
			return
		}
		said["sizes"] = sizes
	}
	if len(said) > 0 && b.err == nil {
		b.fields["shirtCounts"] = said
	}
}

func (f *shirtFlags) counts() (client.Fields, error) {
	sizes := client.Fields{}
	for _, text := range f.sizes {
		name, count, ok := strings.Cut(text, "=")
		size := strings.ToLower(strings.TrimSpace(name))
		size = strings.Replace(size, "2xl", "xxl", 1)
		if !ok || !slices.Contains(race.ShirtSizes, size) {
			return nil, race.Invalid("shirtCounts.sizes", "%q is not a size with its count; write it like xl=12, with one of %s", text, strings.Join(race.ShirtSizes, ", "))
		}
		n, err := strconv.Atoi(strings.TrimSpace(count))
		if err != nil || n < 0 {
			return nil, race.Invalid("shirtCounts.sizes."+size, "%q is not a number of shirts; write a whole number, 0 or more", count)
		}
		if sizes[size] = n; n == 0 {
			sizes[size] = nil
		}
	}
	return sizes, nil
}

// strategy reads --shirts of a race: whose stock it draws on.
func (s *session) strategy(word string, self *race.Race) (client.Fields, error) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "none":
		return client.Fields{"disabled": true}, nil
	case "event", "":
		return client.Fields{"strategy": "", "disabled": false}, nil
	case "this", "all":
		return client.Fields{"strategy": strings.ToLower(word), "disabled": false}, nil
	}
	other, err := s.findRace(word)
	if err != nil {
		return nil, race.Errorf(race.CodeOf(err), "%w; or use event, this, all or none", err)
	}
	if self != nil && other.ID == self.ID {
		return client.Fields{"strategy": "this", "disabled": false}, nil
	}
	return client.Fields{"strategy": strconv.FormatInt(int64(other.ID), 10), "disabled": false}, nil
}
