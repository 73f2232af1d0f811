package api

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"racectl/internal/answer"
	"racectl/internal/exporter"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// download answers a file to anybody who is signed in: by a bearer token, over the socket, or, because a new window carries
// no header, by the cookie. A browser without a sign-in is sent to it.
func (a *API) download(f func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := a.mayDownload(r); err != nil {
			a.askToSignIn(w, r, err)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		if err := f(w, r); err != nil {
			a.failed(r.Context(), err).write(w)
		}
	}
}

func (a *API) mayDownload(r *http.Request) error {
	if trusted(r.Context()) {
		return nil
	}
	if token := bearer(r); token != "" {
		_, err := a.userOf(token)
		return err
	}
	_, err := a.cookieUser(r)
	return err
}

func (a *API) askToSignIn(w http.ResponseWriter, r *http.Request, err error) {
	if bearer(r) == "" {
		http.Redirect(w, r, "/login?t="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		return
	}
	a.failed(r.Context(), err).write(w)
}

// export is what a results file is made of, all of one moment.
type export struct {
	event *race.Event
	race  *race.Race
	rows  []wire.Result
	zone  *time.Location
}

func (a *API) exportOf(r *http.Request) (*export, error) {
	id, err := strconv.ParseInt(chi.URLParam(r, "raceId"), 10, 64)
	if err != nil {
		return nil, race.NotFound("race", chi.URLParam(r, "raceId"))
	}
	eventID, err := a.Control.RaceEvent(race.RaceID(id))
	if err != nil {
		return nil, err
	}
	out := &export{}
	_, err = a.look(eventID, func(e *answer.Event) (err error) {
		out.event = e.Event.Clone()
		if out.race, err = raceOf(out.event, race.RaceID(id)); err != nil {
			return err
		}
		out.rows, err = e.Results(out.race.ID, answer.ResultFilter{})
		return err
	})
	if err != nil {
		return nil, err
	}
	if out.zone, err = time.LoadLocation(out.event.Timezone); err != nil {
		return nil, fmt.Errorf("the zone of event %d: %w", eventID, err)
	}
	return out, nil
}

func (a *API) resultsCSV(w http.ResponseWriter, r *http.Request) error {
	x, err := a.exportOf(r)
	if err != nil {
		return err
	}
	attach(w, "text/csv; charset=utf-8", x.event.Slug+"-"+x.race.Name+"-results.csv")
	return a.sent(r.Context(), exporter.ResultsCSV(w, x.race, x.zone, x.rows))
}

func (a *API) resultsJSON(w http.ResponseWriter, r *http.Request) error {
	x, err := a.exportOf(r)
	if err != nil {
		return err
	}
	attach(w, "application/json", x.event.Slug+"-"+x.race.Name+"-results.json")
	return a.sent(r.Context(), exporter.ResultsJSON(w, x.rows))
}

// resultsHTML is open to everybody when the event is public.
func (a *API) resultsHTML(w http.ResponseWriter, r *http.Request) {
	x, err := a.exportOf(r)
	if err == nil && x.event.IsPublic || a.mayDownload(r) == nil {
		if err != nil {
			a.failed(r.Context(), err).write(w)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		_ = a.sent(r.Context(), exporter.ResultsHTML(w, exporter.Page{Event: x.event, Race: x.race, Rows: x.rows, MadeAt: race.At(a.Now())}))
		return
	}
	a.askToSignIn(w, r, a.mayDownload(r)) // whether there is such a race is nobody's business
}

func (a *API) eventCSV(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
	if err != nil {
		return race.NotFound("event", chi.URLParam(r, "id"))
	}
	var event *race.Event
	var people []race.Participant
	var rows []wire.Participant
	_, err = a.look(race.EventID(id), func(e *answer.Event) error {
		event = e.Event.Clone()
		rows = e.Participants()
		for i := range rows {
			people = append(people, e.People[rows[i].ID].Clone())
		}
		return nil
	})
	if err != nil {
		return err
	}
	entrants := make([]exporter.Entrant, len(rows))
	for i := range rows {
		entrants[i] = exporter.Entrant{Person: &people[i], Row: rows[i]}
	}
	zone, err := time.LoadLocation(event.Timezone)
	if err != nil {
		return fmt.Errorf("the zone of event %d: %w", id, err)
	}
	attach(w, "text/csv; charset=utf-8", event.Slug+"-participants.csv")
	return a.sent(r.Context(), exporter.RosterCSV(w, event, zone, entrants))
}

// attach names a file that is saved rather than shown.
func attach(w http.ResponseWriter, contentType, name string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// sent ends a download. Once bytes are out nothing can be answered any more: a reader that went away is nobody's fault, and any
// other failure breaks the connection, so that half a file is never taken for a whole one.
func (a *API) sent(ctx context.Context, err error) error {
	if err == nil || errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	a.Log.ErrorContext(ctx, "download broken off", "error", err, "request", requestID(ctx))
	panic(http.ErrAbortHandler)
}
