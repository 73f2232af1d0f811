package racectl

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// personOptions are the flags of participant add and edit, by the field they set.
type personOptions struct {
	setupOptions
	person       string
	text         map[string]*string // flag -> its value
	race, wave   string
	ownStart     string
	age          int
	weight       float64
	expectsShirt bool
	chips        []string
	addOns       []string
}

// personTexts are the fields of a person that are plain text: flag, field of the API, help.
var personTexts = []struct{ flag, field, help string }{
	{"bib", "bib", "`BIB`; none takes it away"},
	{"first", "firstName", "first `NAME`"},
	{"last", "lastName", "last `NAME`"},
	{"gender", "gender", "`GENDER`: F, M or any other word"},
	{"dob", "dob", "`DATE` of birth, like 1988-06-02; with it goes the age on race day"},
	{"team", "teamName", "`NAME` of the team"},
	{"city", "city", "`CITY`"},
	{"state", "state", "`STATE`"},
	{"country", "country", "`COUNTRY`"},
	{"notes", "notes", "`TEXT` that the desk sees beside the name"},
	{"email", "email", "e-mail `ADDRESS`"},
	{"phone", "phone", "phone `NUMBER`"},
	{"address", "address", "postal `ADDRESS`"},
	{"zip", "zip", "postal `CODE`"},
	{"emergency-name", "emergencyName", "`NAME` of the emergency contact"},
	{"emergency-phone", "emergencyPhone", "phone `NUMBER` of the emergency contact"},
	{"shirt-size", "shirtSize", "shirt `SIZE`"},
	{"unique-id", "uniqueId", "the registration system's own `ID`"},
	{"wave-pref", "wavePref", "wave preference: `early+`, early, late, late+ or none"},
	{"wave-buddy", "waveBuddy", "`NAME` of whom they want to start with"},
	{"wave-request", "waveRequest", "what they asked for, as `TEXT`"},
}

func (o *personOptions) bindFields(cmd *cobra.Command) {
	f := o.bind(cmd)
	o.text = map[string]*string{}
	for _, t := range personTexts {
		o.text[t.flag] = f.String(t.flag, "", t.help)
		_ = cmd.RegisterFlagCompletionFunc(t.flag, cobra.NoFileCompletions)
	}
	f.StringVar(&o.race, "race", "", "`RACE` that they run in; none takes them out of theirs")
	f.StringVar(&o.wave, "wave", "", "`WAVE` that they start with, by name or number; none: no wave")
	f.StringVar(&o.ownStart, "own-start", "", "`TIME` at which they start by themselves; none: with their wave")
	f.IntVar(&o.age, "age", 0, "`YEARS`, where no date of birth is known")
	f.Float64Var(&o.weight, "wave-weight", 0, "`NUMBER` that orders people when waves are planned")
	f.BoolVar(&o.expectsShirt, "expects-shirt", false, "gets a shirt; =false: gets none")
	f.StringArrayVar(&o.chips, "chip", nil, "`CHIP` that they carry"+listHelp)
	complete(cmd, "race", o.app.raceNames)
	for _, flag := range []string{"wave", "own-start", "age", "wave-weight", "chip"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
	}
}

const personHelp = `

Texts are set to nothing with none. A bib that is not among those of the race is taken, with a remark.`

func newParticipantAdd(a *app) *cobra.Command {
	o := &personOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "add", Short: "Add a person to the event",
		Long: "Add a person to the event. A name or a bib is needed." + personHelp + listText,
		Example: `  racectl participant add --bib 117 --first Ana --last Ito --race 50K --gender F --dob 1988-06-02
  racectl participant add --last Marsh --race 25K --wave "Wave 2" --dry-run`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.save(cmd.Context()) },
	}
	o.bindFields(cmd)
	return cmd
}

func newParticipantEdit(a *app) *cobra.Command {
	o := &personOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "edit BIB", Short: "Change a person",
		Long: `Change a person, named by the bib, or by id:N, which also finds people without one. Only what is given is changed; results are scored
again where that matters, and with --dry-run it says whose.

--addon says what they ordered: the add-on, a slash and its variant, and behind = a quantity or an answer; 0 takes it away, none takes
everything away. It stands in a command of its own, as it is an entry of the journal of its own.` + personHelp + listText,
		Example: `  racectl participant edit 117 --race 25K --wave none
  racectl participant edit 117 --bib 1117 --dry-run
  racectl participant edit id:8123 --own-start 06:20:00
  racectl participant edit 117 --addon 'Dinner/Vegan=2' --addon Parking`,
		Args: takes("BIB"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.person = args[0]
			return o.save(cmd.Context())
		},
	}
	o.bindFields(cmd)
	o.flags.StringArrayVar(&o.addOns, "addon", nil, "`ADD-ON/VARIANT=QUANTITY` that they order; may be given several times")
	complete(cmd, "addon", a.addOnNames)
	return cmd
}

func newParticipantRemove(a *app) *cobra.Command {
	o := &personOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "rm BIB", Short: "Take a person out of the event",
		Long: `Take a person out of the event, named by the bib or by id:N. Whoever has crossings stays (exit code 7): reassign their crossings
first, or set their status to DNS.`,
		Example: `  racectl participant rm 117 --dry-run
  racectl participant rm 117`,
		Args: takes("BIB"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.person = args[0]
			return o.remove(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

// findPerson finds somebody by bib, or by "id:N".
func (s *session) findPerson(ctx context.Context, name string) (race.ParticipantID, error) {
	if text, ok := strings.CutPrefix(name, "id:"); ok {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id <= 0 {
			return 0, usage("%q is not an id; write it like id:8123", name)
		}
		return race.ParticipantID(id), nil
	}
	return s.findBib(ctx, name)
}

func (o *personOptions) save(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	var was wire.ParticipantDetail
	if o.person != "" {
		id, err := s.findPerson(ctx, o.person)
		if err == nil {
			was, err = s.Participant(ctx, s.event.ID, id)
		}
		if err != nil {
			return err
		}
	}
	fields, err := o.build(s, &was)
	if err != nil {
		return err
	}
	switch {
	case len(o.addOns) > 0 && len(fields) > 0:
		return usage("--addon stands in a command of its own, so that each can be taken back by itself")
	case len(o.addOns) > 0:
		return o.order(ctx, s, was.ID)
	case len(fields) == 0:
		return o.nothingGiven()
	}
	if was.ID != 0 {
		fields["id"] = was.ID
	}
	saved, err := s.SaveParticipant(ctx, s.event.ID, fields, o.dryRun)
	if err != nil {
		return err
	}
	return o.show(outcome{Event: s.event.Slug, ID: int64(saved.Now.ID), EditID: saved.Edit, Steps: stepsOf(saved.Now.Told), Remarks: saved.Now.Remarks,
		People: saved.Now.People, Others: saved.Now.Others})
}

func stepsOf(told []wire.Told) []wire.PlanStep {
	steps := []wire.PlanStep{}
	for _, t := range told {
		steps = append(steps, wire.PlanStep{Action: t.Action, Entity: t.Entity, Name: t.Name, Fields: t.Fields})
	}
	return steps
}

// build makes the fields of the save from the flags that were given.
func (o *personOptions) build(s *session, was *wire.ParticipantDetail) (client.Fields, error) {
	b := o.builder()
	for _, t := range personTexts {
		value := *o.text[t.flag]
		if strings.EqualFold(value, "none") {
			value = ""
		}
		b.set(t.flag, t.field, value)
	}
	b.set("age", "age", o.age)
	b.parse("wave-weight", "waveWeight", func() (any, error) {
		if math.IsNaN(o.weight) || math.IsInf(o.weight, 0) {
			return nil, race.Invalid("waveWeight", "a weight is a number, such as 1.5")
		}
		return o.weight, nil
	})
	b.set("expects-shirt", "expectsShirt", o.expectsShirt)
	r := s.event.Race(was.RaceID)
	b.parse("race", "raceId", func() (any, error) {
		if r = nil; strings.EqualFold(o.race, "none") {
			return 0, nil
		}
		found, err := s.findRace(o.race)
		if err != nil {
			return nil, err
		}
		r = found
		return found.ID, nil
	})
	b.parse("wave", "waveId", func() (any, error) { return waveOf(r, o.wave) })
	if b.has("race") && !b.flags.Changed("wave") && r != nil && r.ID != was.RaceID && was.WaveID != 0 {
		b.fields["waveId"] = 0 // the waves of another race are not theirs
	}
	b.parse("own-start", "waveStartTime", func() (any, error) { return o.start(s, r) })
	b.parse("chip", "chips", func() (any, error) {
		return changed("chip", slices.Clone(was.Chips), o.chips, strings.EqualFold)
	})
	return b.fields, b.err
}

func waveOf(r *race.Race, name string) (any, error) {
	if strings.EqualFold(name, "none") || name == "" {
		return 0, nil
	}
	if r == nil {
		return nil, usage("whoever is in no race is in no wave; say which with --race")
	}
	w, err := findWave(r, name)
	if err != nil {
		return nil, err
	}
	return w.ID, nil
}

// start reads --own-start; a time without a date is of the day of the race's start.
func (o *personOptions) start(s *session, r *race.Race) (any, error) {
	var from origin
	if r != nil {
		from = origin{r.StartTime, "the start of the race", s.midnightOf(r.StartTime)}
	}
	at, err := clock{s.zone, o.app.now()}.moment("waveStartTime", o.ownStart, from)
	if err != nil {
		return nil, err
	}
	return client.Fields{"arbitrary": at != nil, "timestamp": at}, nil
}

func (o *personOptions) remove(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	id, err := s.findPerson(ctx, o.person)
	if err != nil {
		return err
	}
	was, err := s.Participant(ctx, s.event.ID, id)
	if err != nil {
		return err
	}
	gone, err := s.RemoveParticipant(ctx, s.event.ID, id, o.dryRun)
	if err != nil {
		return err
	}
	name := fullName(was.FirstName, was.LastName)
	if bib := race.CleanBib(was.Bib); bib != "" {
		name = "#" + bib + " " + name
	}
	return o.show(outcome{Event: s.event.Slug, ID: int64(id), EditID: gone.Edit, Steps: []wire.PlanStep{{Action: "remove", Entity: "participant", Name: name, Fields: []wire.FieldChange{}}}})
}
