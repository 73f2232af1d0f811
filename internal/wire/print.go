package wire

import "racectl/internal/race"

// PrintSlip is the body of POST participants/{participantId}/print: HOST or HOST:PORT of a label printer in a private network.
type PrintSlip struct {
	Address string `json:"address,omitempty"`
}

// Printed says which slip went where.
type Printed struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Address       string             `json:"address"` // what took it, with its port; as asked in a dry run
	Zpl           string             `json:"zpl"`     // the slip, in the language of the printer
}
