package outline

import (
	"strings"
	"unicode/utf8"
)

const space = " \t\r\n"

// isElement reports whether the < at the current place begins an element, and not a list of type parameters. Where it takes a list for an element,
// the element is never closed, which raises doubt.
func (c *code) isElement() bool {
	rest := strings.TrimLeft(c.text[c.at+1:], space)
	name := nameOfElement(rest)
	rest = strings.TrimLeft(rest[len(name):], space)
	return name != "const" && !strings.HasPrefix(rest, ",") && !strings.HasPrefix(rest, "extends ") && !strings.HasPrefix(rest, "=")
}

func nameOfElement(text string) string {
	for i := range len(text) {
		if b := text[i]; !inWord(b) && b < utf8.RuneSelf && strings.IndexByte("-.:", b) < 0 {
			return text[:i]
		}
	}
	return text
}

// element reads an element, with those in it.
func (c *code) element() {
	c.depth++
	defer func() { c.depth-- }()
	c.require(c.depth <= deepest)
	c.at++
	name := c.name()
	for !c.doubt {
		switch c.trivia(); {
		case c.accept("/>"):
			return
		case c.accept(">"):
			c.children(name)
			return
		case c.accept("{"):
			c.block('}')
		case c.name() == "":
			c.doubt = true
		default:
			c.attributeValue()
		}
	}
}

// name reads the name of an element or an attribute.
func (c *code) name() string {
	c.trivia()
	name := nameOfElement(c.text[c.at:])
	c.at += len(name)
	return name
}

// accept passes over a token, and reports whether it is there.
func (c *code) accept(token string) bool {
	if !strings.HasPrefix(c.text[c.at:], token) {
		return false
	}
	c.at += len(token)
	return true
}

func (c *code) attributeValue() {
	c.trivia()
	if !c.accept("=") {
		return
	}
	switch c.trivia(); {
	case c.accept("{"):
		c.block('}')
	case c.accept(`"`):
		c.upTo(`"`)
		c.accept(`"`)
	case c.accept("'"):
		c.upTo("'")
		c.accept("'")
	default:
		c.doubt = true
	}
}

// children reads up to the tag that closes an element, and over it.
func (c *code) children(name string) {
	for !c.doubt {
		c.upTo("{}<>")
		switch {
		case c.doubt:
		case c.accept("{"):
			c.block('}')
		case c.accept("</"):
			c.require(c.name() == name)
			c.trivia()
			c.require(c.accept(">"))
			return
		case c.text[c.at] == '<':
			c.element()
		default:
			c.doubt = true
		}
	}
}

// upTo goes to the next of the given characters. Where there is none, it raises doubt.
func (c *code) upTo(characters string) {
	length := strings.IndexAny(c.text[c.at:], characters)
	if length < 0 {
		c.unclosed()
		return
	}
	c.at += length
}
