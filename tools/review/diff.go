package review

import (
	"tsplan/tools/plan"
)

// files writes the diffs of the files.
func (w *writer) files(files []*file, read func(string) ([]byte, error)) error {
	start := w.out.Len()
	for _, f := range files[:min(len(files), maxListed)] {
		w.fileHead(f)
		if len(f.edits.TextEdits)+len(f.findings) > 0 {
			if w.out.Len()-start > maxDiffs {
				w.markup("<p class=\"left\">The page has no room for this diff.")
				w.markup("</p>\n")
			} else if err := w.diff(f, read); err != nil {
				return err
			}
		}
		w.markup("</details>\n")
	}
	w.leftOut(len(files), maxListed, "file")
	return nil
}

func (w *writer) fileHead(f *file) {
	noted := false
	for _, e := range f.edits.TextEdits {
		noted = noted || e.Confidence != ""
	}
	w.markup("<details open class=\"file")
	for _, kind := range []struct {
		is    bool
		class markup
	}{{len(f.findings) > 0, " found"}, {f.to != f.name, " moved"}, {noted, " noted"}} {
		if kind.is {
			w.markup(kind.class)
		}
	}
	w.markup("\" id=\"f")
	w.number(f.id)
	w.markup("\"><summary>")
	w.text(f.name)
	if f.to != f.name {
		w.markup(" → ")
		w.text(f.to)
	}
	w.markup(" <small>")
	if n := len(f.edits.TextEdits); n > 0 || f.to == f.name {
		w.text(counted(n, "edit"))
	} else {
		w.markup("moved")
	}
	w.markup("</small></summary>\n")
}

// differing is the diff of a file on its way to the page.
type differing struct {
	*writer
	file          *file
	before, after *side
	notes         []plan.Replacement // edits with a confidence that are not written yet, sorted
	found         []placed           // findings that are not written yet, sorted
	limit         int                // of the page, in bytes
}

// placed is a finding at its line of the file after the plan.
type placed struct {
	finding
	line, number int
}

func (w *writer) diff(f *file, read func(string) ([]byte, error)) error {
	data, err := read(f.name)
	if err == nil && len(f.edits.TextEdits) == 0 {
		_, err = plan.NewText(data)
	}
	if err != nil && len(f.edits.TextEdits) == 0 {
		w.withoutLines(f) // which are about the project, or about a file that is no text
		return nil
	}
	if err != nil {
		return err
	}
	after, edits := data, []plan.Replacement(nil)
	if len(f.edits.TextEdits) > 0 {
		if after, edits, err = plan.Replacements(f.edits, data); err != nil {
			return err
		}
	}
	d := &differing{writer: w, file: f, before: newSide(f.name, data), after: newSide(f.to, after), limit: w.out.Len() + maxFileDiff}
	for _, e := range edits {
		d.before.marks = append(d.before.marks, mark{e.Start, e.End})
		d.after.marks = append(d.after.marks, mark{e.NewStart, e.NewEnd})
		if e.Edit.Confidence != "" {
			d.notes = append(d.notes, e)
		}
	}
	if d.found, err = placedIn(f.findings, d.after); err != nil {
		return err
	}
	w.markup("<table><colgroup><col class=\"n\"><col><col class=\"n\"><col></colgroup>\n")
	d.rows(groups(d.before, d.after, edits))
	w.markup("</table>\n")
	return nil
}

// withoutLines writes findings that have no line to stand at.
func (w *writer) withoutLines(f *file) {
	w.markup("<table>\n")
	for i, found := range f.findings {
		w.findingRow(f, i)
		w.markup("<td>")
		w.found(found)
		w.markup("\n")
	}
	w.markup("</table>\n")
}

// placedIn finds the lines of findings. One that is past the end of the text is placed at the end.
func placedIn(all []finding, after *side) ([]placed, error) {
	if len(all) == 0 {
		return nil, nil
	}
	text, err := plan.NewText(after.data)
	if err != nil {
		return nil, err
	}
	var out []placed
	for i, f := range all {
		line := max(0, after.lines()-1)
		if offset, err := text.Offset(plan.Position{Line: f.Line}); err == nil {
			at, err := text.Byte(offset)
			if err != nil {
				return nil, err
			}
			line = after.lineOf(at)
		}
		out = append(out, placed{f, line, i})
	}
	return out, nil
}

// rows writes the changes and what is around them.
func (d *differing) rows(changes []group) {
	old, new := 0, 0
	for i, g := range changes {
		if d.out.Len() > d.limit {
			d.markup("<tr class=\"gap\"><td colspan=\"4\">")
			d.text(counted(len(changes)-i, "more change") + " in this file: the page has no room for them")
			d.markup("\n")
			return
		}
		d.unchanged(old, new, g.old-old, i > 0, true)
		d.changed(g)
		old, new = g.oldEnd, g.newEnd
	}
	d.unchanged(old, new, d.before.lines()-old, len(changes) > 0, false)
}

// unchanged writes those of n unchanged lines that are next to a change or a finding, and how many are not shown.
func (d *differing) unchanged(old, new, n int, after, before bool) {
	hidden, found := 0, d.found
	for i := range n {
		for len(found) > 0 && found[0].line < new+i-context {
			found = found[1:]
		}
		if i < context && after || i >= n-context && before || len(found) > 0 && found[0].line <= new+i+context {
			d.gap(hidden)
			hidden = 0
			d.row("", old+i, new+i)
			d.about1(new + i)
		} else {
			hidden++
		}
	}
	d.gap(hidden)
}

func (d *differing) gap(n int) {
	if n > 0 {
		d.markup("<tr class=\"gap\"><td colspan=\"4\">")
		d.text(counted(n, "line") + " not shown")
		d.markup("\n")
	}
}

// changed writes a change, its lines side by side.
func (d *differing) changed(g group) {
	class := markup("x g")
	for i := range max(g.oldEnd-g.old, g.newEnd-g.new) {
		old, new := g.old+i, g.new+i
		if old >= g.oldEnd {
			old = -1
		}
		if new >= g.newEnd {
			new = -1
		}
		d.row(class, old, new)
		class = "x"
		if new >= 0 {
			d.about1(new)
		}
	}
}

// row writes a line of each side, or nothing of a side whose line is -1.
func (d *differing) row(class markup, old, new int) {
	d.markup("<tr")
	if class != "" {
		d.markup(" class=\"", class, "\"")
	}
	d.markup(">")
	for _, half := range []struct {
		*side
		line int
	}{{d.before, old}, {d.after, new}} {
		if half.line < 0 {
			d.markup("<td><td class=\"no\">")
			continue
		}
		d.markup("<td>")
		d.number(half.line + 1)
		d.markup("<td>")
		d.writeLine(half.side, half.line)
	}
	d.markup("\n")
}

// about1 writes what is to be said about a line of the file after the plan, below the line.
func (d *differing) about1(line int) {
	for len(d.notes) > 0 && d.after.lineOf(d.notes[0].NewStart) <= line {
		d.markup("<tr class=\"note\"><td colspan=\"2\"><td colspan=\"2\">not by TypeScript's own analysis: ")
		d.text(d.notes[0].Edit.Confidence)
		d.markup("\n")
		d.notes = d.notes[1:]
	}
	for len(d.found) > 0 && d.found[0].line <= line {
		d.findingRow(d.file, d.found[0].number)
		d.markup("<td colspan=\"2\"><td colspan=\"2\">")
		d.writer.found(d.found[0].finding)
		d.markup("\n")
		d.found = d.found[1:]
	}
}

// findingRow begins the row of a finding, to which the list of findings leads.
func (w *writer) findingRow(f *file, finding int) {
	w.markup("<tr class=\"found\" id=\"f")
	w.number(f.id)
	w.markup("-e")
	w.number(finding)
	w.markup("\">")
}
