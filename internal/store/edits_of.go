package store

import (
	"context"
	"fmt"
	"strings"

	"racectl/internal/race"
)

// EditsOf lists the entries of the journal of these kinds, and the undos, that changed a thing of this entity; oldest first. It is how
// decisions are found again that live in the journal alone.
func (s *Store) EditsOf(ctx context.Context, entity string, kinds ...string) (out []race.Edit, err error) {
	quoted := []string{"'undo'"}
	for _, k := range kinds {
		quoted = append(quoted, "'"+strings.ReplaceAll(k, "'", "''")+"'")
	}
	err = s.use(func(in *instance) error {
		out, err = editTable.list(ctx, &in.pool, fmt.Sprintf("WHERE kind IN (%s) AND contains(changes, ?) ORDER BY id", strings.Join(quoted, ", ")), `{"entity":"`+entity+`"`)
		return err
	})
	return out, err
}
