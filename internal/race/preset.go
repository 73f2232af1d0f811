package race

// Ranking is a person's ranking at an outside service: 0 … 1 from Count results.
type Ranking struct {
	FirstName string  `json:"firstName"`
	LastName  string  `json:"lastName"`
	Ranking   float64 `json:"ranking"`
	Count     int     `json:"count"`
}

// ImportPreset is how the last participant file of an event was read (DATA-17, IMP-13): by name it can be used for the next one.
type ImportPreset struct {
	Name            string         `json:"name,omitempty"`
	AllowBibChanges bool           `json:"allowBibChanges"`
	RaceID          RaceID         `json:"raceId,omitempty"` // 0 = by Race
	Race            string         `json:"race,omitempty"`   // "file" or "infer"
	Sheet           string         `json:"sheet,omitempty"`  // of a workbook; "" = the first one
	ColumnChoices   []ColumnChoice `json:"columnChoices"`
	AddOns          []AddOnColumns `json:"addOns"`
}

// ColumnChoice says what the column with this header means; Field is a field name of the importer, "ignore" or "addon".
type ColumnChoice struct {
	Header string `json:"header"`
	Field  string `json:"field"`
}

// AddOnColumns defines an add-on by the columns that hold its variants (DATA-16).
type AddOnColumns struct {
	Name      string        `json:"name"`
	ShowOnReg bool          `json:"showOnReg"`
	Columns   []AddOnColumn `json:"columns"`
}

// AddOnColumn is one variant's column, by its header or, without one, by its place; Uncountable cells hold text, not a quantity.
type AddOnColumn struct {
	Index       int    `json:"index"`
	Header      string `json:"header,omitempty"`
	Variant     string `json:"variant"`
	Uncountable bool   `json:"uncountable"`
}
