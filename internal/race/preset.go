package race

// ImportPreset is how the last participant file of an event was read (DATA-17).
type ImportPreset struct {
	AllowBibChanges bool           `json:"allowBibChanges"`
	RaceID          RaceID         `json:"raceId,omitempty"` // 0 = by Race
	Race            string         `json:"race,omitempty"`   // "file" or "infer"
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

// AddOnColumn is one variant's column; Uncountable cells hold text, not a quantity.
type AddOnColumn struct {
	Index       int    `json:"index"`
	Variant     string `json:"variant"`
	Uncountable bool   `json:"uncountable"`
}
