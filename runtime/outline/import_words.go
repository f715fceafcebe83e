package outline

// importWords are the words with which code names a module.
var importWords = set("import from require declare jest vi vitest")

// mostWords is how many words are noted in one text. A longer list would take the memory of the host.
const mostWords = 50_000

// ImportWords answers where the code of a TypeScript source has a word with which code names a module, as UTF-16 offsets separated by
// spaces. Such words in comments, strings and JSX texts are left out. The answer is not ok if it is not certain what is code.
func ImportWords(hasJSX bool, text string) (offsets string, ok bool) {
	if !isPlain(text) || hasMarksOfMerge(text) {
		return "", false
	}
	words := []int{}
	c := code{scanner: scanner{text: text}, hasJSX: hasJSX, words: &words}
	c.file()
	if c.doubt {
		return "", false
	}
	inUTF16(text, words)
	return joined(words), true
}

// note notes the current word if it is one of importWords.
func (c *code) note() {
	if importWords[c.token()] {
		c.require(len(*c.words) < mostWords)
		*c.words = append(*c.words, c.start)
	}
}
