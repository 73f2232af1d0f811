package store

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"racectl/internal/race"
)

// column maps one field of T to one column, both ways, so that writing and reading cannot disagree.
type column[T any] struct {
	name string
	sel  string // how it is selected
	put  func(c *cells, row int, t *T)
	take func(*T, driver.Value) error
}

// text keeps "" as "". Bytes that are not UTF-8 become U+FFFD: DuckDB refuses them.
func text[T any, S ~string](name string, f func(*T) *S) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) { c.text(row, clean(string(*f(t)))) },
		func(t *T, v driver.Value) error {
			s, _ := v.(string)
			*f(t) = S(s)
			return nil
		}}
}

// sparse is text that is mostly empty: "" is stored as NULL.
func sparse[T any, S ~string](name string, f func(*T) *S) column[T] {
	c := text(name, f)
	put := c.put
	c.put = func(c *cells, row int, t *T) {
		if *f(t) == "" {
			c.null(row)
			return
		}
		put(c, row, t)
	}
	return c
}

// exact is text kept byte for byte, whatever it holds; "" is NULL.
func exact[T any](name string, f func(*T) *string) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) {
			if *f(t) == "" {
				c.null(row)
				return
			}
			c.text(row, *f(t))
		},
		func(t *T, v driver.Value) error {
			b, _ := v.([]byte)
			*f(t) = string(b)
			return nil
		}}
}

func whole[T any, N ~int | ~int64](name string, f func(*T) *N) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) { c.whole(row, int64(*f(t))) },
		func(t *T, v driver.Value) error {
			n, _ := v.(int64)
			*f(t) = N(n)
			return nil
		}}
}

// link is an id or a number that may be missing: 0 is stored as NULL.
func link[T any, N ~int | ~int64](name string, f func(*T) *N) column[T] {
	c := whole(name, f)
	c.put = func(c *cells, row int, t *T) {
		if *f(t) == 0 {
			c.null(row)
			return
		}
		c.whole(row, int64(*f(t)))
	}
	return c
}

func real[T any](name string, f func(*T) *float64) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) { c.real(row, *f(t)) },
		func(t *T, v driver.Value) error {
			*f(t), _ = v.(float64)
			return nil
		}}
}

func truth[T any](name string, f func(*T) *bool) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) { c.truth(row, *f(t)) },
		func(t *T, v driver.Value) error {
			*f(t), _ = v.(bool)
			return nil
		}}
}

// instant is a TIMESTAMP in UTC, NULL when unset.
func instant[T any](name string, f func(*T) *race.Instant) column[T] {
	return column[T]{name, "epoch_ms(" + name + ")",
		func(c *cells, row int, t *T) {
			if at := *f(t); at.IsSet() {
				c.whole(row, int64(at)*1000)
			} else {
				c.null(row)
			}
		},
		func(t *T, v driver.Value) error {
			ms, _ := v.(int64)
			*f(t) = race.Instant(ms)
			return nil
		}}
}

// maybe holds a pointer: nil is NULL. Numbers are BIGINT.
func maybe[T any](name string, f func(*T) **bool) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) {
			if p := *f(t); p != nil {
				c.truth(row, *p)
			} else {
				c.null(row)
			}
		},
		func(t *T, v driver.Value) error {
			if b, ok := v.(bool); ok {
				*f(t) = &b
			}
			return nil
		}}
}

func maybeWhole[T any](name string, f func(*T) **int) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) {
			if p := *f(t); p != nil {
				c.whole(row, int64(*p))
			} else {
				c.null(row)
			}
		},
		func(t *T, v driver.Value) error {
			if n, ok := v.(int64); ok {
				i := int(n)
				*f(t) = &i
			}
			return nil
		}}
}

// document is a small nested thing as JSON text.
func document[T, V any](name string, f func(*T) *V) column[T] {
	return column[T]{name, name,
		func(c *cells, row int, t *T) {
			b, err := json.Marshal(f(t))
			if err != nil {
				c.fail(fmt.Errorf("write %s as JSON: %w", name, err))
			}
			c.text(row, clean(string(b)))
		},
		func(t *T, v driver.Value) error {
			s, _ := v.(string)
			if s == "" {
				return nil
			}
			if err := json.Unmarshal([]byte(s), f(t)); err != nil {
				return fmt.Errorf("read %s: %w", name, err)
			}
			return nil
		}}
}

// listed is document for a list of texts that is mostly empty.
func listed[T any](name string, f func(*T) *[]string) column[T] {
	c := document(name, f)
	put := c.put
	c.put = func(c *cells, row int, t *T) {
		if list := *f(t); list != nil && len(list) == 0 {
			c.text(row, "[]")
			return
		}
		put(c, row, t)
	}
	return c
}

// place is four columns for a *race.Point; without one all are NULL.
func place[T any](prefix string, f func(*T) **race.Point) []column[T] {
	part := func(name string, g func(*race.Point) *float64) column[T] {
		return column[T]{prefix + name, prefix + name,
			func(c *cells, row int, t *T) {
				if p := *f(t); p != nil {
					c.real(row, *g(p))
				} else {
					c.null(row)
				}
			},
			func(t *T, v driver.Value) error {
				n, ok := v.(float64)
				if !ok {
					return nil
				}
				if *f(t) == nil {
					*f(t) = new(race.Point)
				}
				*g(*f(t)) = n
				return nil
			}}
	}
	return []column[T]{
		part("lon", func(p *race.Point) *float64 { return &p.Lon }),
		part("lat", func(p *race.Point) *float64 { return &p.Lat }),
		part("ele", func(p *race.Point) *float64 { return &p.Ele }),
		part("along", func(p *race.Point) *float64 { return &p.Distance }),
	}
}

func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
