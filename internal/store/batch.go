package store

import "racectl/internal/race"

// Snapshot is everything but reads and the journal.
type Snapshot struct {
	Events        []race.Event
	Sources       []race.Source
	People        []race.Participant
	Corrections   []race.Correction
	Users         []race.User
	AddOns        []race.AddOn
	LineItems     []race.LineItem
	Notifications []race.Notification
	Dismissals    []Dismissal
	Tracking      []race.Tracking
	Counters      map[string]int64 // highest id ever given, by entity: event race split route source participant read correction edit notification addon variant line_item
}

// Dismissal says that a user does not want to see a notification any more.
type Dismissal struct {
	User           string
	NotificationID int64
}

// Batch is one transaction. Deletes come first, then puts; puts replace by id, ids are given by the caller. Ids of reads,
// corrections and edits must be above every one stored before.
type Batch struct {
	Reads               []race.Read
	Corrections         []race.Correction
	Edits               []race.Edit
	UndoneBy            map[race.EditID]race.EditID // 0 takes the mark away
	PutEvents           []race.Event                // with races, splits, routes, waves: the event's whole tree is replaced
	DeleteEvents        []race.EventID              // with their tree, people, add-ons, orders, notifications and tracking; courses stay for an undo
	PutSources          []race.Source
	PutPeople           []race.Participant
	DeletePeople        []race.ParticipantID // with their orders
	PutUsers            []race.User
	DeleteUsers         []string // with their dismissals, whatever their letter case
	PutAddOns           []race.AddOn
	DeleteAddOns        []race.AddOnID // with their variants and orders
	PutLineItems        []race.LineItem
	DeleteLineItems     []race.LineItemID
	PutNotifications    []race.Notification
	DeleteNotifications []int64 // with their dismissals
	PutDismissals       []Dismissal
	PutTracking         []race.Tracking // by event
	DeleteTracking      []race.EventID
	Courses             map[race.RaceID][]byte // GeoJSON LineString; nil removes
	Images              map[string][]byte      // by content-hash name; nil removes
}

// facts reports whether the batch adds anything with an id that only grows.
func (b *Batch) facts() bool { return len(b.Reads)+len(b.Corrections)+len(b.Edits) > 0 }

// empty reports whether there is nothing to do.
func (b *Batch) empty() bool {
	return !b.facts() && len(b.UndoneBy)+len(b.PutEvents)+len(b.DeleteEvents)+len(b.PutSources)+len(b.PutPeople)+
		len(b.DeletePeople)+len(b.PutUsers)+len(b.DeleteUsers)+len(b.PutAddOns)+len(b.DeleteAddOns)+len(b.PutLineItems)+
		len(b.DeleteLineItems)+len(b.PutNotifications)+len(b.DeleteNotifications)+len(b.PutDismissals)+len(b.PutTracking)+len(b.DeleteTracking)+
		len(b.Courses)+len(b.Images) == 0
}
