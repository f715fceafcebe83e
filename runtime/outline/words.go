package outline

import (
	"slices"
	"strings"
)

// mostWords is how many places Words lists of one text. Without a limit, the list for a hostile text could take the memory of the host.
const mostWords = 50_000

// mostWanted is how many words Words looks for. Each token is compared with all of them, so that a longer list could keep the host busy.
const mostWanted = 20

// words holds the wanted words of one search, and the byte offsets at which the text has them.
type words struct {
	wanted         []string
	code, comments []int
}

// Words finds the wanted words in the code and in the comments of a TypeScript source, and none in its strings and texts of JSX.
// The result has two lines of UTF-16 offsets, separated by spaces: the first line is for code, the second one for comments.
// In a comment, a wanted word at an offset may be only a part of a longer word.
// Words returns false if it is not certain what is code, or if too many words are wanted.
func Words(hasJSX bool, wanted []string, text string) (offsets string, ok bool) {
	if len(wanted) > mostWanted || !isPlain(text) || hasMarksOfMerge(text) {
		return "", false
	}
	found := &words{wanted: wanted}
	c := code{scanner: scanner{text: text}, hasJSX: hasJSX, words: found}
	c.file()
	if c.doubt {
		return "", false
	}
	inUTF16(text, found.code)
	inUTF16(text, found.comments)
	return joined(found.code) + "\n" + joined(found.comments), true
}

// note adds the offset of the current token to words.code if the token is a wanted word.
func (c *code) note() {
	if slices.Contains(c.words.wanted, c.token()) {
		c.require(len(c.words.code) < mostWords)
		c.words.code = append(c.words.code, c.start)
	}
}

// trivia passes over white space and comments. It adds the offsets of wanted words in the comments to words.comments.
func (c *code) trivia() {
	start := c.at
	c.scanner.trivia()
	passed := c.text[start:c.at]
	if c.words == nil || !strings.Contains(passed, "/") { // most often the text has no comment here
		return
	}
	for _, word := range c.words.wanted {
		for from := 0; word != "" && !c.doubt; from += len(word) {
			length := strings.Index(passed[from:], word)
			if length < 0 {
				break
			}
			from += length
			c.require(len(c.words.comments) < mostWords)
			c.words.comments = append(c.words.comments, start+from)
		}
	}
}
