package wire

import "racectl/internal/race"

// Problem is one thing that the desk should look at. It is there as long as its evidence is, and until somebody accepts it.
type Problem struct {
	ID            string             `json:"id"`   // stable: "unknown_tag:4711", "missing_split:12:3"
	Kind          string             `json:"kind"` // unknown_tag, missing_split, too_fast …
	Level         string             `json:"level"`
	Title         string             `json:"title"`
	Detail        string             `json:"detail"` // what was found, and why it matters, in sentences
	Evidence      []string           `json:"evidence"`
	Print         string             `json:"print"`         // changes whenever the evidence does
	ParticipantID race.ParticipantID `json:"participantId"` // 0 = nobody in particular
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	RaceID        race.RaceID        `json:"raceId"`
	EventSourceID race.SourceID      `json:"eventSourceId"`
	Tag           string             `json:"tag"`
	Crossings     []race.ReadID      `json:"crossings"`
	Count         int                `json:"count"` // how many crossings or people it is about; Crossings lists the first of them
	At            race.Instant       `json:"at"`    // when it came to be; the newest problems are on top
	Fixes         []Fix              `json:"fixes"` // the likeliest first; accepting is always possible
	Accepted      *Acceptance        `json:"accepted"`
}

// Levels of a problem.
const (
	ProblemWrong     = "wrong"     // somebody's result is, or soon will be, wrong
	ProblemAttention = "attention" // worth a look
)

// ProblemKinds are the kinds of problems there are.
func ProblemKinds() []string {
	return []string{"unknown_tag", "missing_split", "missing_many", "finish_without_start", "too_fast", "read_after_dnf", "read_after_dns",
		"before_start", "shared_chip", "silent_source", "clock_suspect", "clock_offset"}
}

// Fix is one step that puts a problem right, as a request of this API.
type Fix struct {
	Action string `json:"action"` // the operation: saveParticipant, addCrossing, setStatus …
	Title  string `json:"title"`  // the words of its button
	Method string `json:"method"`
	Path   string `json:"path"` // below /api/v1/
	// Needs says what a person must choose first: "participant" = whose id goes into the body (as id, or as receiver), and with
	// saveParticipant whose chips are kept beside the new one; "" = nothing.
	Needs string         `json:"needs"`
	Body  map[string]any `json:"body"`
}

// Acceptance says that somebody looked at a problem and lets it be.
type Acceptance struct {
	ID     string       `json:"id"`    // of the problem
	Title  string       `json:"title"` // as it was
	Print  string       `json:"print"` // of the evidence then; with other evidence the problem comes back
	Who    string       `json:"who"`
	When   race.Instant `json:"when"`
	Why    string       `json:"why"`
	EditID race.EditID  `json:"editId"`
}

// AcceptProblem is the body of POST problems/{id}/accept.
type AcceptProblem struct {
	Why string `json:"why"`
}

// AcceptProblems is the body of POST problems/accept: several at once, all or none.
type AcceptProblems struct {
	IDs []string `json:"ids"`
	Why string   `json:"why"`
}
