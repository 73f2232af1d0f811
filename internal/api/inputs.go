package api

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// EventPath names an event.
type EventPath struct {
	ID race.EventID `path:"id"`
}

// RacePath names a race of an event.
type RacePath struct {
	EventPath
	RaceID race.RaceID `path:"raceId"`
}

// DryRun only says what would be done.
type DryRun struct {
	DryRun bool `query:"dry_run" doc:"only say what would change"`
}

// nothing is the answer of a call that has none: 204. What became of it is in the header.
type nothing struct {
	Edit     race.EditID `header:"Edit" doc:"entry of the journal that this is, for undo; absent when nothing differs"`
	Rescored string      `header:"Rescored" doc:"as JSON, how many results have changed; absent when none"`
}

// removed is the answer of a removal.
func removed(edit race.EditID, rescored *wire.Rescored) *nothing {
	out := &nothing{Edit: edit}
	if rescored != nil {
		out.Rescored = fmt.Sprintf(`{"people":%d,"places":%d,"times":%d,"statuses":%d}`, rescored.People, rescored.Places, rescored.Times, rescored.Statuses)
	}
	return out
}

// editID is the number of an entry of the journal, 0 for none.
func editID(e *race.Edit) race.EditID {
	if e == nil {
		return 0
	}
	return e.ID
}

// list is an answer that the realtime channel continues: Seq is where.
type list[T any] struct {
	Seq  uint64      `header:"Seq" doc:"sequence number of the realtime channel when this was true; pass it as since"`
	Edit race.EditID `header:"Edit" doc:"of a change, the entry of the journal that it is, for undo; absent when nothing differs"`
	Body []T
}

// one is an answer of one thing.
type one[T any] struct {
	Seq  uint64      `header:"Seq" doc:"sequence number of the realtime channel when this was true; pass it as since"`
	Edit race.EditID `header:"Edit" doc:"of a change, the entry of the journal that it is, for undo; absent when nothing differs"`
	Body T
}

// kept is the answer of a save: 201 when it made something, 200 when that was there.
type kept[T any] struct {
	Status int
	Seq    uint64      `header:"Seq" doc:"sequence number of the realtime channel when this was true; pass it as since"`
	Edit   race.EditID `header:"Edit" doc:"entry of the journal that this is, for undo; absent when nothing differs"`
	Body   T
}

// madeOr200 is the status of a save of the thing with this id.
func madeOr200[N ~int64](id N) int {
	if id == 0 {
		return http.StatusCreated
	}
	return http.StatusOK
}

// text is an answer that is not JSON.
type text struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// Upload is a body that the handler reads itself, and how it came.
type Upload struct {
	request *http.Request
	body    io.Reader
}

// Resolve keeps hold of the request.
func (u *Upload) Resolve(ctx huma.Context) []error {
	u.request, _ = humachi.Unwrap(ctx)
	u.body = ctx.BodyReader()
	return nil
}

// isJSON reports whether the body is said to be one JSON document.
func (u *Upload) isJSON() bool {
	t, _, _ := mime.ParseMediaType(u.request.Header.Get("Content-Type"))
	return t == "application/json" || t == "" && u.request.URL.Query().Get("file_name") == ""
}

// text reads the whole body, at most MaxBody of it.
func (u *Upload) text() ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(u.body, MaxBody+1))
	if err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "the body could not be read to its end: %w", err)
	}
	if len(b) > MaxBody {
		return nil, race.Errorf(race.CodeTooLarge, "the body is larger than 32 MB; send it in parts")
	}
	return b, nil
}

// look answers a question about an event from one consistent look at it.
func (a *API) look(id race.EventID, f func(e *answer.Event) error) (seq uint64, err error) {
	err = a.Control.View(id, func(v *control.View) error {
		seq = v.Seq
		return f(&answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources, Now: race.At(a.Now())})
	})
	return seq, err
}

// raceOf is a race of this event and no other.
func raceOf(e *race.Event, id race.RaceID) (*race.Race, error) {
	if r := e.Race(id); r != nil {
		return r, nil
	}
	return nil, race.NotFound("race", int64(id))
}

// spread splits a list of names on commas, blanks and the plus that a query string turned into a blank.
func spread(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ',' || c == '+' || c == ' ' })
}

type contextKey int

const (
	actorKey contextKey = iota
	trustKey
	requestKey
)

// trust marks a request that came through the socket or the pipe.
func trust(ctx context.Context) context.Context { return context.WithValue(ctx, trustKey, true) }

func trusted(ctx context.Context) bool { return ctx.Value(trustKey) != nil }

// actor is who makes this request.
func actor(ctx context.Context) race.Actor {
	by, _ := ctx.Value(actorKey).(race.Actor)
	return by
}

func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey).(string)
	return id
}
