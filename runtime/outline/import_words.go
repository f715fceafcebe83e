package outline

// importWords are the words that stand before the name of a module in code, as in import "a", from "a", require("a") and vi.mock("a").
var importWords = set("import from require declare jest vi vitest")

// mostWords is how many words ImportWords lists of one text. Without a limit, the list for a hostile text could take the memory of the host.
const mostWords = 50_000

// ImportWords finds the importWords in the code of a TypeScript source, and leaves out those in comments, strings and JSX texts. It returns
// their UTF-16 offsets, separated by spaces. It returns false if it is not certain what is code.
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

// note adds the current token to the words if it is one of importWords.
func (c *code) note() {
	if importWords[c.token()] {
		c.require(len(*c.words) < mostWords)
		*c.words = append(*c.words, c.start)
	}
}
