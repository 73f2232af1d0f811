package racectl

import (
	"github.com/spf13/cobra"

	"racectl/internal/race"
)

func newSimulate(*app) *cobra.Command {
	return &cobra.Command{Use: "simulate [EVENT]", Args: takesAtMost(1), RunE: func(*cobra.Command, []string) error {
		return race.Errorf(race.CodeInternal, "being built")
	}}
}
