package course

// Kind is the form of a file that a track came from.
type Kind string

// The kinds of file that are read (MAP-2).
const (
	GPX     Kind = "gpx"
	KML     Kind = "kml"
	GeoJSON Kind = "geojson"
)

// Track is what a file says: its line, and what stands beside it.
type Track struct {
	Kind      Kind
	Name      string // what the file calls the line, "" = nothing
	Line      *Line
	Waypoints []Waypoint
	Notes     []string // sentences for people on how the file was understood
}

// Waypoint is a named place of a file.
type Waypoint struct {
	Name     string
	Lon, Lat float64
}
