package api

import (
	"context"
	"net/http"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func (a *API) dismiss(context.Context, ...int64) error { panic("being built") }

func (a *API) addCrossing(context.Context, *AddCrossing) (*one[wire.SavedCrossing], error) {
	panic("being built")
}
func (a *API) addCrossings(context.Context, *AddCrossings) (*list[wire.SavedCrossing], error) {
	panic("being built")
}
func (a *API) saveCrossing(context.Context, *SaveCrossing) (*one[wire.SavedCrossing], error) {
	panic("being built")
}
func (a *API) voidCrossing(context.Context, *VoidCrossing) (*nothing, error) { panic("being built") }
func (a *API) restoreCrossing(context.Context, *CrossingPath) (*one[wire.Crossing], error) {
	panic("being built")
}
func (a *API) reassignCrossings(context.Context, *ReassignCrossings) (*one[*race.Edit], error) {
	panic("being built")
}
func (a *API) importCrossings(context.Context, *ImportCrossings) (*one[wire.ReadsReceipt], error) {
	panic("being built")
}
func (a *API) addReads(context.Context, *AddReads) (*one[wire.ReadsReceipt], error) {
	panic("being built")
}
func (a *API) importParticipants(context.Context, *ImportParticipants) (*one[wire.ImportReceipt], error) {
	panic("being built")
}
func (a *API) applyEvent(context.Context, *ApplyEvent) (*one[wire.Plan], error)           { panic("being built") }
func (a *API) exportEvent(context.Context, *EventPath) (*text, error)                     { panic("being built") }
func (a *API) resultsCSV(w http.ResponseWriter, r *http.Request) error                    { panic("being built") }
func (a *API) resultsJSON(w http.ResponseWriter, r *http.Request) error                   { panic("being built") }
func (a *API) resultsHTML(w http.ResponseWriter, r *http.Request)                         { panic("being built") }
func (a *API) eventCSV(w http.ResponseWriter, r *http.Request) error                      { panic("being built") }
func (a *API) download(f func(http.ResponseWriter, *http.Request) error) http.HandlerFunc { return nil }

// ImportParticipants is the input of POST participants/import.
type ImportParticipants struct {
	EventPath
	Upload
	Race            string      `query:"race" doc:"file, infer, or empty with race_id"`
	RaceID          race.RaceID `query:"race_id"`
	AllowBibChanges bool        `query:"allow_bib_changes"`
	FileName        string      `query:"file_name"`
	DryRun
}

// ApplyEvent is the input of POST race_events/apply.
type ApplyEvent struct {
	Upload
	DryRun
}

func (a *API) console(w http.ResponseWriter, r *http.Request) {}

func (a *API) voidOwnCrossing(context.Context, *VoidOwnCrossing) (*nothing, error) {
	panic("being built")
}
