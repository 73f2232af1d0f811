package api

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// subscription is one channel of one connection.
type subscription struct {
	identifier string // as the client wrote it: it is echoed byte for byte
	channel    string
	event      race.EventID // EventChannel: only this event, 0 = all
	since      uint64
	watcher    *live.Watcher
	numbered   bool   // its messages carry the number to come back with
	envelope   []byte // what stands before each message
}

// loose is a number that clients write as a number or as text.
type loose int64

func (n *loose) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) != nil {
		s = string(b)
	}
	if s == "" || s == "null" {
		return nil
	}
	v, err := strconv.ParseInt(s, 10, 64)
	*n = loose(v)
	return err
}

// subscription reads an identifier and checks that there is such an event. Codes: unreadable, not_found.
func (a *API) subscription(identifier string) (*subscription, error) {
	s, err := parseIdentifier(identifier)
	if err != nil || s.event == 0 {
		return s, err
	}
	return s, a.Control.View(s.event, func(*control.View) error { return nil })
}

// parseIdentifier reads {channel, raceEventId?, since?}.
func parseIdentifier(identifier string) (*subscription, error) {
	var id struct {
		Channel     string `json:"channel"`
		RaceEventID loose  `json:"raceEventId"`
		OlderID     loose  `json:"race_event_id"`
		Since       loose  `json:"since"`
	}
	if err := json.Unmarshal([]byte(identifier), &id); err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "the identifier %q is not JSON: %w", identifier, err)
	}
	s := &subscription{identifier: identifier, channel: id.Channel, since: live.FromNow, envelope: envelope(identifier)}
	if id.Since > 0 {
		s.since = uint64(id.Since)
	}
	switch id.Channel {
	case wire.ControlChannel:
	case wire.EventChannel:
		s.event = race.EventID(cmp.Or(id.RaceEventID, id.OlderID))
	default:
		return nil, race.NotFound("channel", id.Channel)
	}
	return s, nil
}

// form is what makes the texts of two subscriptions differ.
type form struct {
	channel  string
	event    race.EventID
	numbered bool
}

// payloads are a frame of the hub as this subscription is told it: made once for everybody with the same form.
func (s *subscription) payloads(f *live.Frame) []*payload {
	return f.Form(form{s.channel, s.event, s.numbered}, func(f *live.Frame) any {
		if s.channel == wire.EventChannel {
			return encodeMessages(eventMessages(f, s.event), f.Seq, s.numbered)
		}
		return encodeMessages(controlMessages(f), f.Seq, s.numbered)
	}).([]*payload)
}

// envelope is what stands before the messages of a subscription.
func envelope(identifier string) []byte {
	id, err := json.Marshal(identifier)
	if err != nil {
		panic("a text cannot fail: " + err.Error())
	}
	return slices.Concat([]byte(`{"identifier":`), id, []byte(`,"message":`))
}

// largestText is about how large one message may get, and how much goes out at once: a slow line must let a ping through now and then.
const largestText = 128 << 10

// encodeMessages makes as few texts as possible: one message is itself, several are a batch (RT-21). The number to come back
// with stands in the last text only: before that not everything up to it was sent.
func encodeMessages(messages []wire.Message, seq uint64, numbered bool) []*payload {
	var made []*payload
	var batch []json.RawMessage
	size := 0
	flush := func(last bool) {
		n := uint64(0)
		if last && numbered {
			n = seq
		}
		if len(batch) > 0 {
			made = append(made, &payload{plain: append(batchText(batch, n), '}')})
		}
		batch, size = nil, 0
	}
	for i := range messages {
		b, err := wire.Marshal(&messages[i])
		if err != nil {
			continue // a value that cannot be written would be a fault of the vocabulary; the others must not suffer
		}
		if size+len(b) > largestText {
			flush(false)
		}
		batch, size = append(batch, b), size+len(b)
	}
	flush(true)
	return made
}

func batchText(batch []json.RawMessage, seq uint64) []byte {
	var b []byte
	number := ""
	if seq > 0 {
		number = `"seq":` + strconv.FormatUint(seq, 10) + `,`
	}
	if len(batch) == 1 {
		return append(append(append(b, '{'), number...), batch[0][1:]...)
	}
	b = append(append(append(b, '{'), number...), `"msgType":"batch","messages":[`...)
	for i, m := range batch {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, m...)
	}
	return append(b, ']', '}')
}
