package outline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	end kind = iota
	word
	literal // a string, or a template
	mark
)

// scanner reads the tokens of types. A token that it does not know raises doubt and ends the reading.
type scanner struct {
	text     string
	at       int // behind the token
	kind     kind
	start    int
	newLine  bool   // a line breaks before the token
	before   int    // where the token before it ends
	previous string // the token before it
	ends     bool   // a type, name or value can end with the token before it
	doubt    bool
	depth    int // of namespaces, or of templates in templates
	found    []Span
}

// deepest is how deep brackets, namespaces and templates may nest. No declaration file comes near; a text that nests a
// million times would take the stack or the time of the host.
const deepest = 200

// starters are the words that begin a new statement if they stand at the start of a line and the statement before them can end there.
var starters = set("export declare import interface type class abstract function const let var enum namespace module global")

// contextual are the words that may precede a type, but could also be names.
var contextual = set("keyof readonly unique infer asserts abstract is from as type")

// reserved are the words that no declaration has as its name, or that do not end what they are in.
var reserved = set("extends implements typeof new import default function class enum const let var in void null this super")

var opens = map[string]string{"(": ")", "[": "]", "{": "}", "<": ">"}

func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

func (s *scanner) token() string { return s.text[s.start:s.at] }

func (s *scanner) is(token string) bool { return s.kind != literal && s.token() == token }

func (s *scanner) expect(token string) {
	if !s.is(token) {
		s.doubt = true
		return
	}
	s.next()
}

func (s *scanner) add(start, last, end int) {
	if end-start >= leastStatement {
		s.found = append(s.found, Span{start, last, end})
	}
}

// brackets passes over a token or, if the token opens a bracket, over everything up to the token that closes it. It reports whether nothing
// there leads to another file.
func (s *scanner) brackets() bool {
	plain := s.balanced()
	s.next()
	return plain && !s.doubt
}

// balanced reads on to the token that closes the current one, if the current one opens a bracket.
func (s *scanner) balanced() bool {
	plain := true
	for closing := ""; !s.doubt; s.next() {
		top := closing[max(0, len(closing)-1):]
		switch token := s.token(); {
		case s.kind == end:
			s.doubt = true
		case s.kind == mark && opens[token] != "":
			closing += opens[token]
			s.require(len(closing) <= deepest)
		case s.kind == mark && strings.Contains(")]}>", token):
			s.require(token == top)
			closing = closing[:max(0, len(closing)-1)]
		case s.is(";"):
			s.require(top == "}") // or else < was an operator
		case s.is("import"):
			plain = false
		}
		if closing == "" {
			break
		}
	}
	return plain
}

// next reads a token.
func (s *scanner) next() {
	s.before, s.previous = s.at, s.token()
	switch s.kind {
	case word:
		s.ends = !notLast[s.previous]
	case literal:
		s.ends = true
	case mark:
		s.ends = s.previous == ")" || s.previous == "]" || s.previous == "}" || s.previous == ">" || s.previous == "*"
	}
	s.trivia()
	s.start = s.at
	if s.at >= len(s.text) || s.doubt {
		s.kind = end
		return
	}
	switch c := s.text[s.at]; {
	case inWord(c):
		s.kind = word
		for s.at < len(s.text) && (inWord(s.text[s.at]) || s.text[s.at] >= utf8.RuneSelf) {
			s.wordCharacter()
		}
	case c >= utf8.RuneSelf:
		s.kind = word
		s.wordCharacter()
		for s.at < len(s.text) && !s.doubt && (inWord(s.text[s.at]) || s.text[s.at] >= utf8.RuneSelf) {
			s.wordCharacter()
		}
	case c == '"' || c == '\'':
		s.kind = literal
		s.quoted(c)
	case c == '`':
		s.kind = literal
		s.template()
	case strings.HasPrefix(s.text[s.at:], "=>"):
		s.kind = mark
		s.at += 2
	case strings.IndexByte("(){}[]<>|&=?:;,.*+-!", c) >= 0:
		s.kind = mark
		s.at++
	default:
		s.doubt = true
	}
}

// notLast holds the words that cannot end a type or a value.
var notLast = set("extends implements typeof new import export default function class enum const let var in interface declare")

func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '#'
}

func (s *scanner) wordCharacter() {
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	if size > 1 && !unicode.IsLetter(r) {
		s.doubt = true // it may be white space
	}
	s.at += size
}

// trivia passes over white space and comments.
func (s *scanner) trivia() {
	s.newLine = false
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch c := rest[0]; {
		case c == '\n' || c == '\r':
			s.newLine = true
			s.at++
		case c == ' ' || c == '\t':
			s.at++
		case strings.HasPrefix(rest, "//"):
			length := strings.IndexAny(rest, "\r\n")
			if length < 0 {
				length = len(rest)
			}
			s.at += length
		case strings.HasPrefix(rest, "/*"):
			length := strings.Index(rest[2:], "*/")
			if length < 0 {
				s.doubt = true
				return
			}
			s.newLine = s.newLine || strings.ContainsAny(rest[:length+2], "\r\n")
			s.at += length + 4
		default:
			return
		}
	}
}

func (s *scanner) quoted(quote byte) {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case quote:
			s.at++
			return
		case '\\':
			s.at++
		case '\n', '\r':
			s.doubt = true
			return
		}
	}
	s.unclosed()
}

// unclosed is called where the text ends within a string or a template. It sets at to the end of the text, since passing over
// an escaped character may have set it one byte further, and raises doubt.
func (s *scanner) unclosed() { s.at, s.doubt = len(s.text), true }

// template passes over a template, whose placeholders are types.
func (s *scanner) template() {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '`':
			s.at++
			return
		case '\\':
			s.at++
		case '$':
			if strings.HasPrefix(s.text[s.at:], "${") && !s.placeholder() {
				s.doubt = true
				return
			}
		}
	}
	s.unclosed()
}

// placeholder reads from ${ to its brace, and reports whether there is one.
func (s *scanner) placeholder() bool {
	inner := scanner{text: s.text, at: s.at + 1, depth: s.depth + 1}
	if inner.depth > deepest {
		return false
	}
	inner.next()
	plain := inner.balanced()
	s.at = inner.at - 1
	return plain && !inner.doubt
}
