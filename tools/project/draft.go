package project

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
)

// Draft is the project as the steps of a batch so far would leave it. A name of today is the name of a file on disk; a name of now is its
// name after these steps.
type Draft struct {
	view    *hostfs.View
	edits   map[string][]plan.Change // by the name of today, counted in the text of today
	texts   map[string][]byte        // edited files as they are now, by the name of today
	now     map[string]string        // moved files: from today's name
	today   map[string]string        // and back
	emptied []string                 // directories that moved away

	index *symbolIndex // of today
}

func newDraft(view *hostfs.View) *Draft {
	return &Draft{
		view:  view,
		edits: map[string][]plan.Change{},
		texts: map[string][]byte{},
		now:   map[string]string{},
		today: map[string]string{},
	}
}

// Origin returns the name of today for a name of now, and false if nothing has that name now.
func (d *Draft) Origin(name string) (string, bool) {
	if today, ok := d.today[name]; ok {
		return today, true
	}
	if _, gone := d.now[name]; gone {
		return "", false
	}
	return name, !slices.ContainsFunc(d.emptied, func(dir string) bool { return name == dir || Below(name, dir) })
}

// holds reports whether something was moved into a directory.
func (d *Draft) holds(dir string) bool {
	for name := range d.today {
		if Below(name, dir) {
			return true
		}
	}
	return false
}

// Below lists the files that are in a directory now, given those that are there on disk.
func (d *Draft) Below(dir string, onDisk []string) []string {
	var names []string
	for _, name := range onDisk {
		if origin, ok := d.Origin(name); ok && origin == name {
			names = append(names, name)
		}
	}
	for name := range d.today {
		if Below(name, dir) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Apply adds a step: first edits of files, by their names after the earlier steps, then all moves at once.
func (d *Draft) Apply(claims []protocol.FileSpans, moves []plan.FsMove) error {
	for _, claim := range claims {
		name, ok := claim.Path.Name()
		if !ok {
			return lie(fmt.Errorf("edit of %q, which is not in the project", claim.Path))
		}
		if err := d.edit(name, claim.Spans); err != nil {
			return err
		}
	}
	froms := make([]string, len(moves))
	for i, m := range moves {
		origin, ok := d.Origin(m.From)
		if !ok {
			return lie(fmt.Errorf("move of %s, which is not there", m.From))
		}
		froms[i] = origin
	}
	for _, m := range moves {
		delete(d.today, m.From)
	}
	for i, m := range moves {
		d.now[froms[i]], d.today[m.To] = m.To, froms[i]
	}
	return nil
}

func (d *Draft) edit(name string, claimed []protocol.Span) error {
	origin, ok := d.Origin(name)
	if !ok {
		return lie(fmt.Errorf("edit of %s, which is not there", name))
	}
	file, err := d.view.ReadFile(origin)
	if err != nil {
		return err
	}
	then := make([]plan.Change, len(claimed))
	spans := make([]plan.Span, len(claimed))
	for i, s := range claimed {
		spans[i] = planSpan(s)
		then[i] = plan.Change{Span: spans[i], Confidence: s.Confidence}
	}
	slices.SortFunc(then, func(a, b plan.Change) int { return a.Start - b.Start })
	now, edited := d.texts[origin]
	if !edited {
		now = file.Data
	}
	_, after, err := plan.Edit(origin, now, spans)
	if err != nil {
		return unedited(origin, err)
	}
	text, err := plan.NewText(file.Data)
	if err != nil {
		return err
	}
	composed := slices.DeleteFunc(plan.Compose(d.edits[origin], then), func(c plan.Change) bool {
		old, err := text.Slice(c.Start, c.Start+c.Length)
		return err == nil && old == c.NewText
	})
	spans = spans[:0]
	for _, c := range composed {
		spans = append(spans, c.Span)
	}
	_, again, err := plan.Edit(origin, file.Data, spans)
	if err != nil {
		return lie(err)
	}
	if !bytes.Equal(after, again) {
		return lie(fmt.Errorf("%s: the edits of the steps do not compose", origin))
	}
	d.edits[origin], d.texts[origin] = composed, after
	return nil
}

// Claims are all edits so far, as the guest would claim them about the project of today.
func (d *Draft) Claims() []protocol.FileSpans {
	out := []protocol.FileSpans{}
	for name, changes := range d.edits {
		if len(changes) == 0 {
			continue
		}
		claim := protocol.FileSpans{Path: paths.InGuest(name)}
		for _, c := range changes {
			claim.Spans = append(claim.Spans, protocol.Span{Start: c.Start, Length: c.Length, NewText: c.NewText, Confidence: c.Confidence})
		}
		out = append(out, claim)
	}
	slices.SortFunc(out, func(a, b protocol.FileSpans) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// Moves are all moves so far, from today's names to those of now, all at once.
func (d *Draft) Moves() []plan.FsMove {
	out := []plan.FsMove{}
	for from, to := range d.now {
		if from != to {
			out = append(out, plan.FsMove{From: from, To: to})
		}
	}
	slices.SortFunc(out, func(a, b plan.FsMove) int { return strings.Compare(a.From, b.From) })
	return out
}

// Base returns the draft for a question to the guest, or nil if the draft is empty.
func (d *Draft) Base() *protocol.Base {
	edits, moves := d.Claims(), d.Moves()
	if len(edits)+len(moves) == 0 {
		return nil
	}
	return &protocol.Base{Edits: edits, Moves: InGuest(moves)}
}

// Moved is the name of today of a file that was moved to name.
func (d *Draft) Moved(name string) (string, bool) {
	today, ok := d.today[name]
	return today, ok
}

// Emptied notes that a directory was moved away.
func (d *Draft) Emptied(dir string) { d.emptied = append(d.emptied, dir) }

// InGuest writes moves with the paths of the guest.
func InGuest(moves []plan.FsMove) []paths.Move {
	out := make([]paths.Move, len(moves))
	for i, m := range moves {
		out[i] = paths.Move{From: paths.InGuest(m.From), To: paths.InGuest(m.To)}
	}
	return out
}

// Draft is the request's draft, nil if it has none.
func (r *Request) Draft() *Draft { return r.draft }

// StartDraft makes the request read from a draft instead of the disk, until EndDraft.
func (r *Request) StartDraft() {
	r.draft = newDraft(r.View)
	r.draft.index, r.index = r.index, &symbolIndex{files: map[string]*indexedFile{}}
}

// EndDraft returns the draft. The request then reads the project from the disk again.
func (r *Request) EndDraft() *Draft {
	d := r.draft
	r.SetBase(nil)
	r.draft, r.index = nil, d.index
	return d
}

// Read, Stat and Realpath read the request's draft if it has one.

func (r *Request) Read(name string) (hostfs.File, error) {
	if r.draft == nil {
		return r.View.ReadFile(name)
	}
	origin, ok := r.draft.Origin(name)
	if !ok {
		return hostfs.File{}, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	file, err := r.View.ReadFile(origin)
	if text, edited := r.draft.texts[origin]; edited && err == nil {
		file.Data, file.SHA256 = text, sha256.Sum256(text)
	}
	return file, err
}

func (r *Request) Stat(name string) (hostfs.Stat, error) {
	if r.draft == nil {
		return r.View.Stat(name)
	}
	origin, ok := r.draft.Origin(name)
	err := error(&fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist})
	if ok {
		var stat hostfs.Stat
		if stat, err = r.View.Stat(origin); err == nil {
			return stat, nil
		}
	}
	if r.draft.holds(name) {
		return hostfs.Stat{Kind: hostfs.KindDir}, nil
	}
	return hostfs.Stat{}, err
}

func (r *Request) Realpath(name string) (string, error) {
	if r.draft != nil {
		if _, moved := r.draft.today[name]; moved || r.draft.holds(name) {
			return name, nil
		}
	}
	return r.View.Realpath(name)
}
