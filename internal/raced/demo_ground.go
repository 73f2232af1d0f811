package raced

import (
	"bytes"
	"context"

	"racectl/internal/course"
	"racectl/internal/mapfile"
	"racectl/internal/sim"
)

// The ground of the demo is made when it starts, and thrown away with its data: as high as the course, hills around it.
const (
	groundMargin  = 0.04 // degrees around the course
	groundMinZoom = 8
	groundMaxZoom = 12
	groundStep    = 0.25 // metres
)

// addGround gives the demo's maps heights that fit its course.
func (s *demo) addGround(ctx context.Context, line *course.Line) error {
	ground := sim.NewGround(line.Points, groundMargin)
	archive, err := mapfile.Heights(ground.At, ground.Bounds, groundMinZoom, groundMaxZoom, groundStep,
		map[string]any{"name": "Cinder Mesa", "attribution": "Imaginary heights"})
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if _, err := archive.WriteTo(&file); err != nil {
		return err
	}
	_, err = s.client.SaveMap(ctx, "cinder-mesa", &file, int64(file.Len()), false)
	return err
}
