package api

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"racectl/internal/auth"
	"racectl/internal/live"
)

// bare is an API without a store: enough for everything that asks nothing of one.
func bare(t *testing.T) *API {
	t.Helper()
	keys, err := auth.NewKeys(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{Keys: keys, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Hub: live.NewHub(16),
		Now: func() time.Time { return time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC) }})
}

// The console's types are made from console/openapi.json: it must be what the Go types say. -update writes it.
func TestOpenAPIIsWhatTheTypesSay(t *testing.T) {
	g := goldie.New(t, goldie.WithFixtureDir("../../console"), goldie.WithNameSuffix(".json"))
	g.Assert(t, "openapi", bare(t).OpenAPI())
}

func TestOpenAPITellsTheConsoleTheTruth(t *testing.T) {
	var doc struct {
		Paths      map[string]map[string]struct{ OperationID string }
		Components struct {
			Schemas map[string]struct {
				Properties map[string]map[string]any
				Required   []string
			}
		}
	}
	if err := json.Unmarshal(bare(t).OpenAPI(), &doc); err != nil {
		t.Fatal(err)
	}
	st := doc.Components.Schemas["Participant"].Properties["st"]
	if got, _ := json.Marshal(st["type"]); string(got) != `["string","null"]` || st["format"] != "date-time" {
		t.Errorf("an Instant is a time or null, not %v", st)
	}
	if got, _ := json.Marshal(doc.Components.Schemas["Participant"].Properties["lastLoc"]); !strings.Contains(string(got), "null") {
		t.Errorf("a pointer to an object may be null: %s", got)
	}
	if got, _ := json.Marshal(doc.Components.Schemas["Event"].Properties["races"]["type"]); string(got) != `"array"` {
		t.Errorf("lists are never null: %s", got)
	}
	if got := doc.Components.Schemas["RaceSave"].Required; len(got) > 0 {
		t.Errorf("every key of a save body may be absent, but %v are required", got)
	}
	if _, ok := doc.Components.Schemas["Message"]; !ok {
		t.Error("the messages of the realtime channel are missing")
	}
	for path, item := range doc.Paths {
		if strings.HasSuffix(path, "/") && path != "/" {
			t.Errorf("%s ends in a slash", path)
		}
		for method, op := range item {
			if op.OperationID == "" {
				t.Errorf("%s %s has no name", method, path)
			}
		}
	}
	if len(doc.Paths["/race_events/{id}"]) != 3 {
		t.Errorf("GET, PUT and DELETE of an event, not %v", doc.Paths["/race_events/{id}"])
	}
}
