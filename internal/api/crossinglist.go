package api

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// Pages of the crossings list.
const (
	crossingsPerPage     = 200
	mostCrossingsPerPage = 1000
)

// CrossingsQuery is the input of GET crossings.
type CrossingsQuery struct {
	EventPath
	Offset        int                `query:"o" minimum:"0" doc:"how many to skip"`
	Limit         int                `query:"limit" minimum:"0" doc:"page size; 0 = 200, at most 1000"`
	SplitID       race.SplitID       `query:"split_id"`
	SourceID      race.SourceID      `query:"event_source_id"`
	ParticipantID race.ParticipantID `query:"participant_id"`
	RaceID        race.RaceID        `query:"race_id"`
	Bib           string             `query:"bib" doc:"of a person; else the crossings of that tag that belong to nobody"`
	From          string             `query:"from" doc:"RFC 3339"`
	To            string             `query:"to" doc:"RFC 3339"`
	Unmatched     bool               `query:"unmatched" doc:"only those that belong to nobody"`
	Valid         string             `query:"valid" doc:"true: only those that count; false: only those that do not"`
	Disposition   string             `query:"disposition" doc:"only these, with commas between them"`
	Query         string             `query:"q" doc:"words, each the beginning of a bib or tag, or a part of a name"`
	Order         string             `query:"order" doc:"desc, newest first, or asc"`
}

type crossingPage struct {
	IndexOffset int    `header:"Index-Offset" doc:"offset of the next page; absent on the last one"`
	Total       int    `header:"Total" doc:"how many there are on all pages"`
	Seq         uint64 `header:"Seq"`
	Body        []wire.Crossing
}

// crossings lists crossings. Pages after the first are of the same list as the first, so that rows that come in do not move those that
// were not seen yet; every row is as it is now.
func (a *API) crossings(ctx context.Context, in *CrossingsQuery) (*crossingPage, error) {
	f, err := in.filter()
	if err != nil {
		return nil, err
	}
	l, err := a.listings.get(ctx, a, in, f)
	if err != nil {
		return nil, err
	}
	limit := in.Limit
	if limit <= 0 {
		limit = crossingsPerPage
	}
	page := answer.Page(l.found, in.Offset, min(limit, mostCrossingsPerPage))
	out := &crossingPage{Total: len(l.found), Seq: l.seq}
	if next := in.Offset + len(page); next < out.Total && len(page) > 0 {
		out.IndexOffset = next
	}
	_, err = a.look(in.ID, func(e *answer.Event) error {
		out.Body = e.Show(page)
		return nil
	})
	return out, err
}

func (in *CrossingsQuery) filter() (f answer.CrossingFilter, err error) {
	f = answer.CrossingFilter{
		Split: in.SplitID, Source: in.SourceID, Participant: in.ParticipantID, Race: in.RaceID, Bib: in.Bib,
		Unmatched: in.Unmatched, Query: in.Query, Newest: in.Order != "asc",
	}
	if f.From, err = instant("from", in.From); err != nil {
		return f, err
	}
	if f.To, err = instant("to", in.To); err != nil {
		return f, err
	}
	if in.Valid != "" {
		valid, err := strconv.ParseBool(in.Valid)
		if err != nil {
			return f, race.Invalid("valid", "%q is neither true nor false", in.Valid)
		}
		f.Valid = &valid
	}
	if in.Order != "" && in.Order != "asc" && in.Order != "desc" {
		return f, race.Invalid("order", "%q is no order; there are asc and desc", in.Order)
	}
	for _, word := range spread(in.Disposition) {
		d := race.Disposition(strings.ToLower(word))
		if !slices.Contains(race.Dispositions(), d) {
			return f, race.Invalid("disposition", "%q is no disposition", word)
		}
		f.Dispositions = append(f.Dispositions, d)
	}
	return f, nil
}

// listings are the last lists of crossings that were asked for: looking through a whole event takes a moment, and whoever reads page after
// page looks at one list. Those of one event are made one after the other, a few people at a time, so that the writer hardly waits.
type listings struct {
	mu     sync.Mutex
	making map[race.EventID]*sync.Mutex
	all    []*listing // the last used one at the end
}

type listing struct {
	key   string
	seq   uint64 // of the channel, when it was begun
	used  time.Time
	found []race.ReadID
}

const (
	listedAtOnce = 100             // people looked at under one lock
	listedFor    = 2 * time.Minute // without being asked for
	mostListed   = 2_000_000       // ids kept in all lists together, 8 bytes each
)

func (ls *listings) get(ctx context.Context, a *API, in *CrossingsQuery, f answer.CrossingFilter) (*listing, error) {
	now := a.Hub.Seq()
	same := *in
	same.Offset, same.Limit = 0, 0
	key := fmt.Sprintf("%+v", same)
	making := ls.of(in.ID)
	making.Lock()
	defer making.Unlock()
	if l := ls.find(key, a.Now()); l != nil && (in.Offset > 0 || l.seq >= now) {
		return l, nil
	}
	l, err := a.list(ctx, in.ID, f)
	if err != nil {
		return nil, err
	}
	l.key = key
	ls.keep(l, a.Now())
	return l, nil
}

// of is the lock under which the lists of an event are made.
func (ls *listings) of(id race.EventID) *sync.Mutex {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.making == nil {
		ls.making = map[race.EventID]*sync.Mutex{}
	}
	if ls.making[id] == nil {
		ls.making[id] = &sync.Mutex{}
	}
	return ls.making[id]
}

// find is the list with a key, nil when there is none.
func (ls *listings) find(key string, now time.Time) *listing {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.forget(now)
	at := slices.IndexFunc(ls.all, func(l *listing) bool { return l.key == key })
	if at < 0 {
		return nil
	}
	l := ls.all[at]
	l.used = now
	ls.all = append(slices.Delete(ls.all, at, at+1), l)
	return l
}

// keep remembers a list, in the place of an older one with its key.
func (ls *listings) keep(l *listing, now time.Time) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	l.used = now
	ls.all = slices.DeleteFunc(ls.all, func(old *listing) bool { return old.key == l.key })
	ls.all = append(ls.all, l)
	sum := 0
	for i := len(ls.all) - 1; i >= 0; i-- {
		if sum += len(ls.all[i].found); sum > mostListed && i < len(ls.all)-1 {
			ls.all = slices.Delete(ls.all, 0, i+1)
			return
		}
	}
}

func (ls *listings) forget(now time.Time) {
	ls.all = slices.DeleteFunc(ls.all, func(l *listing) bool { return now.Sub(l.used) > listedFor })
}

// list looks through an event.
func (a *API) list(ctx context.Context, id race.EventID, f answer.CrossingFilter) (*listing, error) {
	var gathering *answer.Listing
	out := &listing{}
	for done := false; !done; {
		seq, err := a.look(id, func(e *answer.Event) error {
			if gathering == nil {
				gathering = e.NewListing(f)
				return nil
			}
			done = gathering.Gather(e, listedAtOnce)
			return nil
		})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if out.seq == 0 {
			out.seq = seq
		}
	}
	out.found = gathering.Found()
	return out, nil
}
