package outline

import (
	"strings"
	"unicode/utf8"
)

// leastBody is a length in bytes. Shorter bodies are not listed, so they are parsed at once: to put that off would save no time.
const leastBody = 80

// mostBodies is how many pairs of braces are noted in one text. A longer list would take the memory of the host.
const mostBodies = 50_000

// bodies lists the pairs of braces in a TypeScript source that may hold the body of a function; the parser knows which of them do. A pair
// with an import in it is left out, since imports lead to other files. The list is empty in two cases: it is not certain which braces belong
// together, or a string has a letter as an escape. In a search for a name, only bodies with that name in their text are opened, and an escape hides it.
func bodies(text string, hasJSX bool) []Span {
	if hasMarksOfMerge(text) {
		return nil
	}
	c := code{scanner: scanner{text: text}, hasJSX: hasJSX}
	c.file()
	if c.doubt {
		return nil
	}
	var found []Span
	for _, pair := range c.pairs {
		if pair.End-pair.Start >= leastBody {
			found = append(found, pair)
		}
	}
	return found
}

// code reads expressions and statements. It tells a regular expression from a division, and JSX from a comparison.
type code struct {
	scanner
	hasJSX   bool
	brackets []bracket
	pairs    []Span
	value    answer // whether an expression can end with the token before
	isTest   bool   // the token before is a word that a condition in parentheses follows
	words    *words // where to note words; nil to note pairs
}

type answer int

const (
	no answer = iota
	yes
	unsure
)

// A bracket is one that is not closed yet.
type bracket struct {
	closing byte
	pair    int  // its place in pairs, or -1
	isTest  bool // it opens the condition of a statement
}

// Behind operators an expression begins; behind the words in perhaps it may begin.
var (
	operators = set("return typeof instanceof in new delete throw case do else extends default")
	perhaps   = set("of yield await async as is keyof satisfies void")
	tests     = set("if while for with")
)

// file reads a whole text.
func (c *code) file() {
	if strings.HasPrefix(c.text, "#!") {
		c.at = max(strings.IndexByte(c.text, '\n'), 0)
	}
	c.block(0)
}

// block reads up to the bracket that closes a block, and over this bracket, or to the end of the text if closing is 0.
func (c *code) block(closing byte) {
	c.depth++
	c.require(c.depth <= deepest)
	outer := len(c.brackets)
	c.value, c.isTest, c.start = no, false, c.at
	for !c.doubt {
		c.read()
		switch {
		case c.kind == end:
			c.require(closing == 0 && len(c.brackets) == outer)
			return
		case c.kind == word:
			c.word()
		case c.kind == literal:
			c.value, c.isTest = yes, false
		case len(c.brackets) == outer && closing != 0 && c.text[c.start] == closing:
			c.depth--
			return
		default:
			c.mark(outer)
		}
	}
}

// read reads the next token, which becomes the current one. A whole regular expression, template or JSX element is one token, of the kind literal.
func (c *code) read() {
	c.previous = c.token()
	c.trivia()
	c.start = c.at
	if c.at >= len(c.text) || c.doubt {
		c.kind = end
		return
	}
	c.kind = literal
	start := c.start
	switch first := c.text[c.at]; {
	case first == '`':
		c.template()
	case first == '"' || first == '\'':
		c.quoted(first)
		c.require(!c.doubt && (c.words != nil || !spells(c.token())))
	case first == '/' && c.value != yes:
		c.require(c.value == no && c.previous != ".")
		c.regularExpression()
	case first == '<' && c.hasJSX && c.value != yes && c.isElement():
		c.element()
	case inWord(first) || first >= utf8.RuneSelf:
		c.kind = word
		for c.at < len(c.text) && (inWord(c.text[c.at]) || c.text[c.at] >= utf8.RuneSelf) && !c.doubt {
			c.wordCharacter()
		}
	default:
		c.kind = mark
		c.require(first != '\\')
		c.at++
		for _, longer := range []string{"=>", "++", "--", "?.", "...", "!="} {
			if strings.HasPrefix(c.text[c.start:], longer) {
				c.at = c.start + len(longer)
			}
		}
	}
	c.start = start // that of a template or an element, after code in it was read
}

func (c *code) word() {
	if c.words != nil {
		c.note()
	}
	token, isMember := c.token(), c.previous == "." || c.previous == "?."
	if token == "import" {
		for _, b := range c.brackets {
			if b.pair >= 0 {
				c.pairs[b.pair] = Span{}
			}
		}
	}
	c.isTest = !isMember && tests[token] || c.isTest && token == "await"
	switch {
	case isMember:
		c.value = yes
	case operators[token]:
		c.value = no
	case perhaps[token]:
		c.value = unsure
	default:
		c.value = yes
	}
}

func (c *code) mark(outer int) {
	before, isTest := c.value, c.isTest
	c.value, c.isTest = no, false
	switch token := c.token(); token {
	case "(", "[", "{":
		b := bracket{closing: opens[token][0], pair: -1, isTest: isTest}
		if token == "{" && (before != no || c.previous == "=>") {
			b.pair = len(c.pairs)
			c.pairs = append(c.pairs, Span{Start: c.start})
		}
		c.brackets = append(c.brackets, b)
		c.require(len(c.brackets) <= deepest && len(c.pairs) <= mostBodies)
	case ")", "]", "}":
		last := len(c.brackets) - 1
		if last < outer || c.brackets[last].closing != token[0] {
			c.doubt = true
			return
		}
		b := c.brackets[last]
		c.brackets = c.brackets[:last]
		switch isLast := b.pair == len(c.pairs)-1; {
		case b.pair < 0 || c.pairs[b.pair] == Span{}:
		case isLast && c.at-c.pairs[b.pair].Start < leastBody:
			c.pairs = c.pairs[:b.pair]
		default:
			c.pairs[b.pair].Last, c.pairs[b.pair].End = c.at, c.at
		}
		switch {
		case token == "}":
			c.value = unsure
		case !b.isTest:
			c.value = yes
		}
	case "++", "--", "!":
		if before == yes && !c.newLine {
			c.value = yes // it belongs to the expression before it
		}
	case ">":
		c.value = unsure
	}
}

// spells reports whether a string has an escape that may stand for a character of an identifier.
func spells(token string) bool {
	for i := 0; i < len(token)-1; i++ {
		if token[i] == '\\' {
			if i++; strings.IndexByte("nrtbfv0'\"\\`/", token[i]) < 0 {
				return true
			}
		}
	}
	return false
}

// template reads a template, and the code in its placeholders.
func (c *code) template() {
	for c.at++; c.at < len(c.text) && !c.doubt; c.at++ {
		switch c.text[c.at] {
		case '`':
			c.at++
			return
		case '\\':
			c.at++
		case '$':
			if strings.HasPrefix(c.text[c.at:], "${") {
				c.at += len("${")
				c.block('}')
				c.at--
			}
		}
	}
	c.unclosed()
}

// hasMarksOfMerge reports whether a merge left its marks in a text. TypeScript passes over them, and the scanners do not know them.
func hasMarksOfMerge(text string) bool { return strings.Contains(text, "\n<<<<<<< ") }

func (c *code) regularExpression() {
	inClass := false
	for c.at++; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '\\':
			c.at++
		case '\n', '\r':
			c.doubt = true
			return
		case '/':
			if !inClass {
				c.at++
				return // the flags are a word that nobody needs
			}
		}
	}
	c.unclosed()
}
