package race

import "strings"

// NameKey is what two names have in common that people take for the same: letter case and the width of blanks are nothing. It is the
// one rule for names of races, splits, waves and sources.
func NameKey(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// SameName reports whether two names are the same to people; an empty one is like no other.
func SameName(a, b string) bool { return NameKey(a) != "" && NameKey(a) == NameKey(b) }
