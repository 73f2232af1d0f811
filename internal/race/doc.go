// Package race is the vocabulary of timing: what an event, a race, a split, a participant, a read and a
// correction are, and the small rules that belong to one word alone (units, bib ranges, status labels, error codes).
//
// Words:
//
//   - Event: holds races, has one time zone and one roster. Race: has splits, waves and rules for its clock.
//   - Split: a timing point of a race at a distance. Route: "reads of this source mean that split".
//   - Source: where reads come from (a mat, a person with a phone, a feed). Sources are shared by all events.
//   - Read: what one reader reported once. It is never changed.
//   - Correction: what a person or a named rule decided about a read or a participant. Append-only, the newest wins.
//   - Crossing: reads of one person at one source less than ten seconds apart, as shown to people.
//   - Edit: one entry of the journal: who changed what, when, from what, to what.
//
// It must not import anything but the standard library, must not read the clock and must not do input or output.
// Its JSON names are the names of the API. Start reading at event.go, then read.go.
package race
