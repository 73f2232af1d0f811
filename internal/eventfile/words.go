package eventfile

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// word is one setting in the words of the file. The same words are written (write.go) and compared (plan.go), so that a plan
// speaks the language of the file. A setting at its default has no word.
type word struct {
	key   string
	value *yaml.Node
}

type words []word

func scalar(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	if strings.ContainsAny(s, "\n") {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// bare is a scalar that must not be quoted: a number, a time, true.
func bare(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }

func (ws *words) text(key, value string) {
	if value != "" {
		*ws = append(*ws, word{key, scalar(value)})
	}
}

func (ws *words) flag(key string, on bool) {
	if on {
		*ws = append(*ws, word{key, bare("true")})
	}
}

func (ws *words) whole(key string, n int) {
	if n != 0 {
		*ws = append(*ws, word{key, bare(strconv.Itoa(n))})
	}
}

func (ws *words) bare(key, value string) {
	if value != "" {
		*ws = append(*ws, word{key, bare(value)})
	}
}

func (ws *words) node(key string, n *yaml.Node) {
	if n != nil && len(n.Content) > 0 {
		*ws = append(*ws, word{key, n})
	}
}

// flow is a list or a mapping on one line.
func flow(kind yaml.Kind, content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: kind, Style: yaml.FlowStyle, Content: content}
}

func (ws words) mapping(style yaml.Style) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode, Style: style}
	for _, w := range ws {
		n.Content = append(n.Content, bare(w.key), w.value)
	}
	return n
}
