package raced

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"racectl/internal/config"
	"racectl/internal/race"
)

// Streams are where the program talks.
type Streams struct {
	Out, Err io.Writer
}

// Main is the whole program; it returns the exit code. It runs until ctx ends.
func Main(ctx context.Context, args []string, environ []string, io Streams, console fs.FS) int {
	cmd := command(config.EnvOf(environ), io, console)
	cmd.SetArgs(args)
	cmd.SetOut(io.Out)
	cmd.SetErr(io.Err)
	if err := cmd.ExecuteContext(ctx); err != nil {
		fmt.Fprintf(io.Err, "raced: %v\n", err)
		return race.CodeOf(err).ExitCode()
	}
	return 0
}

func command(env config.Getenv, io Streams, console fs.FS) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "raced",
		Short: "The race timing daemon: API, realtime channel and console",
		Long: `raced keeps the data of your events, scores every read as it comes, and serves the console.

It listens on this machine only, unless told otherwise, and on a socket in its data directory for racectl.
It stops cleanly on Ctrl-C and on SIGTERM; whatever it has acknowledged is on the disk.`,
		Example: `  raced --demo
  raced --data ~/races/2026 --listen 0.0.0.0:3000
  RACED_DATA=/srv/race raced --log-format json`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       config.Build().Version,
	}
	f := cmd.Flags()
	f.String("data", "", "data directory (RACED_DATA; default ~/.local/share/raced)")
	f.String("listen", config.DefaultListen, "address to listen on (RACED_LISTEN)")
	f.Bool("demo", false, "make a throw-away data directory with a race in full flow, and serve it")
	f.String("config", "", "file with these settings (RACED_CONFIG)")
	f.String("log-level", "info", "debug, info, warn or error (RACED_LOG_LEVEL)")
	f.String("log-format", "text", "text or json (RACED_LOG_FORMAT)")
	f.StringSlice("default-prefixes", nil, "tag prefixes that are offered for new races (RACED_DEFAULT_PREFIXES)")
	f.StringSlice("origins", nil, "further addresses the console is opened under (RACED_ORIGINS)")
	f.String("environment", "production", "what this raced is for: production, rehearsal or another word that the console shows (RACED_ENVIRONMENT)")
	f.String("map-style", "", "address of a MapLibre style for the console's maps (RACED_MAP_STYLE)")
	f.String("map-terrain", "", "address of elevation tiles, or the name of a map archive (RACED_MAP_TERRAIN)")
	f.String("map-terrain-encoding", "", "how those tell heights: terrarium or mapbox (RACED_MAP_TERRAIN_ENCODING)")
	f.String("map-archive", "", "name of the map archive that is the ground; racectl map list shows them (RACED_MAP_ARCHIVE)")
	f.String("map-attribution", "", "whom to name on maps (RACED_MAP_ATTRIBUTION)")
	f.String("rankings-url", "", "address of the service that is asked for rankings (RACED_RANKINGS_URL)")
	f.String("tracking-server", "", "server that live tracking offers to push standings to, such as https://live.example.org (RACED_TRACKING_SERVER)")
	f.String("tracking-user", "", "user at that server; the password comes from the file or from RACED_TRACKING_PASSWORD (RACED_TRACKING_USER)")
	f.StringSlice("map-origins", nil, "further hosts that the style takes tiles and pictures from (RACED_MAP_ORIGINS)")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return race.Errorf(race.CodeUsage, "%w; see: raced --help", err)
	})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := config.LoadDaemon(given(f), env)
		if err != nil {
			return err
		}
		log := newLog(io.Err, c)
		if c.Demo {
			return runDemo(cmd.Context(), c, env, io, console, log)
		}
		cfg, err := settings(c, env)
		if err != nil {
			return err
		}
		cfg.Console, cfg.Log = console, log
		d, err := New(cmd.Context(), cfg)
		if err != nil {
			return err
		}
		return d.Run(cmd.Context())
	}
	return cmd
}

// given collects the flags that were said, by name.
func given(f *pflag.FlagSet) map[string]any {
	out := map[string]any{}
	f.Visit(func(fl *pflag.Flag) {
		if list, ok := fl.Value.(pflag.SliceValue); ok {
			out[fl.Name] = list.GetSlice()
			return
		}
		out[fl.Name] = fl.Value.String()
	})
	return out
}

func newLog(w io.Writer, c config.Daemon) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // checked by config
	o := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}
