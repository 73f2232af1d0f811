package importer

// Equal is the comparison by which an import tells unchanged people; BirthDate and StampIn read days and times of cells.
var (
	Equal     = equal
	BirthDate = birthDate
	StampIn   = stampIn
)
