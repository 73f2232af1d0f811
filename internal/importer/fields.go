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
	fWavePref
	fWaveBuddy
	fWaveWeight
	fieldCount
)

// Choices for a column besides the known fields (IMP-6).
const (
	ColumnIgnore = "ignore"
	ColumnAddOn  = "addon"
)

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
	// addOns are the cells of the add-ons' columns, in the order of the sheet's AddOns; nil when all are blank.
	addOns []string
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
func NewRow(line int, cells map[string]string) (Row, error) { return newRow(line, cells, nil, 0) }

// newRow also takes cells of add-ons, by their headers; n is how many columns those have.
func newRow(line int, cells map[string]string, addOns map[string]int, n int) (Row, error) {
	r := Row{Line: line}
	for name, text := range cells {
		text = cleanCell(text)
		if i, ok := addOns[squash(name)]; ok {
			r.set(target{field: -1, addOn: i, addOns: n}, text)
			continue
		}
		f, ok := fieldByName[name]
		if !ok {
			if a, known := fieldByAlias[plain(name)]; known {
				f, ok = a.field, true
			}
		}
		if !ok {
			return Row{}, race.Invalid("participants", "%q is not a field of a participant; the fields are %s", name, fieldList())
		}
		r.cells[f] = text
	}
	return r, nil
}

// NewRows is NewRow for the rows of a request: firstRow is the line of the first one in its file, 0 for 2, the line behind a header. Cells of
// add-ons go by the headers of their columns.
func NewRows(cells []map[string]string, firstRow int, addOns []race.AddOnColumns) ([]Row, error) {
	if firstRow <= 0 {
		firstRow = 2
	}
	at, n := map[string]int{}, 0
	for _, a := range addOns {
		for _, c := range a.Columns {
			at[squash(c.Header)] = n
			n++
		}
	}
	rows := make([]Row, 0, len(cells))
	for i, c := range cells {
		r, err := newRow(firstRow+i, c, at, n)
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
