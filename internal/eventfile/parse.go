package eventfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// MaxSize is how large an event file may be, in bytes.
const MaxSize = 4 << 20

// File is an event file that was read and holds no contradiction. Its event carries temporary ids: races, splits and routes count up
// from a negative number to -1 in the order of the file, sources likewise in the order of their list.
type File struct {
	Event   race.Event
	Sources []Source
	names   map[race.SourceID]string
	said    map[string]bool // what the file mentions of the things that stay when it does not: "shirts", "races[0].wave_plan" …
	was     map[string]string
	zone    *time.Location
}

// Source is a source as the file names it. Codes and ApplyOffset are nil when the file says nothing about them.
type Source struct {
	ID          race.SourceID
	Name        string
	Codes       *[]string
	ApplyOffset *bool
}

// Slug is the slug of the event that the file means: its own, or the one made of its name and the year of the first start.
// It is "" for a file without a slug whose races have no start.
func (f *File) Slug() string { return f.Event.Slug }

// Parse reads an event file. Every mistake is named with its line and with what to write instead: the first in the message,
// the others in More. Code unreadable for what is no YAML, too_large, else invalid with the field as the API names it.
func Parse(text []byte) (*File, error) {
	if len(text) > MaxSize {
		return nil, race.Errorf(race.CodeTooLarge, "the event file is larger than %d MB", MaxSize>>20)
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, race.Errorf(race.CodeUnreadable, "this is a binary file, not an event file in YAML")
	}
	root, err := document(text)
	if err != nil {
		return nil, err
	}
	p := &parser{file: &File{said: map[string]bool{}, was: map[string]string{}, names: map[race.SourceID]string{}},
		lines: map[string]int{}, sources: map[string]race.SourceID{}}
	p.top(root)
	if len(p.mistakes) == 0 {
		p.check()
	}
	if len(p.mistakes) > 0 {
		return nil, p.failure()
	}
	return p.file, nil
}

func document(text []byte) (*yaml.Node, error) {
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, race.Errorf(race.CodeUnreadable, "the event file is empty; it begins with event: and the event's name")
		}
		return nil, race.Errorf(race.CodeUnreadable, "the event file is no YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	var more yaml.Node
	if dec.Decode(&more) == nil {
		return nil, race.Errorf(race.CodeUnreadable, "line %d: the file holds a second document after ---; an event file is one", more.Line)
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, race.Errorf(race.CodeUnreadable, "this is not an event file; an event file begins with event: and the event's name")
	}
	return doc.Content[0], nil
}

type mistake struct {
	field string
	text  string
}

// parser walks the nodes of a file.
type parser struct {
	file     *File
	lines    map[string]int // path as race.Validate writes it -> line
	mistakes []mistake
	sources  map[string]race.SourceID // by race.NameKey
	implied  bool                     // the file has no list of sources: every name that is used makes one
	wall     *race.Wall
	zoneBad  bool
}

func (p *parser) wrong(n *yaml.Node, field, format string, args ...any) {
	const enough = 50
	if len(p.mistakes) < enough {
		p.mistakes = append(p.mistakes, mistake{field, fmt.Sprintf("line %d: %s", n.Line, fmt.Sprintf(format, args...))})
	}
}

func (p *parser) failure() error {
	err := race.Invalid(p.mistakes[0].field, "%s", p.mistakes[0].text)
	for _, m := range p.mistakes[1:] {
		err.More = append(err.More, m.text)
	}
	return err
}

// entry says what to do with the value of one key.
type entry struct {
	key string
	do  func(n *yaml.Node)
}

// mapping walks a mapping node key by key, in the order of the file; unknown and doubled keys are mistakes.
func (p *parser) mapping(n *yaml.Node, what string, entries []entry) bool {
	if n.Kind == yaml.AliasNode {
		p.wrong(n, "", "aliases (*%s) are not read here; write it out", n.Value)
		return false
	}
	if n.Kind != yaml.MappingNode {
		p.wrong(n, "", "%s must be written as keys and values, for example name: %s", what, "50K")
		return false
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			p.wrong(key, "", "the key %q stands twice in %s", key.Value, what)
			continue
		}
		seen[key.Value] = true
		if value.Kind == yaml.AliasNode || value.Anchor != "" {
			p.wrong(value, "", "anchors and aliases (& and *) are not read here; write it out")
			continue
		}
		if do := find(entries, key.Value); do != nil {
			if value.Tag != "!!null" {
				do(value)
			}
			continue
		}
		p.wrong(key, "", "%q is not a key of %s; %s", key.Value, what, suggest(key.Value, entries))
	}
	return true
}

func find(entries []entry, key string) func(*yaml.Node) {
	for _, e := range entries {
		if e.key == key {
			return e.do
		}
	}
	return nil
}

// foreign keys are known only to say where their value belongs.
var foreign = map[string]bool{"course": true, "password": true, "token": true, "credentials": true}

func suggest(key string, entries []entry) string {
	var all []string
	for _, e := range entries {
		if strings.EqualFold(e.key, strings.ReplaceAll(key, "-", "_")) || near(e.key, key) {
			return fmt.Sprintf("did you mean %q?", e.key)
		}
		if !foreign[e.key] {
			all = append(all, e.key)
		}
	}
	return "the keys are " + strings.Join(all, ", ")
}

// near reports whether two keys differ by one letter that is wrong, missing or too many.
func near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) < 3 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return a[min(i+1, len(a)):] == b[min(i+1, len(b)):]
	}
	return a[i:] == b[i+1:]
}

// list walks a sequence node.
func (p *parser) list(n *yaml.Node, what string, each func(i int, n *yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		p.wrong(n, "", "%s must be a list: write it in [ ] or with a - before each", what)
		return
	}
	for i, item := range n.Content {
		if item.Kind == yaml.AliasNode || item.Anchor != "" {
			p.wrong(item, "", "anchors and aliases (& and *) are not read here; write it out")
			continue
		}
		each(i, item)
	}
}

// check holds the file against the rules of the vocabulary, and gives their paths the line they came from.
func (p *parser) check() {
	for _, problem := range race.EventProblems(&p.file.Event, nil) {
		line := 0
		for path := problem.Field; ; {
			if n, ok := p.lines[path]; ok {
				line = n
				break
			}
			cut := strings.LastIndexAny(path, ".[")
			if cut < 0 {
				break
			}
			path = path[:cut]
		}
		text := problem.Message
		if line > 0 {
			text = fmt.Sprintf("line %d: %s", line, text)
		}
		p.mistakes = append(p.mistakes, mistake{problem.Field, text})
	}
}
