package wire

// Course is a track as it was read from a file, or as it is saved for a race. Distances are metres.
type Course struct {
	Kind   string  `json:"kind" enum:"gpx,kml,geojson" doc:"form of the file that it came from"`
	Name   string  `json:"name" doc:"what the file calls the track; may be empty"`
	Points int     `json:"points" doc:"how many points the line has"`
	Length float64 `json:"length" doc:"length of the line itself, over the ground"`
	Scale  float64 `json:"scale" doc:"race distance / length when they differ by at most a tenth, else 1 (A-136)"`

	Ascent           *float64 `json:"ascent" doc:"sum of the climbs of 4 m and more; null when heights are not known"`
	Descent          *float64 `json:"descent" doc:"sum of the descents of 4 m and more; null when heights are not known"`
	MissingElevation bool     `json:"missingElevation" doc:"no height is known: neither from the file nor from a terrain archive of the server"`

	Line      CourseLine       `json:"line" doc:"send it as it is as linestring of a race"`
	Along     []float64        `json:"along" doc:"race metres of each coordinate: distance along the line times scale; never decreases"`
	Waypoints []CourseWaypoint `json:"waypoints"`
	Notes     []string         `json:"notes" doc:"what a person should know about how the file was understood"`
}

// CourseLine is a GeoJSON LineString. Its further members (RFC 7946 §6.1) keep what the file said beside the line, so that a track
// that is sent back loses nothing.
type CourseLine struct {
	Type        string         `json:"type" enum:"LineString"`
	Coordinates [][]float64    `json:"coordinates" doc:"longitude, latitude and, when heights are known, metres above the sea"`
	Name        string         `json:"name,omitempty"`
	Source      string         `json:"source,omitempty" enum:"gpx,kml,geojson"`
	Waypoints   []LineWaypoint `json:"waypoints,omitempty"`
}

// LineWaypoint is a named place of the file.
type LineWaypoint struct {
	Name string  `json:"name"`
	Lon  float64 `json:"lon"`
	Lat  float64 `json:"lat"`
}

// CourseWaypoint is a named place of the file and where the course passes it.
type CourseWaypoint struct {
	Name     string   `json:"name"`
	Lon      float64  `json:"lon"`
	Lat      float64  `json:"lat"`
	Distance *float64 `json:"distance" doc:"race metres where the course first passes it; null when it lies more than 80 m off the route (MAP-7)"`
	OffRoute float64  `json:"offRoute" doc:"metres from the route"`
}

// MapSetup says from where the maps of the console come. Everything empty means a plain ground. Addresses that begin with a slash
// are on this server and need a sign-in; an address that ends in .pmtiles is a PMTiles archive, read in ranges.
type MapSetup struct {
	Style           string `json:"style" doc:"address of a MapLibre style document"`
	Terrain         string `json:"terrain" doc:"heights: a template with {z}, {x} and {y}, a TileJSON document, or a .pmtiles archive"`
	TerrainEncoding string `json:"terrainEncoding" enum:"terrarium,mapbox" doc:"how pixels of terrain tell heights"`
	Archive         string `json:"archive" doc:"the ground: a .pmtiles archive of map tiles, never of heights"`
	ArchiveType     string `json:"archiveType" enum:"vector,raster," doc:"what archive holds; empty without one"`
	Attribution     string `json:"attribution" doc:"whom to name on the map, as text"`
}

// MapArchive is a PMTiles archive on the server.
type MapArchive struct {
	Name        string    `json:"name" doc:"of the file, without .pmtiles"`
	URL         string    `json:"url" doc:"where ranges of it are read"`
	Size        int64     `json:"size" doc:"bytes"`
	Type        string    `json:"type" enum:"vector,raster,terrain,unreadable"`
	Encoding    string    `json:"encoding" doc:"of heights: terrarium or mapbox; empty for other maps"`
	Title       string    `json:"title" doc:"what it calls itself"`
	Attribution string    `json:"attribution"`
	Bounds      []float64 `json:"bounds" doc:"west, south, east, north"`
	MinZoom     int       `json:"minZoom"`
	MaxZoom     int       `json:"maxZoom"`
	Tiles       int64     `json:"tiles"`
	Use         string    `json:"use" enum:"ground,terrain," doc:"what the console takes it for; empty for nothing"`
	Problem     string    `json:"problem" doc:"why it cannot be used; empty when it can"`
}
