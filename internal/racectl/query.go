package racectl

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
)

type queryOptions struct {
	app   *app
	sql   string
	limit int
}

func newQuery(a *app) *cobra.Command {
	o := &queryOptions{app: a}
	cmd := &cobra.Command{
		Use: `query "SELECT ..."`, Short: "Ask a question in SQL over the documented views",
		Long: `Ask a question in SQL (DuckDB's) over the documented views: results, finishers, split_times, crossings, roster,
reads_named, journal. The view help tells what each column holds. Only reading is possible. "-" reads the question from
the standard input. With --json every row is an object.`,
		Example: `  racectl query "select * from help where view = 'results'"
  racectl query "select gender, count(*) as n from finishers group by gender"
  racectl query "select bib, time_ms from results where race = '50K' order by position" -o csv
  racectl query - < question.sql --json`,
		Args: takes("a question in SQL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.sql = args[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().IntVarP(&o.limit, "limit", "n", 100000, "at most `N` rows")
	return cmd
}

func (o *queryOptions) run(ctx context.Context) error {
	if o.limit <= 0 {
		return usage("--limit must be at least 1")
	}
	if o.sql == "-" {
		text, err := io.ReadAll(o.app.io.In)
		if err != nil {
			return race.Errorf(race.CodeUnreadable, "the standard input cannot be read: %w", err)
		}
		o.sql = string(text)
	}
	if strings.TrimSpace(o.sql) == "" {
		return usage("the question is empty")
	}
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	t, err := c.Query(ctx, o.sql, o.limit)
	if err != nil {
		return err
	}
	if t.More {
		o.app.io.Say("cut after %s; raise --limit for more", output.Count(len(t.Rows), "row", "rows"))
	}
	return o.show(&t)
}

func (o *queryOptions) show(t *client.Table) error {
	if f := o.app.io.Format; f == output.FormatJSON || f == output.FormatNDJSON {
		rows := make([]json.RawMessage, len(t.Rows))
		for i, row := range t.Rows {
			object, err := objectOf(t.Columns, row)
			if err != nil {
				return err
			}
			rows[i] = object
		}
		return output.List[json.RawMessage](o.app.io, rows, nil)
	}
	columns := make([]output.Column[[]json.RawMessage], len(t.Columns))
	for i, name := range t.Columns {
		columns[i] = output.Column[[]json.RawMessage]{
			Title: name, Field: name, Right: isNumeric(t.Rows, i),
			Cell: func(row []json.RawMessage) string { return cellText(row, i) },
		}
	}
	return output.List(o.app.io, t.Rows, columns)
}

// objectOf makes a row an object whose fields stand in the order of the columns.
func objectOf(columns []string, row []json.RawMessage) (json.RawMessage, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range columns {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		if i < len(row) && len(row[i]) > 0 {
			b.Write(row[i])
		} else {
			b.WriteString("null")
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func cellText(row []json.RawMessage, i int) string {
	if i >= len(row) || string(row[i]) == "null" {
		return ""
	}
	var s string
	if json.Unmarshal(row[i], &s) == nil {
		return s
	}
	return string(row[i])
}

// isNumeric reports whether every cell of a column is a number or empty: those stand on the right.
func isNumeric(rows [][]json.RawMessage, i int) bool {
	found := false
	for _, row := range rows {
		if i >= len(row) || string(row[i]) == "null" {
			continue
		}
		if _, err := strconv.ParseFloat(string(row[i]), 64); err != nil {
			return false
		}
		found = true
	}
	return found
}
