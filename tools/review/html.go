package review

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"strconv"
	"strings"

	"tsplan/tools/sanitize"
)

// markup is HTML that is part of this package. Only constants become markup without a conversion, and TestMarkupIsConstant looks for
// conversions: so no text of a repository can.
type markup string

// writer writes a page. All text that is not markup goes through the method text.
type writer struct{ out strings.Builder }

func (w *writer) markup(all ...markup) {
	for _, m := range all {
		w.out.WriteString(string(m))
	}
}

// text writes text between tags or between the quotes of an attribute. Hidden characters are written as \u{202E} and the like.
func (w *writer) text(s string) { w.out.WriteString(html.EscapeString(sanitize.Text(s))) }

// source writes a part of a line of source text, which keeps its tabs.
func (w *writer) source(s []byte) { w.out.WriteString(html.EscapeString(sanitize.Lines(string(s)))) }

func (w *writer) number(n int) { w.out.WriteString(strconv.Itoa(n)) }

var (
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// policy allows the page's own style and script, and no other, no request, no form and no HTML made by the script.
var policy = "default-src 'none'; style-src " + hashed(style) + "; script-src " + hashed(script) +
	"; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// hashed names an inline style or script in a Content-Security-Policy by its hash.
func hashed(inline string) string {
	sum := sha256.Sum256([]byte(inline))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// head writes the beginning of a page: its title, its policy and its style. The content of the page follows.
func (w *writer) head(title, policy, style string) {
	w.markup("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
	w.text(policy)
	w.markup("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"referrer\" content=\"no-referrer\">\n<title>")
	w.text(title)
	w.markup("</title>\n<style>")
	w.out.WriteString(style)
	w.markup("</style></head>\n<body>\n")
}

// foot writes the end of a page: its script, and the tags that close it.
func (w *writer) foot(script string) {
	w.markup("<script>")
	w.out.WriteString(script)
	w.markup("</script></body></html>\n")
}
