package scoring

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"racectl/internal/race"
)

// span writes a length of time in ms the way a timer says it: "4:31", "1:02:03", and tenths below ten seconds: "0.3 s".
func span(ms int64) string {
	if ms < 0 {
		return "-" + span(-ms)
	}
	if ms < 10_000 {
		return strconv.FormatFloat(float64(ms/100)/10, 'f', 1, 64) + " s"
	}
	s := ms / 1000
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

func km(decimetres int32) string {
	return strconv.FormatFloat(float64(decimetres)/10_000, 'f', 1, 64) + " km"
}

// reason is the sentence for a read. s and c are nil for a read that belongs to nobody, c alone for somebody in no race.
func (b *Board) reason(v *sight, s *scorer, c *rules) string {
	text := b.asideReason(v)
	if text == "" && c != nil {
		text = s.countReason(v)
		if text == "" {
			text = s.pathReason(v)
		}
	}
	return text
}

// asideReason has the sentences that need no race.
func (b *Board) asideReason(v *sight) string {
	src := &b.sources[v.src]
	text := b.tags[v.tag].text
	switch v.v.why {
	case whyUnknown:
		return fmt.Sprintf("unknown tag: nobody in the event has %s", text)
	case whyOtherPrefix:
		prefix, bib, _ := race.SplitEPC(text)
		return fmt.Sprintf("unknown tag: bib %s is in a race that does not use the prefix %s", race.CleanBib(bib), prefix)
	case whyGone:
		return "given to a participant who is no longer in the event"
	case whyForeign:
		prefix, _, _ := race.SplitEPC(text)
		return fmt.Sprintf("foreign tag: no race of the event uses the prefix %s", prefix)
	case whyCode:
		return fmt.Sprintf("foreign tag: %s accepts event codes %s, this read has %s", b.name(v.src), strings.Join(src.listed, ", "), b.codeOf(v))
	case whyClock:
		return b.clockReason(v)
	case whyVoided:
		return "voided by hand"
	case whyDiscarded:
		return "set aside when the event was reset"
	case whyOther:
		return b.otherReason(v)
	case whyNoRace:
		return "the participant is in no race"
	case whyForced:
		return "marked invalid by hand"
	}
	return ""
}

func (b *Board) codeOf(v *sight) string {
	if o, ok := b.odd[v.id]; ok {
		return o.Code
	}
	return b.codes.values[v.code]
}

func (b *Board) name(src uint16) string {
	if n := b.sources[src].name; n != "" {
		return n
	}
	return fmt.Sprintf("source %d", b.sourceIDs.values[src])
}

func (b *Board) clockReason(v *sight) string {
	switch {
	case v.at < oldestUsable:
		return fmt.Sprintf("clock suspect: the reader says %s; correct the time to use it", day(v.at))
	case v.at < b.from:
		return fmt.Sprintf("clock suspect: %s before the event's window, which opens 12 hours before the first start", days(int64(b.from-v.at)))
	}
	return fmt.Sprintf("clock suspect: %s after the event's window, which closes 12 hours after the last cutoff", days(int64(v.at-b.to)))
}

func day(at race.Instant) string {
	if at == 0 {
		return "no time"
	}
	return at.Time().Format("2006-01-02")
}

func days(ms int64) string {
	if d := ms / (24 * time.Hour).Milliseconds(); d >= 2 {
		return fmt.Sprintf("%d days", d)
	}
	return span(ms)
}

func (b *Board) otherReason(v *sight) string {
	for _, i := range b.sources[v.src].others {
		if o := &b.setup.Others[i]; v.at >= o.From && v.at <= o.To {
			return fmt.Sprintf("read of another event on the same source: %s", o.Name)
		}
	}
	return "read of another event on the same source"
}

// countReason has the sentences of reads that made a time.
func (s *scorer) countReason(v *sight) string {
	d := &v.v
	switch d.why {
	case whyStart:
		return "start: the last read before leaving, " + beside(d.b, "the gun") + s.how(v)
	case whyStartAsGun:
		return fmt.Sprintf("start: on the mat %s, counts as the first gun", beside(d.b, "the gun")) + s.how(v)
	case whyLateStart:
		return fmt.Sprintf("late start: %s after the gun", span(d.b)) + s.how(v)
	case whySplit:
		return fmt.Sprintf("split: first read at %s", s.at(d.place, d.lap)) + s.how(v)
	case whyLap:
		return fmt.Sprintf("lap %d complete at %s", d.lap+1, s.c.places[d.place].name) + s.how(v)
	case whyFinish:
		return fmt.Sprintf("finish: first read at %s", s.c.places[d.place].name) + s.how(v)
	case whyOut:
		return fmt.Sprintf("out: the last read at %s before going on", s.at(d.place, d.lap)) + s.how(v)
	}
	return ""
}

// how adds in what way a read came to count, where that is not the plain way.
func (s *scorer) how(v *sight) string {
	p := &s.passages[v.passage]
	var notes []string
	if v.v.backup {
		note := "by the backup " + s.b.name(v.src)
		if v.v.a != 0 {
			note += fmt.Sprintf(" with %+.2f s", float64(v.v.a)/1000)
		}
		notes = append(notes, note)
	}
	if v.fix != nil && v.fix.retime != 0 {
		notes = append(notes, "time corrected by hand")
	}
	if p.lock >= 0 {
		notes = append(notes, "locked by hand")
	}
	if p.force > 0 {
		notes = append(notes, "marked valid by hand")
	}
	if v.fix != nil && v.fix.to != 0 {
		notes = append(notes, "given to this participant by hand")
	}
	if len(notes) == 0 {
		return ""
	}
	return " (" + strings.Join(notes, ", ") + ")"
}

// at names a place, with the lap where the race is run in laps.
func (s *scorer) at(p int16, lap int32) string {
	switch {
	case p == sinceBell:
		return "the bell"
	case p < 0 || int(p) == s.c.start:
		return "the start"
	}
	if s.c.repeats {
		return fmt.Sprintf("%s of lap %d", s.c.places[p].name, lap+1)
	}
	return s.c.places[p].name
}

// since names what a verdict counts from: the end of a lap belongs to the lap before the one being run.
func (s *scorer) since(d *verdict) string {
	if d.from >= 0 && s.c.repeats && s.c.isFinish(int(d.from)) {
		return s.at(d.from, max(0, d.lap-1))
	}
	return s.at(d.from, d.lap)
}

func beside(ms int64, what string) string {
	if ms < 0 {
		return span(-ms) + " before " + what
	}
	return span(ms) + " after " + what
}

// pathReason has the sentences of reads that were set aside on the way.
func (s *scorer) pathReason(v *sight) string {
	d := &v.v
	switch d.why {
	case whySamePassage, undecided:
		return "repeat: same passage as an earlier read"
	case whyEarlierRead:
		return "repeat: a later read here is the last one before leaving"
	case whyNoneAhead:
		if d.place < 0 {
			return fmt.Sprintf("repeat: no split of %s lies ahead", s.b.name(v.src))
		}
		return fmt.Sprintf("repeat: %s after %s, and no split of %s lies ahead", span(d.a), s.c.places[d.place].name, s.b.name(v.src))
	case whyRetimed:
		return "repeat: the time of this crossing was corrected by hand"
	case whyTaken:
		return "repeat: another read is locked to this place"
	case whyNextRound:
		return fmt.Sprintf("repeat: lap complete, the next round begins in %s", span(d.a))
	case whyBeforeWindow:
		return fmt.Sprintf("before the window: %s before the first gun, start reads count from 30:00 before it", span(d.a))
	case whyBeforeStart:
		return fmt.Sprintf("before the start: %s before the start of this participant", span(d.a))
	case whyNoStart:
		return "before the start: the race has no start time yet"
	case whyTooFast:
		return fmt.Sprintf("too fast: %s after %s for %s, the limit for this race is %s", span(d.a), s.since(d), km(d.m), span(d.b))
	case whyTooSoon:
		if d.b == 0 {
			return "too fast: before the time at " + s.since(d)
		}
		return fmt.Sprintf("too fast: %s after %s, two passings here are at least %s apart", span(d.a), s.since(d), span(d.b))
	}
	return s.endReason(v)
}

func (s *scorer) endReason(v *sight) string {
	d := &v.v
	switch d.why {
	case whyAfterFinish:
		return fmt.Sprintf("after the finish: %s later", span(d.a))
	case whyAfterCutoff:
		return fmt.Sprintf("after the cutoff: %s late, the lap does not count", span(d.a))
	case whyLateRound:
		return fmt.Sprintf("late: %s after the bell of round %d, a round is %s", span(d.a), d.lap+1, span(d.b))
	case whyBackupUnused:
		return fmt.Sprintf("backup not needed: a better source has this passing within %s", span(pairGap))
	case whyRoaming:
		return "sighting: moves last seen only"
	case whyNoRoute:
		if o, ok := s.b.odd[v.id]; ok && o.Pos != nil {
			return fmt.Sprintf("position: moves last seen and the place on the map only; %s is not roaming in %s", s.b.name(v.src), s.c.race.Name)
		}
		return fmt.Sprintf("no route: %s stands for no split of %s", s.b.name(v.src), s.c.race.Name)
	}
	return ""
}
