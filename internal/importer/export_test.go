package importer

// Equal is the comparison by which an import tells unchanged people; BirthDate and StampIn read days and times of cells.
var (
	Equal     = equal
	BirthDate = birthDate
	StampIn   = stampIn
)

// Looked is how many people were looked at to find those of the rows.
func (m *Merged) Looked() int { return m.looked }
