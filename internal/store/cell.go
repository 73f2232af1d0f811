package store

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/duckdb/duckdb-go/v2"
)

// cell turns a value of DuckDB into what a Table may hold. Dates, times of day and spans become text as people write
// them; lists and structs become JSON; numbers that fit nowhere become text.
func cell(v any, kind string) any {
	switch v := v.(type) {
	case nil, bool, int64:
		return v
	case string:
		return v
	case int8:
		return int64(v)
	case int16:
		return int64(v)
	case int32:
		return int64(v)
	case uint8:
		return int64(v)
	case uint16:
		return int64(v)
	case uint32:
		return int64(v)
	case uint64:
		if v > math.MaxInt64 {
			return strconv.FormatUint(v, 10)
		}
		return int64(v)
	case *big.Int:
		if v.IsInt64() {
			return v.Int64()
		}
		return v.String()
	case float32:
		return finite(float64(v))
	case float64:
		return finite(v)
	case duckdb.Decimal:
		return finite(v.Float64())
	case time.Time:
		return moment(v, kind)
	case duckdb.Interval:
		return span(v)
	case []byte:
		return bytesText(v, kind)
	}
	if b, err := json.Marshal(plainValue(v)); err == nil {
		return string(b)
	}
	return fmt.Sprint(v)
}

// finite keeps a number that JSON can hold; others become text.
func finite(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return f
}

func moment(t time.Time, kind string) any {
	switch kind {
	case "DATE":
		return t.Format(time.DateOnly)
	case "TIME":
		return t.Format("15:04:05.999999")
	}
	return t.UTC()
}

// span writes an interval as 3 months 2 days 01:02:03.5.
func span(i duckdb.Interval) string {
	var parts []string
	if i.Months != 0 {
		parts = append(parts, fmt.Sprintf("%d months", i.Months))
	}
	if i.Days != 0 {
		parts = append(parts, fmt.Sprintf("%d days", i.Days))
	}
	if i.Micros != 0 || parts == nil {
		sign, us := "", i.Micros
		if us < 0 {
			sign, us = "-", -us
		}
		s := us / 1e6
		text := fmt.Sprintf("%s%02d:%02d:%02d", sign, s/3600, s/60%60, s%60)
		if us%1e6 != 0 {
			text += strings.TrimRight(fmt.Sprintf(".%06d", us%1e6), "0")
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

func bytesText(b []byte, kind string) string {
	if kind == "UUID" && len(b) == 16 {
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	if utf8.Valid(b) {
		return string(b)
	}
	return hex.EncodeToString(b)
}

// plainValue makes nested values ready for JSON, which knows only text as a key.
func plainValue(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plainValue(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = plainValue(item)
		}
		return out
	case duckdb.Map:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[fmt.Sprint(k)] = plainValue(item)
		}
		return out
	case duckdb.OrderedMap:
		out := map[string]any{}
		for i, k := range v.Keys() {
			out[fmt.Sprint(k)] = plainValue(v.Values()[i])
		}
		return out
	case duckdb.Union:
		return plainValue(v.Value)
	case time.Time:
		return v.UTC()
	}
	return cell(v, "")
}
