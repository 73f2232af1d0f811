package api

import "strings"

// frameworkWords is what the framework says of a value, and what people read. The rest of its sentence, a bound, stays where %s is.
var frameworkWords = []struct{ theirs, ours string }{
	{"invalid integer", "must be a whole number"},
	{"expected integer", "must be a whole number"},
	{"invalid float", "must be a number"},
	{"expected number >= ", "must be %s or more"},
	{"expected number <= ", "must be %s at most"},
	{"expected number", "must be a number"},
	{"invalid boolean", "must be true or false"},
	{"expected boolean", "must be true or false"},
	{"expected string", "must be text"},
	{"expected length >= ", "must have %s characters or more"},
	{"expected length <= ", "must have %s characters at most"},
	{"expected array length >= ", "must have %s entries or more"},
	{"expected array length <= ", "must have %s entries at most"},
	{"expected value to be one of ", "must be one of %s"},
}

// plainly says in a sentence what the framework found wrong with the value that name has.
func plainly(name, message string) string {
	if name == "" {
		return message
	}
	for _, w := range frameworkWords {
		rest, is := strings.CutPrefix(message, w.theirs)
		switch {
		case is && strings.Contains(w.ours, "%s"):
			return name + " " + strings.Replace(w.ours, "%s", rest, 1)
		case is && rest == "":
			return name + " " + w.ours
		}
	}
	return name + ": " + message
}
