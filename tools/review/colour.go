package review

import (
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// colour is what a piece of source text is shown as.
type colour byte

const (
	plain colour = iota
	comment
	keyword
	number
	quoted   // a string, a template or a regular expression
	typeName // a name with a capital
)

// class is the class of the page's CSS.
func (c colour) class() markup {
	return [...]markup{plain: "", comment: "c", keyword: "k", number: "n", quoted: "s", typeName: "t"}[c]
}

// piece is a part of a text, up to the byte end, that has one colour. It begins where the piece before ends.
type piece struct {
	end    int
	colour colour
}

// maxColoured bounds the text of a file that gets colours.
const maxColoured = 512 << 10 // 512 KiB

// maxErrors is how many errors of the lexer a text may have: it has no colours after that. For each error the lexer reads the text from its
// start, so that a text full of errors would take hours.
const maxErrors = 16

// coloured are the extensions of files in TypeScript, JavaScript and JSON, which have the same comments, strings and numbers.
var coloured = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".jsonc"}

// ownWords are keywords of TypeScript that JavaScript uses as names only.
var ownWords = []string{
	"abstract", "declare", "infer", "interface", "is", "keyof", "namespace", "override", "readonly", "satisfies", "type",
}

// pieces divides a text by its colours. The lexer knows JavaScript: in the text between JSX tags it may take an apostrophe for the start of a
// string, which ends with the line.
func pieces(name string, source []byte) []piece {
	if !slices.Contains(coloured, path.Ext(name)) || len(source) > maxColoured {
		return []piece{{len(source), plain}}
	}
	l := lexing{source: source, lexer: js.NewLexer(parse.NewInputBytes(slices.Clone(source)))}
	for l.next() {
	}
	return append(l.pieces, piece{len(source), plain})
}

// lexing is a text that is divided at the moment.
type lexing struct {
	source []byte
	lexer  *js.Lexer
	at     int // the byte up to which the text is divided
	errors int
	pieces []piece
	before js.TokenType // the last token that is neither white space nor a comment
}

// next reads a token. It returns false at the end of the text.
func (l *lexing) next() bool {
	kind, token := l.lexer.Next()
	if kind == js.ErrorToken {
		if l.errors++; l.errors >= maxErrors || errors.Is(l.lexer.Err(), io.EOF) {
			return false
		}
	}
	start := l.at
	l.at = min(start+len(token), len(l.source)) // an error at the end of the text goes past it
	if (kind == js.DivToken || kind == js.DivEqToken) && l.startsRegExp() {
		// After an error, the token has the text of the error before the slash, which RegExp passes over.
		slash := start + bytes.LastIndexByte(token, '/')
		found, whole := l.lexer.RegExp()
		if found == js.RegExpToken {
			kind = found
		} else {
			l.errors++
		}
		l.at = slash + len(whole) // without an end of the expression, the rest of the line is part of the next token
	}
	c := l.colourOf(kind, l.source[start:l.at])
	if l.at > start {
		l.pieces = append(l.pieces, piece{l.at, c})
	}
	switch kind {
	case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
	default:
		l.before = kind
	}
	return l.at < len(l.source)
}

// startsRegExp says that a slash after the last token starts a regular expression, and is not a division or part of a JSX tag.
func (l *lexing) startsRegExp() bool {
	switch l.before {
	case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.StringToken, js.TemplateToken, js.TemplateEndToken, js.RegExpToken,
		js.PrivateIdentifierToken, js.ThisToken, js.SuperToken, js.NullToken, js.TrueToken, js.FalseToken, js.LtToken, js.IncrToken, js.DecrToken:
		return false
	}
	return !js.IsIdentifier(l.before) && !js.IsNumeric(l.before)
}

func (l *lexing) colourOf(kind js.TokenType, token []byte) colour {
	member := l.before == js.DotToken || l.before == js.OptChainToken
	switch {
	case kind == js.CommentToken || kind == js.CommentLineTerminatorToken:
		return comment
	case kind == js.StringToken || kind == js.RegExpToken || kind == js.TemplateToken ||
		kind == js.TemplateStartToken || kind == js.TemplateMiddleToken || kind == js.TemplateEndToken:
		return quoted
	case js.IsNumeric(kind):
		return number
	case js.IsReservedWord(kind) && !member:
		return keyword
	case kind == js.IdentifierToken:
		if slices.Contains(ownWords, string(token)) && !member {
			return keyword
		}
		if first, _ := utf8.DecodeRune(token); unicode.IsUpper(first) && strings.ToUpper(string(token)) != string(token) {
			return typeName
		}
	case js.IsIdentifier(kind) && !member && kind != js.TargetToken && kind != js.MetaToken && kind != js.PackageToken:
		return keyword
	}
	return plain
}
