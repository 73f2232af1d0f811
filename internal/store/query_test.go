package store_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

// TestHostileQuestions asks for everything that a question must not reach. Each is refused as invalid and changes nothing.
func TestHostileQuestions(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := open(t, store.Options{Dir: dir})
	write(t, s, &store.Batch{PutUsers: []race.User{{Name: "ada", Hash: "TOPSECRET"}}, Reads: someReads(1, 3)})
	inside := filepath.Join(dir, "inside.csv")
	if err := os.WriteFile(inside, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	spilled := filepath.Join(dir, "scratch", "spilled.csv")
	if err := os.WriteFile(spilled, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "race.duckdb")
	for _, q := range []string{
		"", "  ", ";", "SELECT 1\x00", "SELECT 1 -- \x00\n FROM private.users", "-- nothing", "nonsense", "SELECT", "SELECT * FROM nowhere", "SELECT nothing FROM reads", "SELECT 1 +",
		"SELECT * FROM read_csv('" + inside + "')", "SELECT * FROM read_csv('" + spilled + "')", "SELECT * FROM '" + spilled + "'",
		"SELECT * FROM read_text('/etc/passwd')", "SELECT * FROM read_blob('" + file + "')", "FROM '" + file + "'",
		"SELECT * FROM '/etc/passwd'", "SELECT * FROM glob('/*')", "SELECT * FROM parquet_scan('x')", "SELECT * FROM sniff_csv('x')",
		`WITH "` + spilled + `" AS (SELECT 1) SELECT * FROM "` + spilled + `"`,
		`SELECT (SELECT 1 FROM (WITH "` + spilled + `" AS (SELECT 1) SELECT 1)), a FROM "` + spilled + `"`,
		"SELECT * FROM 'https://example.org/x.csv'", "SELECT * FROM read_json('http://localhost:1/x')",
		"COPY reads TO '" + filepath.Join(dir, "out.csv") + "'", "COPY (SELECT 1) TO '/dev/stdout'", "COPY reads FROM '" + inside + "'",
		"EXPORT DATABASE '" + filepath.Join(dir, "out") + "'", "IMPORT DATABASE 'x'",
		"ATTACH '" + filepath.Join(dir, "other.duckdb") + "' AS other", "ATTACH ':memory:' AS m", "DETACH race", "USE race",
		"INSTALL httpfs", "LOAD httpfs", "LOAD '/tmp/x.duckdb_extension'", "UPDATE EXTENSIONS", "FORCE INSTALL spatial",
		"PRAGMA database_list", "PRAGMA enable_profiling", "PRAGMA storage_info('private.users')", "CALL pragma_version()",
		"SET threads = 1", "SET GLOBAL enable_external_access = true", "RESET lock_configuration", "SET VARIABLE x = 1",
		"CHECKPOINT", "FORCE CHECKPOINT", "VACUUM", "ANALYZE", "SELECT * FROM checkpoint()", "SELECT * FROM force_checkpoint()",
		"BEGIN", "COMMIT", "ROLLBACK", "PREPARE p AS SELECT 1", "EXECUTE p", "DEALLOCATE p",
		"INSERT INTO reads (id) VALUES (99)", "DELETE FROM reads", "UPDATE reads SET tag = 'X'", "TRUNCATE reads", "MERGE INTO reads USING reads r ON false WHEN NOT MATCHED THEN INSERT",
		"CREATE TABLE x (a INTEGER)", "CREATE TEMP TABLE x AS SELECT 1", "DROP TABLE reads", "DROP VIEW results", "ALTER TABLE reads ADD COLUMN x INTEGER",
		"CREATE VIEW x AS SELECT 1", "CREATE MACRO f() AS 1", "CREATE SECRET (TYPE s3)", "COMMENT ON TABLE reads IS 'x'",
		"SELECT 1; SELECT 2", "SELECT 1; DELETE FROM reads", "DELETE FROM reads; SELECT 1", "SELECT 1;;DROP TABLE reads",
		"WITH x AS (DELETE FROM reads RETURNING *) SELECT * FROM x", "EXPLAIN ANALYZE DELETE FROM reads", "EXPLAIN SELECT 1",
		"SELECT * FROM private.users", `SELECT * FROM "private"."users"`, "SELECT * FROM race.private.users", "FROM PRIVATE.USERS", "TABLE private.users",
		"SELECT * FROM query('SELECT * FROM private.users')", "SELECT * FROM query_table('private.users')", "SELECT * FROM query_table(['private' || '.users'])",
		"SELECT (SELECT max(hash) FROM private.users)", "SELECT 1 WHERE EXISTS (FROM private.users)", "DESCRIBE private.users", "SUMMARIZE private.users", "SHOW private.users",
		"WITH private AS (SELECT 1) SELECT * FROM private.users", "SELECT * FROM reads UNION ALL SELECT * FROM private.users",
		"SELECT * FROM reads r, LATERAL (SELECT hash FROM private.users) u", "PIVOT private.users ON name", "UNPIVOT private.users ON name",
		"SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM private.users'))",
		"SELECT json_serialize_plan('SELECT * FROM private.users')", "SELECT * FROM pragma_storage_info('private.users')", "SELECT getenv('HOME')",
		"SELECT * FROM duckdb_settings()", "SELECT * FROM duckdb_secrets()", "SELECT * FROM pragma_database_size()", "SELECT * FROM duckdb_logs",
		"SELECT * FROM seq_scan('private.users')", "SELECT * FROM arrow_scan(1,2,3)", "SELECT * FROM sqlite_master", "SELECT * FROM pg_catalog.pg_class",
		"SELECT $1", "SELECT ?", "SELECT nextval('x')", "SELECT write_log('x')", "SELECT error('boom')",
		"SELECT * FROM enable_logging('all')", "SELECT * FROM test_all_types()",
		"SELECT range(1000000000)", "SELECT range(1000 * 1000)", "SELECT repeat('x', 3000000000)", "SELECT lpad('x', 2000000000, 'y')", "SELECT unnest(range(tag)) FROM reads",
		"SELECT printf('%1000000000d', 1)", "SELECT printf('%*d', 1000000000, 1)", "SELECT format('{:1000000000}', 1)", "SELECT format('{:{}}', 1, 1000000000)",
		"SELECT format('{:1' || '000000000}', 1)", "SELECT repeat(repeat('x', 10000), 10000)", "SELECT list_transform(range(10000), lambda x: repeat('a', 10000))",
		"SELECT " + strings.Repeat("(SELECT ", 5000) + "1" + strings.Repeat(")", 5000), "SELECT 1" + strings.Repeat(" + 1", 5000), "SELECT '" + strings.Repeat("x", 70_000) + "'",
	} {
		table, err := s.Query(ctx, q, 10)
		if race.CodeOf(err) != race.CodeInvalid {
			t.Errorf("%.80q: got %v and %v, want it refused as invalid", q, table, err)
			continue
		}
		if strings.Contains(err.Error(), "TOPSECRET") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.80q: the refusal says too much: %v", q, err)
		}
	}
	if n := ask(t, s, "SELECT count(*) FROM reads")[0][0]; n != int64(3) {
		t.Errorf("there are %v reads after the attacks, want 3", n)
	}
	write(t, s, &store.Batch{Reads: someReads(4, 3)}) // the writer is as well as before
	for _, name := range []string{"out.csv", "out", "other.duckdb"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// TestHonestQuestions asks what people ask.
func TestHonestQuestions(t *testing.T) {
	s := open(t, store.Options{Dir: t.TempDir()})
	write(t, s, &store.Batch{Reads: someReads(1, 30)})
	for q, want := range map[string]int{
		"SELECT 1":                                    1,
		"select 1; -- done":                           1,
		"/* x */ SELECT ';' AS a":                     1,
		"FROM reads":                                  10,
		"TABLE reads":                                 10,
		"VALUES (1), (2)":                             2,
		"SELECT * FROM range(3)":                      3,
		"SELECT unnest([1,2,3])":                      3,
		"SELECT unnest(range(1, 4))":                  3,
		"SELECT lpad(tag, 4, '0') FROM reads LIMIT 2": 2,
		"DESCRIBE results":                            10,
		"SUMMARIZE reads":                             10,
		"SHOW TABLES":                                 10,
		"SELECT * FROM main.reads LIMIT 4":            4,
		"WITH a AS (SELECT tag FROM reads), b AS (FROM a LIMIT 2) SELECT * FROM b":                      2,
		"WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t": 5,
		"SELECT a.id, b.id FROM reads a JOIN reads b USING (id) ORDER BY a.id DESC LIMIT 3":             3,
		"SELECT table_name FROM information_schema.tables WHERE table_name = 'reads'":                   1,
		"SELECT DISTINCT view FROM help":                                                                              10,
		"SELECT hms(61001), hms(NULL), hms(-1)":                                                                       1,
		"SELECT tag, rank() OVER (ORDER BY read_at) FROM reads_named ORDER BY 2 LIMIT 3":                              3,
		"PIVOT (SELECT tag, source_id FROM reads LIMIT 3) ON source_id IN (1) USING count(*)":                         3,
		"SELECT count(*) FROM results UNION ALL SELECT count(*) FROM finishers UNION ALL SELECT count(*) FROM roster": 3,
	} {
		table, err := s.Query(context.Background(), q, 10)
		if err != nil || len(table.Rows) != want {
			t.Errorf("%s: got %v, %v, want %d rows", q, table, err, want)
		}
	}
	table, err := s.Query(context.Background(), "SELECT id FROM reads ORDER BY id DESC", 4)
	if err != nil || len(table.Rows) != 4 || !table.More || table.Rows[0][0] != int64(30) || table.Columns[0] != "id" {
		t.Errorf("a cut answer is %v, %v", table, err)
	}
}

// TestCells gives every kind of value the type that Table promises.
func TestCells(t *testing.T) {
	s := open(t, store.Options{})
	for q, want := range map[string]any{
		"NULL": nil, "true": true, "1::TINYINT": int64(1), "2::UINTEGER": int64(2), "-3::BIGINT": int64(-3),
		"18446744073709551615::UBIGINT": "18446744073709551615", "sum(4)": int64(4), "1.5::DOUBLE": 1.5, "2.25::DECIMAL(9,2)": 2.25,
		"'NaN'::DOUBLE": "NaN", "'x'": "x", "'abc'::BLOB": "abc", "'\\xFF'::BLOB": "ff", "DATE '2026-02-01'": "2026-02-01",
		"TIME '04:05:06.5'": "04:05:06.5", "INTERVAL 90 SECOND": "00:01:30", "INTERVAL '2 months 3 days'": "2 months 3 days",
		"TIMESTAMP '2026-02-01 03:04:05.006'": time.Date(2026, 2, 1, 3, 4, 5, 6e6, time.UTC), "[1, 2]": "[1,2]", "{'a': 1}": `{"a":1}`,
		"MAP {'k': 2}": `{"k":2}`, "'5b4ea0b1-9a0c-4b3a-8a39-5a3a6d6a8a01'::UUID": "5b4ea0b1-9a0c-4b3a-8a39-5a3a6d6a8a01", "'{\"a\": [1]}'::JSON": `{"a":[1]}`,
		"'infinity'::FLOAT": "+Inf", "170141183460469231731687303715884105727": "170141183460469231731687303715884105727",
	} {
		if got := ask(t, s, "SELECT "+q)[0][0]; got != want {
			t.Errorf("%s: got %#v, want %#v", q, got, want)
		}
	}
}
