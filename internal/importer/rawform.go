package importer

import "racectl/internal/race"

// form is the RawForm of the lines of a file that are alike, with its parts ready for comparing.
type form struct {
	before, between, after string
	layout                 [10]byte // what separates the digits of the time
	length                 int      // of the time
	tagFirst               bool
	offset                 int64
	form                   race.RawForm
}

// formOf finds out whether a line follows from the tag and the time that were read from it: the form of a line before it mostly fits.
// tag and written are cells of the line.
func (f *Reads) formOf(line, tag, written []byte, s stamp, rd *race.Read) race.RawForm {
	if len(written) < 19 || string(tag) != rd.Tag || s.kind == stampOfDay {
		return ""
	}
	tagAt, timeAt := cap(line)-cap(tag), cap(line)-cap(written) // both are cut from the line
	firstAt, firstEnd, nextAt, nextEnd := tagAt, tagAt+len(tag), timeAt, timeAt+len(written)
	if timeAt < tagAt {
		firstAt, firstEnd, nextAt, nextEnd = timeAt, timeAt+len(written), tagAt, tagAt+len(tag)
	}
	offset := int64(0)
	if s.kind == stampWall {
		offset = (s.ms - int64(rd.At)) / 1000
	}
	before, between, after := line[:firstAt], line[firstEnd:nextAt], line[nextEnd:]
	shape := shapeOf(written)
	for i := range f.forms {
		k := &f.forms[i]
		if k.length == len(written) && k.layout == shape && k.offset == offset && k.tagFirst == (tagAt < timeAt) &&
			k.before == string(before) && k.between == string(between) && k.after == string(after) {
			return k.form
		}
	}
	k := form{before: string(before), between: string(between), after: string(after), layout: shape, length: len(written), tagFirst: tagAt < timeAt, offset: offset}
	k.form = race.NewRawForm(k.before, k.between, k.after, k.tagFirst, string(written), offset)
	f.forms[1] = f.forms[0]
	f.forms[0] = k
	return k.form
}

// shapeOf is what of a time of at least 19 bytes is no digit where one of the layouts of a RawForm has something else.
func shapeOf(b []byte) (shape [10]byte) {
	shape[0], shape[1], shape[2], shape[3], shape[4] = b[4], b[7], b[10], b[13], b[16]
	if len(b) > 19 {
		shape[5], shape[6] = b[19], b[len(b)-1]
		if shape[6] >= '0' && shape[6] <= '9' {
			shape[6] = '0'
		}
	}
	if len(b) >= 23 {
		for i, c := range b[20:23] {
			if c < '0' || c > '9' {
				shape[7+i] = c
			}
		}
	}
	return shape
}
