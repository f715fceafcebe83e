package review

import (
	"bytes"

	"tsplan/tools/plan"
)

// about writes what comes before the diffs: what was asked for, the proof, warnings, moves, and what stays.
func (w *writer) about(p Plan, what []string, files []*file, read func(string) ([]byte, error)) {
	w.markup("<section id=\"about\">\n<p>Plan <code>")
	w.text(p.ID)
	w.markup("</code> for <code>")
	w.text(p.Root)
	w.markup("</code>")
	if p.About.TypeScript != "" {
		w.text(", planned with TypeScript " + p.About.TypeScript)
	}
	w.markup(".</p>\n")
	if len(what) > 1 {
		w.list("Steps", "ol", what)
	}
	w.proof(p.About.Proof, files)
	w.list("Warnings", "ul", p.About.Warnings)
	w.moves(p.Moves)
	w.ledger(p.About.Ledger, read)
	w.markup("</section>\n")
}

// list writes a list of sentences under a heading, if there are any.
func (w *writer) list(heading, tag markup, items []string) {
	if len(items) == 0 {
		return
	}
	w.markup("<h2>", heading, "</h2><", tag, ">\n")
	for _, item := range items[:min(len(items), maxListed)] {
		w.markup("<li>")
		w.text(item)
		w.markup("</li>\n")
	}
	w.markup("</", tag, ">\n")
	w.leftOut(len(items), maxListed, "line")
}

// proof says how far a plan is proven, and leads to the lines of what was found.
func (w *writer) proof(proof *plan.Proof, files []*file) {
	if proof == nil {
		w.markup("<h2>Proof</h2><p>None was asked for: nothing is known about errors that the plan brings.</p>\n")
		return
	}
	w.markup("<h2>Proof: ")
	w.text(proof.Verdict)
	w.markup("</h2><p>")
	switch proof.Verdict {
	case "proven":
		w.markup("No name and no import means something else after the plan, and there is no new error. ")
	case "warnings":
		w.markup("Nothing is different in what was checked, but not everything was checked. ")
	case "pending":
		w.markup("Nothing is known yet: the projects were not loaded when the plan was made. ")
	case "incomplete":
		w.markup("Nothing is different so far, but the time for the proof ended. ")
	default:
		w.markup("Something would be different after the plan. ")
	}
	w.text(counted(proof.CheckedFiles, "file") + " type-checked")
	if proof.OfFiles > 0 {
		w.text(" of " + counted(proof.OfFiles, "file"))
	}
	w.text(", " + counted(proof.Identifiers, "name") + " and " + counted(proof.Imports, "import") + " compared.")
	w.markup("</p>\n")
	if found := findings(proof); len(found) > 0 {
		w.markup("<ul id=\"findings\">\n")
		for _, f := range files {
			for i, found := range f.findings {
				w.markup("<li><a href=\"#f")
				w.number(f.id)
				w.markup("-e")
				w.number(i)
				w.markup("\">")
				w.text(found.FilePath)
				w.markup(":")
				w.number(found.Line + 1)
				w.markup("</a> ")
				w.found(found)
				w.markup("</li>\n")
			}
		}
		w.markup("</ul>\n")
	}
	w.list("Not checked", "ul", proof.Open)
}

// found writes a finding.
func (w *writer) found(f finding) {
	w.markup("<b>", f.kind, "</b>: ")
	if f.Code != 0 {
		w.markup("TS")
		w.number(f.Code)
		w.markup(": ")
	}
	w.text(f.Message)
}

func (w *writer) moves(moves []plan.FsMove) {
	if len(moves) == 0 {
		return
	}
	w.markup("<h2>Moves</h2><ol id=\"moves\">\n")
	for _, m := range moves[:min(len(moves), maxListed)] {
		w.markup("<li><code>")
		w.text(m.From)
		w.markup("</code> → <code>")
		w.text(m.To)
		w.markup("</code></li>\n")
	}
	w.markup("</ol>\n")
	w.leftOut(len(moves), maxListed, "move")
}

// classes says where the mentions of a class are.
var classes = map[string]markup{
	"comment": "in comments", "string": "in strings", "untyped": "at values without a type", "orphan": "in files of no project", "other": "in files of other kinds",
}

// ledger lists what mentions the old name or path and stays as it is.
func (w *writer) ledger(l *plan.Ledger, read func(string) ([]byte, error)) {
	if l == nil {
		return
	}
	w.markup("<h2>Mentions that stay</h2>\n")
	for _, m := range l.Mentions {
		w.markup("<details open class=\"stays\"><summary>")
		w.number(m.Count)
		w.markup(" ", classes[m.Class], "</summary><ul>\n")
		for _, place := range m.First {
			w.markup("<li><code>")
			w.text(place.FilePath)
			w.markup(":")
			w.number(place.Line + 1)
			w.markup("</code> ")
			w.lineAt(place, read)
			w.markup("</li>\n")
		}
		w.markup("</ul>")
		w.leftOut(m.Count, len(m.First), "mention")
		w.markup("</details>\n")
	}
	w.list("Configurations that were not searched", "ul", l.Skipped)
	if l.Unsearched > 0 {
		w.markup("<p>")
		w.text(counted(l.Unsearched, "file") + " could not be searched for mentions.")
		w.markup("</p>\n")
	}
}

// lineAt shows the line of a mention, or nothing of a file that cannot be read as text.
func (w *writer) lineAt(place plan.Mention, read func(string) ([]byte, error)) {
	data, err := read(place.FilePath)
	if err != nil {
		return
	}
	text, err := plan.NewText(data)
	if err != nil {
		return
	}
	offset, err := text.Offset(plan.Position{Line: place.Line, Character: place.Character})
	if err != nil {
		return
	}
	at, err := text.Byte(offset)
	if err != nil {
		return
	}
	s := newSide(place.FilePath, data)
	s.marks = []mark{{at, at + max(1, bytes.IndexFunc(append(data[at:len(data):len(data)], ' '), isNoWord))}}
	w.markup("<code class=\"line\">")
	w.writeLine(s, s.lineOf(at))
	w.markup("</code>")
}

// isNoWord says that a character ends a name.
func isNoWord(r rune) bool {
	return r < 0x80 && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '_' && r != '$'
}
