package importer

import (
	"slices"

	"racectl/internal/race"
)

// field is one of the known fields of a participants file (IMP-8), as an index into a row.
type field uint8

const (
	fUniqueID field = iota
	fBib
	fChips
	fFirstName
	fLastName
	fFullName
	fDistance
	fGender
	fDOB
	fAge
	fEmail
	fAddress
	fCity
	fState
	fZip
	fCountry
	fPhone
	fTeamName
	fEmergencyName
	fEmergencyPhone
	fShirtSize
	fExpectsShirt
	fRegisteredAt
	fNotes
	fRemove
	fWave
	fWaveRequest
	fWaveStartTime
	fieldCount
)

// Choices for a column besides the known fields (IMP-6).
const (
	ColumnIgnore = "ignore"
	ColumnAddOn  = "addon"
)

// KnownField is a field that a column of a participants file may hold: its name, its title for people, and the headers
// that mean it, in plain form (lower case, letters and digits only), the best first.
type KnownField struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Aliases []string `json:"aliases"`
}

// knownFields is the one table of headers (IMP-8, IMP-9, A-94), in the order of the fields. An alias stands in one row only.
var knownFields = [fieldCount]KnownField{
	fUniqueID:  {"unique_id", "Unique ID", []string{"uniqueid", "orderid", "registrationid", "regid", "registrationnumber", "entryid", "regno", "confirmation", "confirmationnumber", "id"}},
	fBib:       {"bib", "Bib", []string{"bib", "bibnumber", "bibno", "bibnum", "racenumber", "startnumber", "startnr", "dossard", "number", "no"}},
	fChips:     {"chips", "Chips", []string{"chips", "chip", "chipid", "chipcode", "chipnumber", "chiplist", "tag", "tags", "rfid", "epc", "transponder", "transponder1", "transponder2", "chip1", "chip2"}},
	fFirstName: {"first_name", "First Name", []string{"firstname", "first", "givenname", "given", "forename", "prenom", "vorname", "fname"}},
	fLastName:  {"last_name", "Last Name", []string{"lastname", "last", "surname", "familyname", "family", "nom", "nachname", "lname"}},
	fFullName:  {"full_name", "Full Name", []string{"fullname", "name", "participant", "participantname", "runner", "athlete", "racer", "rider", "displayname"}},
	fDistance: {"distance", "Distance", []string{"distance", "race", "racename", "event", "eventname", "contest", "course", "subevent", "category", "categoryentered",
		"categoryenteredmerchandiseordered", "division", "groupheader"}},
	fGender:         {"gender", "Gender", []string{"gender", "sex", "sexe", "geschlecht", "identifiedgender"}},
	fDOB:            {"dob", "Date of Birth", []string{"dob", "birthdate", "birthday", "dateofbirth", "born", "geburtsdatum"}},
	fAge:            {"age", "Age", []string{"age", "ageonraceday", "agerace", "raceage"}},
	fEmail:          {"email", "E-mail", []string{"email", "emailaddress", "mail"}},
	fAddress:        {"address", "Address", []string{"address", "street", "streetaddress", "address1", "shippingaddress"}},
	fCity:           {"city", "City", []string{"city", "town", "hometown", "ville", "ort"}},
	fState:          {"state", "State", []string{"state", "stateprovince", "statecode", "province", "region"}},
	fZip:            {"zip", "Zip", []string{"zip", "zipcode", "postalcode", "postcode", "plz"}},
	fCountry:        {"country", "Country", []string{"country", "countryname", "countrycode", "nation", "nationality"}},
	fPhone:          {"phone", "Phone", []string{"phone", "phonenumber", "mobile", "cell", "cellphone"}},
	fTeamName:       {"team_name", "Team", []string{"teamname", "team", "club"}},
	fEmergencyName:  {"emergency_name", "Emergency Name", []string{"emergencyname", "emergencycontactname", "emergencycontact"}},
	fEmergencyPhone: {"emergency_phone", "Emergency Phone", []string{"emergencyphone", "emergencycontactphone", "emergencycontactnumber"}},
	fShirtSize:      {"shirt_size", "Shirt Size", []string{"shirtsize", "shirt", "tshirtsize", "tshirt", "tee", "teesize"}},
	fExpectsShirt:   {"expects_shirt", "Expects Shirt", []string{"expectsshirt", "wantsshirt"}},
	fRegisteredAt:   {"registered_at", "Registered At", []string{"registeredat", "registrationdate", "registered", "registrationtime", "registrationdatetime", "dateregistered", "signupdate"}},
	fNotes:          {"notes", "Notes", []string{"notes", "note", "comments", "comment", "announcernotes"}},
	fRemove:         {"remove", "Remove", []string{"remove", "removed", "withdrawn", "cancelled", "canceled"}},
	fWave:           {"wave", "Wave", []string{"wave", "wavename", "waveid", "wavenumber", "corral"}},
	fWaveRequest:    {"wave_request", "Wave Request", []string{"waverequest", "requestedwave"}},
	fWaveStartTime:  {"wave_start_time", "Own Start Time", []string{"wavestarttime", "ownstart", "starttime"}},
}

// KnownFields lists the fields that a column may hold, with their headers. The slice is the caller's.
func KnownFields() []KnownField {
	out := slices.Clone(knownFields[:])
	for i := range out {
		out[i].Aliases = slices.Clone(out[i].Aliases)
	}
	return out
}

var (
	fieldByName  = map[string]field{}
	fieldByAlias = map[string]aliasOf{}
)

type aliasOf struct {
	field field
	rank  int // 0 = the best name for it
}

func init() {
	for i, k := range knownFields {
		fieldByName[k.Name] = field(i)
		for rank, a := range k.Aliases {
			fieldByAlias[a] = aliasOf{field(i), rank}
		}
	}
}

// headerField is the field that a header means, by the table and by the one pattern of it: "Age on 12/31/2026".
func headerField(header string) (aliasOf, bool) {
	name := plain(header)
	if a, ok := fieldByAlias[name]; ok {
		return a, true
	}
	if len(name) > 5 && name[:5] == "ageon" && name[5] >= '0' && name[5] <= '9' {
		return aliasOf{fAge, len(knownFields[fAge].Aliases)}, true
	}
	return aliasOf{}, false
}

// Row is one row of a participants file: the cells of the known fields, as they were written.
type Row struct {
	Line  int    // in the file, from 1; what messages say
	Wrong string // why the row as a whole cannot be used; "" = it can
	cells [fieldCount]string
}

// Cell is the text of a known field by its name, "" for an unknown one.
func (r *Row) Cell(name string) string {
	if f, ok := fieldByName[name]; ok {
		return r.cells[f]
	}
	return ""
}

// NewRow makes a row of cells that are already known by field name, as the API takes them (API-30).
// An unknown field name is an error with code invalid.
func NewRow(line int, cells map[string]string) (Row, error) {
	r := Row{Line: line}
	for name, text := range cells {
		f, ok := fieldByName[name]
		if !ok {
			if a, known := fieldByAlias[plain(name)]; known {
				f, ok = a.field, true
			}
		}
		if !ok {
			return Row{}, race.Invalid("participants", "%q is not a field of a participant; the fields are %s", name, fieldList())
		}
		r.cells[f] = cleanCell(text)
	}
	return r, nil
}

// NewRows is NewRow for the rows of a request: firstRow is the line of the first one in its file, 0 for 2, the line behind a header.
func NewRows(cells []map[string]string, firstRow int) ([]Row, error) {
	if firstRow <= 0 {
		firstRow = 2
	}
	rows := make([]Row, 0, len(cells))
	for i, c := range cells {
		r, err := NewRow(firstRow+i, c)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func fieldList() string {
	s := ""
	for i, k := range knownFields {
		if i > 0 {
			s += ", "
		}
		s += k.Name
	}
	return s
}
