package importer

// Equal is the comparison by which an import tells unchanged people; BirthDate and StampIn read days and times of cells.
var (
	Equal     = equal
	BirthDate = birthDate
	StampIn   = stampIn
)

// Crowded has people of one name looked up from so many on, instead of being searched one after the other.
func (o MergeOptions) Crowded(n int) MergeOptions {
	o.crowded = n
	return o
}

// Looked is how many people were looked at to find those of the rows.
func (m *Merged) Looked() int { return m.looked }
