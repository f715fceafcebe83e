// Package review makes the page on which a person reviews a plan: one HTML file, with the files as a tree, the diffs side by side, the moves,
// the proof, and what the plan leaves as it is. The page asks for nothing from anywhere, and no text in it is markup.
//
// It may import of tools what is below it: plan, sanitize. It has no I/O.
package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tsplan/tools/plan"
)

// Plan is a plan to review. All paths in it are names below the root.
type Plan struct {
	ID    string
	Root  string // as it is shown
	Edits []plan.FileTextEdits
	Moves []plan.FsMove
	About plan.About
}

// Bounds of a page. What they leave out is counted on the page.
const (
	maxDiffs    = 4 << 20   // 4 MiB of diffs in all; files after that are listed without
	maxFileDiff = 512 << 10 // 512 KiB of the diff of one file
	maxListed   = 2000      // files with a diff or a line of their own, moves, and warnings
	context     = 3         // unchanged lines shown around a change
)

// file is what the page shows about a file.
type file struct {
	name     string // before the plan
	to       string // after it
	edits    plan.FileTextEdits
	findings []finding
	id       int
}

// finding is a finding of the proof, and what is to be said about its kind.
type finding struct {
	plan.Finding
	kind markup
}

// Page makes the page. read returns the bytes of a file before the plan. The errors are those of read and of plan.Apply.
func Page(p Plan, read func(name string) ([]byte, error)) ([]byte, error) {
	w := &writer{}
	files := filesOf(p)
	what := strings.Split(p.About.What, "\n")
	title := what[0]
	switch {
	case len(what) > 1:
		title = counted(len(what), "step")
	case title == "":
		title = "Plan"
	}
	w.head("tsplan: "+title, policy, style)
	w.header(p, title, files)
	w.markup("<div id=\"sides\"><nav aria-label=\"Files\">\n")
	w.tree(files)
	w.keys()
	w.markup("</nav>\n<main>\n")
	w.about(p, what, files, read)
	if err := w.files(files, read); err != nil {
		return nil, err
	}
	w.markup("</main></div>\n")
	w.foot(script)
	return []byte(w.out.String()), nil
}

// filesOf returns the files that the plan edits or moves, or that a finding is in, sorted by name.
func filesOf(p Plan) []*file {
	byName, byTarget := map[string]*file{}, map[string]*file{}
	get := func(name string) *file {
		if byName[name] == nil {
			byName[name] = &file{name: name, to: name}
		}
		return byName[name]
	}
	for _, e := range p.Edits {
		get(e.FilePath).edits = e
	}
	for from, to := range plan.Destinations(p.Moves) {
		get(from).to = to
	}
	for _, f := range byName {
		byTarget[f.to] = f
	}
	for _, found := range findings(p.About.Proof) {
		f := byTarget[found.FilePath]
		if f == nil {
			f = get(found.FilePath)
			byTarget[found.FilePath] = f
		}
		f.findings = append(f.findings, found)
	}
	var all []*file
	for _, f := range byName {
		slices.SortStableFunc(f.findings, func(a, b finding) int { return cmp.Compare(a.Line, b.Line) })
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *file) int { return cmp.Compare(a.name, b.name) })
	for i, f := range all {
		f.id = i + 1
	}
	return all
}

// findings returns all findings of a proof, which is nil if none was made.
func findings(proof *plan.Proof) []finding {
	if proof == nil {
		return nil
	}
	var all []finding
	for _, kind := range []struct {
		found []plan.Finding
		words markup
	}{
		{proof.Appeared, "would be an error"}, {proof.Changed, "would mean something else"}, {proof.Disappeared, "would no longer be an error"},
	} {
		for _, f := range kind.found {
			all = append(all, finding{f, kind.words})
		}
	}
	return all
}

// header writes the bar on top of the page, with all that a script works with.
func (w *writer) header(p Plan, title string, files []*file) {
	edited, edits := 0, 0
	for _, f := range p.Edits {
		edited++
		edits += len(f.TextEdits)
	}
	w.markup("<header><h1>")
	w.text(title)
	w.markup("</h1> ")
	w.verdict(p.About.Proof)
	w.markup("<span id=\"size\">")
	w.text(counted(edits, "edit") + " in " + counted(edited, "file"))
	if len(p.Moves) > 0 {
		w.text(", " + counted(len(p.Moves), "move"))
	}
	w.markup("</span>\n<span id=\"tools\"><input id=\"search\" type=\"search\" placeholder=\"Search paths and lines (/)\" aria-label=\"Search paths and lines\">",
		"<select id=\"only\" aria-label=\"Which files\"><option value=\"\">All files</option><option value=\"found\">With findings</option>",
		"<option value=\"moved\">Moved</option><option value=\"noted\">With edits to look at</option></select>",
		"<span id=\"hits\" role=\"status\"></span><button id=\"theme\" type=\"button\" title=\"t\">Light or dark</button></span></header>\n")
}

// verdict writes the verdict of the proof as one word.
func (w *writer) verdict(proof *plan.Proof) {
	w.markup("<b id=\"verdict\" class=\"")
	word := "not verified"
	class := markup("open")
	if proof != nil {
		word = proof.Verdict
		switch proof.Verdict {
		case "proven":
			class = "good"
		case "unproven":
			class = "bad"
		}
	}
	w.markup(class, "\">")
	w.text(word)
	w.markup("</b> ")
}

// tree lists the files by directory.
func (w *writer) tree(files []*file) {
	w.markup("<ul id=\"tree\">\n")
	w.level(files[:min(len(files), maxListed)], "")
	w.markup("</ul>\n")
	w.leftOut(len(files), maxListed, "file")
}

// level lists sorted files whose names all begin with the directory above. A directory that holds one directory and nothing else shares its
// line.
func (w *writer) level(files []*file, above string) {
	for len(files) > 0 {
		dir, _, below := strings.Cut(files[0].name[len(above):], "/")
		if !below {
			w.leaf(files[0], above)
			files = files[1:]
			continue
		}
		dir = above + dir + "/"
		n := 1
		for n < len(files) && strings.HasPrefix(files[n].name, dir) {
			n++
		}
		for {
			next, _, below := strings.Cut(files[0].name[len(dir):], "/")
			if !below || !strings.HasPrefix(files[n-1].name, dir+next+"/") {
				break
			}
			dir += next + "/"
		}
		edits := 0
		for _, f := range files[:n] {
			edits += len(f.edits.TextEdits)
		}
		w.markup("<li><details open><summary>")
		w.text(dir[len(above):])
		w.markup(" <small>")
		w.number(edits)
		w.markup("</small></summary><ul>\n")
		w.level(files[:n], dir)
		w.markup("</ul></details></li>\n")
		files = files[n:]
	}
}

func (w *writer) leaf(f *file, above string) {
	w.markup("<li data-file=\"f")
	w.number(f.id)
	w.markup("\"><a href=\"#f")
	w.number(f.id)
	w.markup("\">")
	w.text(f.name[len(above):])
	w.markup("</a>")
	if f.to != f.name {
		w.markup(" <i>moved</i>")
	}
	if len(f.findings) > 0 {
		w.markup(" <b class=\"bad\">")
		w.number(len(f.findings))
		w.markup("</b>")
	}
	if n := len(f.edits.TextEdits); n > 0 {
		w.markup(" <small>")
		w.number(n)
		w.markup("</small>")
	}
	w.markup("</li>\n")
}

// keys says which keys the script knows.
func (w *writer) keys() {
	w.markup("<p id=\"keys\"><kbd>j</kbd> <kbd>k</kbd> next and previous change, <kbd>f</kbd> next finding, <kbd>/</kbd> search, ",
		"<kbd>Enter</kbd> next line found, <kbd>t</kbd> light or dark</p>\n")
}

// leftOut says that a list was cut to some of its items.
func (w *writer) leftOut(all, shown int, what string) {
	if all > shown {
		w.markup("<p class=\"left\">")
		w.text(counted(all-shown, "more "+what) + isOrAre(all-shown) + " not listed.")
		w.markup("</p>\n")
	}
}

func isOrAre(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
