package api

import (
	"context"

	"racectl/internal/wire"
)

// MapOptions say from where the maps of the console come. Everything empty means a plain ground.
type MapOptions struct {
	Style           string // address of a MapLibre style document
	Terrain         string // address of heights
	TerrainEncoding string // terrarium or mapbox; "" = terrarium
	Archive         string // name of an archive in Dir that is the ground
	Attribution     string
}

// mapSetup says from where the console takes its maps (MAP-11).
func (a *API) mapSetup(context.Context, *struct{}) (*one[wire.MapSetup], error) {
	m := wire.MapSetup{
		Style: a.Map.Style, Terrain: a.Map.Terrain, TerrainEncoding: a.Map.TerrainEncoding, Attribution: a.Map.Attribution,
	}
	if m.TerrainEncoding == "" {
		m.TerrainEncoding = "terrarium"
	}
	return &one[wire.MapSetup]{Body: m}, nil
}
