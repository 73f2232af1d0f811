package racectl

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type raceCourseOptions struct {
	app          *app
	file         string
	out          string
	show, remove bool
	dryRun       bool
}

func newRaceCourse(a *app) *cobra.Command {
	o := &raceCourseOptions{app: a}
	cmd := &cobra.Command{
		Use: "course [RACE] [FILE]", Short: "Give a race its course from a GPX, KML or GeoJSON file, or show it",
		Long: `Give a race its course from a GPX, KML or GeoJSON file, up to 50 MB. The first track of the file is taken. Splits are put where
they lie on it: at a waypoint of the file that is at most 80 m off the route and 300 m from the split's distance, else at their
distance, scaled when track and race differ by at most a tenth. The race's distance never changes.

RACE may be left away in an event with one race. Without a FILE the course is shown, or written to a file with -O: as GPX, or as
GeoJSON when the name ends in .geojson or .json. --rm takes the course away.`,
		Example: `  racectl race course 50K ridge.gpx
  racectl race course 50K ridge.kml --dry-run
  racectl race course 50K -O ridge.gpx
  curl -s https://tracks.example.org/50k.gpx | racectl race course 50K -
  racectl race course 50K --rm`,
		Args:              takesAtMost(2),
		ValidArgsFunction: a.completeCourse,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.show, "show", false, "show the course that the race has")
	f.BoolVar(&o.remove, "rm", false, "take the course away")
	f.StringVarP(&o.out, "out", "O", "", "write the course that the race has to `FILE`, in one step")
	addDryRun(cmd, &o.dryRun)
	return cmd
}

// completeCourse offers races, then files.
func (a *app) completeCourse(cmd *cobra.Command, args []string, to string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return a.completeFirst(a.raceNames)(cmd, args, to)
	}
	return []string{"gpx", "kml", "geojson", "json", "xml"}, cobra.ShellCompDirectiveFilterFileExt
}

func (o *raceCourseOptions) run(ctx context.Context, args []string) error {
	if n := len(args); n == 2 && (o.show || o.remove || o.out != "") || o.show && o.remove || o.remove && o.out != "" {
		return usage("give a FILE, --show, --rm or -O, one of them; see racectl race course --help")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := o.find(s, args)
	if err != nil {
		return err
	}
	switch {
	case o.remove:
		return o.take(ctx, s, r)
	case o.out != "":
		return o.write(ctx, s, r)
	case o.file != "":
		return o.give(ctx, s, r)
	}
	c, err := s.Course(ctx, s.event.ID, r.ID)
	if race.CodeOf(err) == race.CodeNotFound {
		return race.Errorf(race.CodeNotFound, "%s has no course; give it one with: racectl race course %s FILE", r.Name, shellWord(r.Name))
	}
	if err != nil {
		return err
	}
	return o.tell(&courseOutcome{Course: c, Race: r.Name, Splits: placesOf(r)}, r)
}

// find says which of the arguments is the race and which the file. One alone is the race, if there is one of that name, else the file
// of an event with one race.
func (o *raceCourseOptions) find(s *session, args []string) (*race.Race, error) {
	if len(args) == 2 {
		o.file = args[1]
		return s.findRace(args[0])
	}
	if len(args) == 1 {
		r, err := s.findRace(args[0])
		if err == nil || !looksLikeFile(args[0]) {
			return r, err
		}
		if o.show || o.remove || o.out != "" {
			return nil, err
		}
		o.file = args[0]
	}
	if len(s.event.Races) == 1 {
		return &s.event.Races[0], nil
	}
	return nil, usage("name the race too: racectl race course RACE %s", firstWord(o.file, "[FILE]"))
}

func firstWord(word, other string) string {
	if word != "" {
		return shellWord(word)
	}
	return other
}

func looksLikeFile(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gpx", ".kml", ".geojson", ".json", ".xml":
		return true
	}
	_, err := os.Stat(name)
	return name == "-" || err == nil || !errors.Is(err, fs.ErrNotExist)
}

// courseOutcome is what --json writes: the course, and what became of it.
type courseOutcome struct {
	wire.Course
	Race     string         `json:"race"`
	Applied  *bool          `json:"applied,omitempty"` // absent when the course was only shown
	EditID   race.EditID    `json:"editId,omitempty"`
	Splits   []splitPlace   `json:"splits"`
	Rescored *wire.Rescored `json:"rescored,omitempty"`
}

type splitPlace struct {
	Name     string      `json:"name"`
	Distance float64     `json:"distance"`
	Point    *race.Point `json:"point"`
}

func placesOf(r *race.Race) []splitPlace {
	out := []splitPlace{}
	for _, x := range r.Splits {
		out = append(out, splitPlace{x.Name, x.Distance, x.Point})
	}
	return out
}

// give reads the file, and saves what it holds.
func (o *raceCourseOptions) give(ctx context.Context, s *session, r *race.Race) error {
	in, err := o.app.openInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	progress := o.app.io.StartProgress("Reading "+in.name, in.size)
	defer progress.Done()
	c, err := s.ReadCourse(ctx, progress.Reader(in), in.size, r)
	progress.Done()
	if err != nil {
		return err
	}
	saved, err := s.SaveRace(ctx, s.event.ID, r.ID, client.Fields{"linestring": c.Line}, o.dryRun)
	if err != nil {
		return err
	}
	applied := !o.dryRun
	if applied { // as it is saved it also says which waypoints are no split's
		if c, err = s.Course(ctx, s.event.ID, r.ID); err != nil {
			return err
		}
	}
	out := &courseOutcome{Course: c, Race: r.Name, Applied: &applied, Splits: placesOf(&saved.Now), Rescored: saved.Rescored}
	if applied {
		out.EditID = saved.Edit
	}
	if err := o.tell(out, &saved.Now); err != nil || !o.app.io.ForPeople() {
		return err
	}
	switch {
	case o.dryRun:
		o.app.io.Say("nothing was changed (dry run)")
	case saved.Edit == 0:
		o.app.io.Say("%s has this course already", r.Name)
	default:
		o.app.io.Say("take it back with: racectl undo %d", saved.Edit)
	}
	return o.app.showRescored(saved.Rescored)
}

// take takes the course away.
func (o *raceCourseOptions) take(ctx context.Context, s *session, r *race.Race) error {
	if !r.HasCourse {
		return race.Errorf(race.CodeNotFound, "%s has no course", r.Name)
	}
	if !o.dryRun {
		if err := o.app.confirm("Really take the course of " + r.Name + " away?"); err != nil {
			return err
		}
	}
	saved, err := s.SaveRace(ctx, s.event.ID, r.ID, client.Fields{"linestring": nil}, o.dryRun)
	if err != nil {
		return err
	}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, map[string]any{"race": r.Name, "applied": !o.dryRun, "editId": saved.Edit},
			[]output.Row{{Name: "race", Value: r.Name}, {Name: "applied", Value: strconv.FormatBool(!o.dryRun)}})
	}
	word := map[bool]string{true: "would lose", false: "lost"}[o.dryRun]
	return o.app.io.Printf("%s %s its course\n", output.Clean(r.Name), word)
}

// write writes the course to a file.
func (o *raceCourseOptions) write(ctx context.Context, s *session, r *race.Race) error {
	var file io.ReadCloser
	var err error
	switch strings.ToLower(filepath.Ext(o.out)) {
	case ".geojson", ".json":
		file, err = s.Linestring(ctx, s.event.ID, r.ID)
	default:
		file, err = s.CourseGPX(ctx, r.ID)
	}
	if race.CodeOf(err) == race.CodeNotFound {
		return race.Errorf(race.CodeNotFound, "%s has no course", r.Name)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	n, err := o.app.save(o.out, file, true)
	if err != nil || o.app.io.Quiet {
		return err
	}
	return o.app.showSaved("course of "+r.Name, o.out, n)
}
