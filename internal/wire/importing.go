package wire

import "racectl/internal/race"

// ImportParticipants is the body of POST …/participants/import: rows already mapped to known fields (API-30).
type ImportParticipants struct {
	Options      ImportOptions       `json:"options"`
	Participants []map[string]string `json:"participants"`       // known field name -> cell
	FirstRow     int                 `json:"firstRow,omitempty"` // line of the first row in its file, for messages; 0 = 2, behind a header
	FileName     string              `json:"fileName,omitempty"`
	// AddOnMap says which further cells of the rows hold add-ons, by their headers (ADDON-6)
	AddOnMap map[string]AddOnOfHeader `json:"addOnMap,omitempty"`
}

// AddOnOfHeader is the variant of an add-on that the cells of one header hold.
type AddOnOfHeader struct {
	Name        string `json:"name"`
	Variant     string `json:"variant"`
	Uncountable bool   `json:"uncountable"`
	ShowOnReg   bool   `json:"showOnReg"`
}

// ImportOptions say how a file is understood and how its rows meet the roster (DATA-17). All are optional.
type ImportOptions struct {
	AllowBibChanges *bool         `json:"allowBibChanges,omitempty"`
	Race            string        `json:"race,omitempty"`    // "file", "infer", "one" with raceId, or "": the file's word, or the only race there is
	RaceID          race.RaceID   `json:"raceId,omitempty"`  // this race for every row
	Sheet           string        `json:"sheet,omitempty"`   // of a workbook; "" = the first one
	Columns         []ColumnField `json:"columns,omitempty"` // all others go by the table of headers
	AddOns          []AddOnChoice `json:"addOns,omitempty"`
	DetectAddOns    bool          `json:"detectAddOns,omitempty"` // without addOns: also those that the headers suggest, besides the columns whose field is "addon"
	Preset          string        `json:"preset,omitempty"`       // begin with the preset of this name of the event; what is said here goes before
}

// ColumnField says what one column means: named by its place from 0, its header, or both. Field is a known field, "ignore" or "addon".
type ColumnField struct {
	Index  *int   `json:"index,omitempty"`
	Header string `json:"header,omitempty"`
	Field  string `json:"field"`
}

// AddOnChoice is an add-on and the columns that hold its variants (ADDON-1, ADDON-2).
type AddOnChoice struct {
	Name      string               `json:"name"`
	ShowOnReg bool                 `json:"showOnReg"`
	Columns   []AddOnChoiceVariant `json:"columns"`
}

// AddOnChoiceVariant is one variant's column; uncountable cells hold text, not a quantity.
type AddOnChoiceVariant struct {
	Index       *int   `json:"index,omitempty"`
	Header      string `json:"header,omitempty"`
	Variant     string `json:"variant"`
	Uncountable bool   `json:"uncountable"`
}

// ImportReceipt is the answer of a participant import, and of its dry run.
type ImportReceipt struct {
	Created     int             `json:"created"`
	Updated     int             `json:"updated"`
	Unchanged   int             `json:"unchanged"`
	Removed     int             `json:"removed"`
	Skipped     int             `json:"skipped"` // rows that were refused
	Messages    []ImportMessage `json:"messages"`
	Changes     []ImportChange  `json:"changes"`     // whom the import changes, then whom the file names besides
	MoreChanges int             `json:"moreChanges"` // how many more people there are than are listed
	Unused      []string        `json:"unused"`      // headers of columns that hold something and that nobody knew or chose
	EditID      race.EditID     `json:"editId"`
}

// ImportMessage is about one row of the file; row 0 is about the file as a whole.
type ImportMessage struct {
	Row     int    `json:"row"`
	Message string `json:"message"`
	Refused bool   `json:"refused,omitempty"` // the row was not taken
}

// ImportChange is what became of one person.
type ImportChange struct {
	Row           int                `json:"row"`
	ParticipantID race.ParticipantID `json:"participantId,omitempty"` // absent for somebody who would be created
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	What          string             `json:"what"` // created, updated, removed, unchanged
	Race          string             `json:"race"`
	Fields        []ImportField      `json:"fields"`
}

// ImportField is one field before and after, as text.
type ImportField struct {
	Field string `json:"field"`
	Was   string `json:"was"`
	Now   string `json:"now"`
}

// KnownField is a field that a column may hold, and the headers by which it is known: lower case, letters and digits only.
type KnownField struct {
	Field   string   `json:"field"`
	Label   string   `json:"label"`
	Aliases []string `json:"aliases"`
}

// ImportFile is a file that is uploaded in steps (IMP-11, IMP-12).
type ImportFile struct {
	ID        string `json:"id"`
	StepBytes int64  `json:"stepBytes"` // at most, of one step
	MaxBytes  int64  `json:"maxBytes"`  // of the file
}

// ImportStep says how much of a file has arrived.
type ImportStep struct {
	Bytes int64 `json:"bytes"`
}

// ImportSheet is what is in an uploaded file, as it would be understood.
type ImportSheet struct {
	Format     string          `json:"format"` // csv, xlsx
	Encoding   string          `json:"encoding"`
	Separator  string          `json:"separator"`
	Sheets     []string        `json:"sheets"`
	Sheet      string          `json:"sheet"`
	Rows       int             `json:"rows"`
	Columns    []ImportColumn  `json:"columns"`
	AddOns     []AddOnChoice   `json:"addOns"`  // those that the columns suggest
	Preview    [][]string      `json:"preview"` // the first 5 rows
	Complaints []ImportMessage `json:"complaints"`
}

// ImportColumn is one column of an uploaded file. Field is a known field, "ignore" or "addon".
type ImportColumn struct {
	Index     int      `json:"index"`
	Header    string   `json:"header"`
	Field     string   `json:"field"`
	Why       string   `json:"why"`
	Duplicate bool     `json:"duplicate"` // another column holds this field; this one is not used (IMP-7)
	Candidate bool     `json:"candidate"` // the header looks like that of an add-on (ADDON-3)
	Samples   []string `json:"samples"`
}
