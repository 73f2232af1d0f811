package client

import (
	"context"
	"io"
	"net/url"
	"strconv"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// ReadCourse says what a file of a course (GPX, KML or GeoJSON) holds, measured for a race of a distance; nothing is saved. size -1 =
// not known. Codes: unreadable, invalid (field course), too_large.
func (c *Client) ReadCourse(ctx context.Context, file io.Reader, size int64, of *race.Race) (wire.Course, error) {
	query := url.Values{"distance": {strconv.FormatFloat(of.Distance, 'f', -1, 64)}, "loop": {strconv.FormatBool(of.IsLoop)}}
	return call[wire.Course](ctx, c, post, "courses/read", query, Raw{Body: file, Type: "application/octet-stream", Size: size})
}

// Course is the saved track of a race; code not_found without one.
func (c *Client) Course(ctx context.Context, e race.EventID, r race.RaceID) (wire.Course, error) {
	return call[wire.Course](ctx, c, get, racePath(e, r)+"/course", nil, nil)
}

// CourseGPX is the saved track of a race as a GPX file with its splits; code not_found without one.
func (c *Client) CourseGPX(ctx context.Context, r race.RaceID) (io.ReadCloser, error) {
	return c.stream(ctx, "/races/"+text(r)+"/course.gpx", nil)
}

// Maps lists the map archives of the server.
func (c *Client) Maps(ctx context.Context) ([]wire.MapArchive, error) {
	return call[[]wire.MapArchive](ctx, c, get, "maps", nil, nil)
}

// SaveMap keeps a map archive under a name; size -1 = not known. Code conflict when there is one already and replace is not said.
func (c *Client) SaveMap(ctx context.Context, name string, file io.Reader, size int64, replace bool) (wire.MapArchive, error) {
	query := url.Values{}
	if replace {
		query.Set("replace", "true")
	}
	return call[wire.MapArchive](ctx, c, put, "maps/"+url.PathEscape(name), query, Raw{Body: file, Type: "application/octet-stream", Size: size})
}

// RemoveMap takes a map archive away.
func (c *Client) RemoveMap(ctx context.Context, name string) error {
	return c.do(ctx, remove, "maps/"+url.PathEscape(name), nil, nil)
}
