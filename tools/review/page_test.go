package review

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"tsplan/tools/plan"
)

var update = flag.Bool("update", false, "write the golden page")

// sources are the files of a project in a test.
type sources map[string]string

func (s sources) read(name string) ([]byte, error) {
	if text, ok := s[name]; ok {
		return []byte(text), nil
	}
	return nil, os.ErrNotExist
}

// replace plans to replace every mention of a word in a file by another text.
func (s sources) replace(t *testing.T, name, word, by string) plan.FileTextEdits {
	t.Helper()
	var spans []plan.Span
	units := func(text string) int { return len(utf16.Encode([]rune(text))) }
	at := 0
	parts := strings.Split(strings.TrimPrefix(s[name], "\ufeff"), word)
	for _, part := range parts[:len(parts)-1] {
		at += units(part)
		spans = append(spans, plan.Span{Start: at, Length: units(word), NewText: by})
		at += units(word)
	}
	edits, _, err := plan.Edit(name, []byte(s[name]), spans)
	if err != nil {
		t.Fatal(err)
	}
	return edits
}

func page(t *testing.T, p Plan, files sources) string {
	t.Helper()
	out, err := Page(p, files.read)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// whole is a plan with everything that a page shows.
func whole(t *testing.T) (Plan, sources) {
	files := sources{
		"src/a.ts":     "// old\n" + strings.Repeat("//\n", 20) + "export const old = 1;\nconst s = \"old\", t: Thing = /x/;\n",
		"src/b/c.ts":   "import { old } from \"../a\";\r\nold;\r\n",
		"src/b/d.ts":   "export {};\nlet n = 1;\n",
		"src/logo.bin": "\xff\xfe",
		"README.md":    "about old things\n",
	}
	b := files.replace(t, "src/b/c.ts", "old", "fresh")
	b.TextEdits[0].Confidence = "module-string"
	return Plan{
		ID: "sha256:0123", Root: "/app",
		Edits: []plan.FileTextEdits{files.replace(t, "src/a.ts", "const old", "const fresh"), b},
		Moves: []plan.FsMove{{From: "src/a.ts", To: "lib/a.ts"}, {From: "src/b/e.ts", To: "lib/e.ts"}},
		About: plan.About{
			What: "rename old to fresh\nmove src/a.ts to lib/a.ts", TypeScript: "5.9.3", Warnings: []string{"a link leads out of the root"},
			Proof: &plan.Proof{
				Verdict: "unproven", CheckedFiles: 2, OfFiles: 3, Identifiers: 4, Imports: 1, Open: []string{"imports that lead nowhere: 1"},
				Appeared:    []plan.Finding{{FilePath: "lib/a.ts", Line: 12, Code: 2304, Message: "Cannot find name 'x'."}, {FilePath: ".", Message: "no input"}},
				Disappeared: []plan.Finding{{FilePath: "src/b/d.ts", Line: 9, Code: 1, Message: "past the end"}},
				Changed:     []plan.Finding{{FilePath: "src/logo.bin", Message: "leads elsewhere"}},
			},
			Ledger: &plan.Ledger{
				Skipped: []string{"other/tsconfig.json"}, Unsearched: 1,
				Mentions: []plan.Mentions{
					{Class: "comment", Count: 3, First: []plan.Mention{{FilePath: "src/a.ts", Character: 3}}},
					{Class: "other", Count: 2, First: []plan.Mention{{FilePath: "README.md", Character: 6}, {FilePath: "gone.md"}}},
				},
			},
		},
	}, files
}

// TestPage compares the page of such a plan, without style and script, with the golden one, which somebody has read.
func TestPage(t *testing.T) {
	p, files := whole(t)
	got := page(t, p, files)
	_, body, _ := strings.Cut(got, "<body>\n")
	body, _, _ = strings.Cut(body, "<script>")
	const golden = "testdata/page.html"
	if *update {
		if err := os.WriteFile(golden, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if body != string(want) {
		t.Errorf("the page has changed: look at it, and write it with -update:\n%s", body)
	}
}

var (
	tag      = regexp.MustCompile(`<[^>]*>`)
	quoted1  = regexp.MustCompile(`="[^"]*"`)
	elements = regexp.MustCompile(`(?s)<(style|script)>(.*?)</(?:style|script)>`)
)

// TestPolicy: the Content-Security-Policy has the hashes of the only style and the only script, and nothing on the page needs more.
func TestPolicy(t *testing.T) {
	p, files := whole(t)
	got := page(t, p, files)
	found := elements.FindAllStringSubmatch(got, -1)
	if len(found) != 2 || found[0][1] != "style" || found[1][1] != "script" {
		t.Fatalf("%d styles and scripts", len(found))
	}
	want := `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src ` +
		strings.ReplaceAll(hashed(found[0][2]), "'", "&#39;") + `; script-src ` + strings.ReplaceAll(hashed(found[1][2]), "'", "&#39;") + `; base-uri &#39;none&#39;; `
	// Base64 has + and =, of which html.EscapeString writes the first as a number.
	if plain := strings.ReplaceAll(got, "&#43;", "+"); !strings.Contains(plain, want) {
		t.Errorf("the page lacks %s", want)
	}
	before, _, _ := strings.Cut(got, "<style>")
	if strings.Index(before, "Content-Security-Policy") > strings.Index(before, "<title>") {
		t.Error("text of the plan stands before the policy")
	}
	for _, t1 := range tag.FindAllString(elements.ReplaceAllString(got, ""), -1) {
		if regexp.MustCompile(`(?i)\s(style|on\w+|src|srcset|action|data)\s*=`).MatchString(t1) || strings.Contains(t1, "href=") && !strings.Contains(t1, `href="#`) {
			t.Errorf("%s is not allowed by the policy, or asks for something", t1)
		}
	}
	for _, sink := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(", "XMLHttpRequest", "import("} {
		if strings.Contains(script, sink) {
			t.Errorf("the script has %s", sink)
		}
	}
	if strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style asks for something")
	}
}

// hostile are texts that would be markup, a script or the end of an attribute, and such that change what is shown around them.
var hostile = []string{
	`<script>document.title="run"</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `</code></td></table></main><iframe src=//x>`,
	`</title><script>1</script>`, "a\u202eb\u2066c", "zero\u200bwidth\ufeff", "\x1b[31mred\x00", `--><!--`, `<svg/onload=alert(1)>`, `{{.}}<%= 1 %>&lt;`, "\u2028\u2029", `]]>`,
}

// TestHostileTexts puts such texts wherever a repository or a client has a say, and compares the tags of the page with those of a page about
// harmless texts.
func TestHostileTexts(t *testing.T) {
	tagsWith := func(evil string) []string {
		path := strings.ReplaceAll(evil, "/", "_") // a directory would be a tag more
		name := "src/" + path + ".md"
		if plan.CheckName(name) != nil { // tsplan has no plan for such a file, but may mention its name
			name = "src/a.md"
		}
		line := strings.NewReplacer("\x00", "", "\x1b", "").Replace(evil)
		files := sources{name: "before " + line + "\nold " + line + "\n"}
		p := Plan{
			ID: evil, Root: evil, Edits: []plan.FileTextEdits{files.replace(t, name, "old "+line, "new")},
			Moves: []plan.FsMove{{From: name, To: "lib/" + path}, {From: path, To: path + "2"}},
			About: plan.About{
				What: evil, TypeScript: evil, Warnings: []string{evil},
				Proof: &plan.Proof{
					Verdict: evil, Open: []string{evil},
					Appeared: []plan.Finding{{FilePath: "lib/" + path, Line: 1, Message: evil}, {FilePath: path + "3", Message: evil}},
				},
				Ledger: &plan.Ledger{Skipped: []string{evil}, Mentions: []plan.Mentions{
					{Class: evil, Count: 2, First: []plan.Mention{{FilePath: name, Line: 1}, {FilePath: evil}}},
				}},
			},
		}
		p.Edits[0].TextEdits[0].Confidence = evil
		got := page(t, p, files)
		for _, r := range "\u202e\u2066\u200b\ufeff\x1b\x00\u2028\u2029" {
			if strings.ContainsRune(got, r) {
				t.Errorf("%q: the page has %U", evil, r)
			}
		}
		tags := tag.FindAllString(elements.ReplaceAllString(got, ""), -1)
		for i := range tags {
			tags[i] = quoted1.ReplaceAllString(tags[i], "=")
		}
		slices.Sort(tags) // the names decide about the order of the files
		return tags
	}
	harmless := tagsWith("harmless")
	for _, evil := range hostile {
		if got := tagsWith(evil); !slices.Equal(got, harmless) {
			t.Errorf("%q changes the tags of the page: %d instead of %d", evil, len(got), len(harmless))
		}
	}
}

// TestManyEdits: a page of 500 edits in 100 files shows each, in less than 2 MiB.
func TestManyEdits(t *testing.T) {
	files, p := sources{}, Plan{}
	for i := range 100 {
		name := fmt.Sprintf("src/part%d/file%d.ts", i%10, i)
		var text strings.Builder
		for j := range 5 {
			fmt.Fprintf(&text, "%sexport const value%d = oldName(%d, \"text\") + %d; // a comment\n",
				strings.Repeat("export function other(a: string, b: number): string { return a + String(b); }\n", 20), j, j, i)
		}
		files[name] = text.String()
		p.Edits = append(p.Edits, files.replace(t, name, "oldName", "newName"))
	}
	got := page(t, p, files)
	if n := strings.Count(got, `<tr class="x g"><td>`); n != 500 {
		t.Errorf("%d changes", n)
	}
	if n := strings.Count(got, "<mark>newName</mark>"); n != 500 {
		t.Errorf("%d new names", n)
	}
	if n := strings.Count(got, "<mark>oldName</mark>"); n != 500 {
		t.Errorf("%d old names", n)
	}
	t.Logf("%d bytes", len(got))
	if len(got) > 2<<20 {
		t.Errorf("%d bytes", len(got))
	}
}

// TestBounds: what a page has no room for is counted on it.
func TestBounds(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	files := sources{
		"a.ts":    strings.Repeat("old; // "+strings.Repeat("c", 200)+"\n\n\n\n\n\n\n\n\n", 5000),
		"line.ts": "let a = \"" + long + "\" + old + \"" + long + "\";\n",
		"new.ts":  "old\n",
	}
	p := Plan{}
	for name := range files {
		by := "fresh"
		if name == "new.ts" {
			by = long
		}
		p.Edits = append(p.Edits, files.replace(t, name, "old", by))
	}
	got := page(t, p, files)
	if len(got) > 1<<20 || !regexp.MustCompile(`[0-9]+ more changes in this file: the page has no room for them`).MatchString(got) {
		t.Errorf("%d bytes", len(got))
	}
	if n := strings.Count(got, " bytes …</i>"); n < 3 || !strings.Contains(got, "<mark>fresh</mark>") {
		t.Errorf("%d parts of long lines left out", n)
	}
	files, p = sources{}, Plan{}
	for i := range maxListed + 3 {
		name := fmt.Sprintf("f%04d.ts", i)
		files[name] = strings.Repeat("old; // "+strings.Repeat("c", 200)+"\n\n\n\n\n\n\n\n\n", 20)
		p.Edits = append(p.Edits, files.replace(t, name, "old", "fresh"))
		p.Moves = append(p.Moves, plan.FsMove{From: fmt.Sprintf("m%d.ts", i), To: fmt.Sprintf("n%d.ts", i)})
	}
	got = page(t, p, files)
	if len(got) > 6<<20 {
		t.Errorf("%d bytes", len(got))
	}
	for _, item := range []string{"<li data-file=", "<details open class=\"file", "<li><code>m"} {
		if n := strings.Count(got, item); n != maxListed {
			t.Errorf("%d times %s", n, item)
		}
	}
	for _, want := range []string{"The page has no room for this diff.", "3 more moves are not listed.", "2006 more files are not listed."} {
		if !strings.Contains(got, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestLongLine: a line of many changes is cut, too.
func TestLongLine(t *testing.T) {
	files := sources{"a.ts": strings.Repeat("old+", 100_000)}
	got := page(t, Plan{Edits: []plan.FileTextEdits{files.replace(t, "a.ts", "old", "fresh")}}, files)
	if n := strings.Count(got, "<mark>fresh</mark>"); n < 10 || n > 1000 || strings.Count(got, " bytes …</i>") != 2 {
		t.Errorf("%d changes in %d bytes", n, len(got))
	}
}

// TestStaleFile: there is no page about files that are not as the plan says.
func TestStaleFile(t *testing.T) {
	p, files := whole(t)
	files["src/a.ts"] += " "
	if _, err := Page(p, files.read); err == nil || !strings.Contains(err.Error(), "has changed since") {
		t.Errorf("%v", err)
	}
	delete(files, "src/a.ts")
	if _, err := Page(p, files.read); err == nil {
		t.Error("a file is missing, and there is a page")
	}
}
