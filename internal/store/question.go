package store

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	"racectl/internal/race"
)

// checkQuestion lets only a single SELECT through that looks at our own tables and views and calls nothing that reaches
// out of them. DuckDB's own parser takes the question apart, so no spelling hides anything. It returns the statement
// written anew: without comments and without a semicolon.
//
// The instance is confined anyway (see confine), but DuckDB always lets its own file be read, and reading that file from
// this process would drop the lock on it; and sealed things live in the schema "private".
func checkQuestion(ctx context.Context, c *duckdb.Conn, sql string) (string, error) {
	if len(sql) > longestQuestion {
		return "", race.Invalid("sql", "the question is longer than %d characters", longestQuestion)
	}
	if strings.Contains(sql, "\x00") {
		return "", race.Invalid("sql", "the question holds a zero byte")
	}
	if strings.TrimSpace(sql) == "" {
		return "", race.Invalid("sql", "there is no question; try SELECT * FROM help")
	}
	var tree, plain string
	err := connRows(ctx, c, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", func(v []driver.Value) error {
		tree, _ = v[0].(string)
		return nil
	}, clean(sql))
	if err != nil {
		return "", err
	}
	var parsed struct {
		Error      bool   `json:"error"`
		Type       string `json:"error_type"`
		Message    string `json:"error_message"`
		Statements []any  `json:"statements"`
	}
	if err := json.Unmarshal([]byte(tree), &parsed); err != nil {
		return "", err
	}
	switch {
	case parsed.Error && parsed.Type == "not implemented":
		return "", onlySelect()
	case parsed.Error:
		return "", race.Invalid("sql", "%s", hint.ReplaceAllString(oneLine(parsed.Message), ""))
	case len(parsed.Statements) != 1:
		return "", race.Invalid("sql", "ask one question at a time: this is %d statements", len(parsed.Statements))
	}
	names, err := knownNames(ctx, c)
	if err != nil {
		return "", err
	}
	q := question{names: names}
	q.collectCTEs(parsed.Statements[0])
	if err := q.check(parsed.Statements[0]); err != nil {
		return "", err
	}
	err = connRows(ctx, c, "SELECT json_deserialize_sql(?::JSON)", func(v []driver.Value) error {
		plain, _ = v[0].(string)
		return nil
	}, tree)
	if err != nil {
		return sql, nil //nolint:nilerr // some statements cannot be written anew; then the question runs as it came
	}
	return plain, nil
}

func onlySelect() error {
	return race.Invalid("sql", "only questions can be asked: one SELECT over the views; SELECT * FROM help lists them")
}

// knownNames are the tables and views that a question may name.
func knownNames(ctx context.Context, c *duckdb.Conn) (map[string]bool, error) {
	names := map[string]bool{}
	err := connRows(ctx, c, `SELECT table_name FROM information_schema.tables
		WHERE table_catalog = current_database() AND table_schema = 'main'`, func(v []driver.Value) error {
		names[strings.ToLower(v[0].(string))] = true
		return nil
	})
	return names, err
}

// What a question may use besides the views. Functions not listed as harmful only compute.
var (
	tableFunctions = []string{"range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree",
		"duckdb_columns", "duckdb_tables", "duckdb_views", "duckdb_functions", "duckdb_types", "duckdb_keywords", "pg_timezone_names"}
	systemViews      = []string{"duckdb_columns", "duckdb_tables", "duckdb_views", "duckdb_types"}
	harmfulFunctions = []string{"getenv", "write_log", "nextval", "currval", "json_serialize_plan", "json_execute_serialized_sql",
		"query", "query_table", "current_setting"}
	// These make a single value as large as their arguments say, and DuckDB's memory limit does not count it.
	bulkyFunctions = []string{"range", "generate_series", "repeat", "lpad", "rpad", "list_resize", "array_resize"}
	plainName      = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

const (
	longestQuestion = 64 << 10
	modestSize      = 10_000 // of all that makes values larger, multiplied: it may happen in each of some thousand rows at once
)

// modest reports whether the arguments that say how large the value becomes are written out and small, taken together with
// those of the other calls in the question.
func (q *question) modest(function string, children any) bool {
	sizes, _ := children.([]any)
	if function != "range" && function != "generate_series" && len(sizes) > 1 {
		sizes = sizes[1:2] // what is repeated or padded, how often, with what
	}
	for _, c := range sizes {
		arg, _ := c.(map[string]any)
		value, _ := arg["value"].(map[string]any)
		n, ok := value["value"].(float64)
		if !ok {
			return false
		}
		q.growth = max(q.growth, 1) * max(math.Abs(n), 1)
	}
	return q.growth <= modestSize
}

// plainFormat reports whether a call of printf or format has its pattern written out, without a width that makes it large.
func plainFormat(children any) bool {
	args, _ := children.([]any)
	if len(args) == 0 {
		return true // DuckDB says what is missing
	}
	arg, _ := args[0].(map[string]any)
	value, _ := arg["value"].(map[string]any)
	pattern, ok := value["value"].(string)
	return ok && !wideFormat.MatchString(pattern)
}

// wideFormat is a width or precision of four digits or one that an argument gives.
var wideFormat = regexp.MustCompile(`\d{4}|%[^a-zA-Z%]*\*|\{[^}]*\{`)

type question struct {
	names map[string]bool
	ctes  []string
	// growth is how much larger than its arguments a value may become by the calls seen so far.
	growth float64
}

// collectCTEs notes the names that the question itself gives to parts of it. A name with a dot could be a file, so it
// is not believed.
func (q *question) collectCTEs(part any) {
	_ = each(part, func(node map[string]any) error { // none of it can fail
		if m, ok := node["cte_map"].(map[string]any); ok {
			list, _ := m["map"].([]any)
			for _, entry := range list {
				if e, ok := entry.(map[string]any); ok {
					q.cte(e["key"])
				}
			}
		}
		q.cte(node["cte_name"])
		return nil
	})
}

func (q *question) cte(name any) {
	if s, _ := name.(string); plainName.MatchString(s) {
		q.ctes = append(q.ctes, strings.ToLower(s))
	}
}

func (q *question) check(part any) error {
	return each(part, func(node map[string]any) error {
		switch node["type"] {
		case "BASE_TABLE":
			return q.checkTable(node, "table_name")
		case "SHOW_REF":
			if name := lower(node, "table_name"); name != "" && !strings.HasPrefix(name, `"`) && node["query"] == nil {
				return q.checkTable(node, "table_name")
			}
		case "TABLE_FUNCTION":
			f, _ := node["function"].(map[string]any)
			if name := lower(f, "function_name"); !slices.Contains(tableFunctions, name) {
				return race.Invalid("sql", "%s() may not be used in questions: it could reach outside the views", name)
			} else if f != nil {
				f["type"] = "checked" // as a table it streams; only as a value it is bulky
			}
		case "FUNCTION":
			if name := lower(node, "function_name"); slices.Contains(harmfulFunctions, name) {
				return race.Invalid("sql", "%s() may not be used in questions", name)
			} else if slices.Contains(bulkyFunctions, name) && !q.modest(name, node["children"]) {
				return race.Invalid("sql", "%s() needs plain numbers up to %d here; for more, ask FROM range(...)", name, modestSize)
			} else if (name == "printf" || name == "format") && !plainFormat(node["children"]) {
				return race.Invalid("sql", "%s() needs its pattern written out here, with widths below 1000", name)
			}
		}
		return nil
	})
}

func (q *question) checkTable(node map[string]any, field string) error {
	catalog, schema, name := lower(node, "catalog_name"), lower(node, "schema_name"), lower(node, field)
	ours := catalog == "" && (schema == "" || schema == "main" || schema == "race" || schema == "memory") ||
		(catalog == "race" || catalog == "memory") && schema == "main"
	switch {
	case catalog == "" && schema == "information_schema":
		return nil
	case ours && q.names[name]:
		return nil
	case ours && schema == "" && slices.Contains(q.ctes, name):
		return nil
	case ours && slices.Contains(systemViews, name):
		return nil
	case catalog == "private" || schema == "private":
		return race.Invalid("sql", "what is in private may not be asked for")
	}
	shown, _ := node[field].(string)
	return race.Invalid("sql", "there is no view named %q; SELECT DISTINCT view FROM help lists them", shown)
}

func lower(node map[string]any, field string) string {
	s, _ := node[field].(string)
	return strings.ToLower(s)
}

// each visits every object of a JSON tree.
func each(part any, f func(map[string]any) error) error {
	switch p := part.(type) {
	case map[string]any:
		if err := f(p); err != nil {
			return err
		}
		for _, v := range p {
			if err := each(v, f); err != nil {
				return err
			}
		}
	case []any:
		for _, v := range p {
			if err := each(v, f); err != nil {
				return err
			}
		}
	}
	return nil
}
