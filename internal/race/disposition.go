package race

// Disposition says what became of a read. The codes are stable: scripts may rely on them.
type Disposition string

// The dispositions. A read entered by a person carries the manual form of the counting ones (see Manual).
const (
	DispStart         Disposition = "start"
	DispSplit         Disposition = "split"
	DispLap           Disposition = "lap"
	DispFinish        Disposition = "finish"
	DispOut           Disposition = "split_out" // the read that left a transition point
	DispManualStart   Disposition = "manual_start"
	DispManualSplit   Disposition = "manual_split"
	DispManualLap     Disposition = "manual_lap"
	DispManualFinish  Disposition = "manual_finish"
	DispManualOut     Disposition = "manual_split_out"
	DispRepeat        Disposition = "repeat"
	DispBeforeWindow  Disposition = "before_window"
	DispBeforeStart   Disposition = "before_start"
	DispTooFast       Disposition = "too_fast"
	DispAfterFinish   Disposition = "after_finish"
	DispAfterCutoff   Disposition = "after_cutoff"
	DispBackupUnused  Disposition = "backup_unused"
	DispRoaming       Disposition = "roaming"
	DispNoRoute       Disposition = "no_route"
	DispUnknownTag    Disposition = "unknown_tag"
	DispForeignPrefix Disposition = "foreign_prefix"
	DispClockSuspect  Disposition = "clock_suspect"
	DispVoided        Disposition = "voided"
	DispForcedInvalid Disposition = "forced_invalid"
	DispOtherEvent    Disposition = "other_event"
)

// Dispositions lists every code once, in the order of the documents.
func Dispositions() []Disposition {
	return []Disposition{
		DispStart, DispSplit, DispLap, DispFinish, DispOut,
		DispManualStart, DispManualSplit, DispManualLap, DispManualFinish, DispManualOut,
		DispRepeat, DispBeforeWindow, DispBeforeStart, DispTooFast, DispAfterFinish, DispAfterCutoff, DispBackupUnused,
		DispRoaming, DispNoRoute, DispUnknownTag, DispForeignPrefix, DispClockSuspect, DispVoided, DispForcedInvalid, DispOtherEvent,
	}
}

// Counts reports whether a read with this disposition made a time of the result.
func (d Disposition) Counts() bool {
	switch d {
	case DispStart, DispSplit, DispLap, DispFinish, DispOut,
		DispManualStart, DispManualSplit, DispManualLap, DispManualFinish, DispManualOut:
		return true
	}
	return false
}

// Manual is the form of a counting disposition for a read that a person entered; others are returned as they are.
func (d Disposition) Manual() Disposition {
	switch d {
	case DispStart:
		return DispManualStart
	case DispSplit:
		return DispManualSplit
	case DispLap:
		return DispManualLap
	case DispFinish:
		return DispManualFinish
	case DispOut:
		return DispManualOut
	}
	return d
}
