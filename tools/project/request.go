// Package project has what every question about a project needs: its session, its files and symbols, and the check of the guest's claims.
// The packages of the tools ask the questions themselves.
//
// It may import runtime, hostfs, and of tools what is below it: tool, plan, locate, namepath, sanitize.
package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// Projects are all that questions can be about. They are safe for concurrent use.
type Projects struct {
	Runtime     *runtime.Runtime
	IgnoresCase func(*hostfs.Root, []string) bool // set by tests; if nil, the disk is asked

	symbols indexes
	changes changes
}

// Request is one question under way, in the session of its project.
type Request struct {
	*runtime.Session
	Place tool.Place
	index *symbolIndex
	draft *Draft // of a batch: what the steps so far have made of the project; else nil

	ignoresCase func(*hostfs.Root, []string) bool
}

// retries is how often a plan is made again because a file changed, or the root was replaced, while it was made.
const retries = 2

// Ask runs f in the project's session, and runs it again if the disk changed meanwhile.
func (p *Projects) Ask(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.ask(ctx, p.Runtime.With, place, progress, f)
}

// AskAside is Ask for a question that needs no program. It does not wait while another question is answered.
func (p *Projects) AskAside(ctx context.Context, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	return p.ask(ctx, p.Runtime.Aside, place, progress, f)
}

type session func(ctx context.Context, root, project string, progress func(int, paths.Guest), f func(*runtime.Session) error) error

func (p *Projects) ask(ctx context.Context, with session, place tool.Place, progress tool.Progress, f func(*Request) error) error {
	for attempt := 0; ; attempt++ {
		err := with(ctx, place.Root, place.Name, loading(place, progress), func(s *runtime.Session) error {
			p.changes.note(place, s)
			index := newSymbolIndex()
			if !s.IsAside() {
				index = p.symbols.of(place)
			}
			r := &Request{Session: s, Place: place, index: index, ignoresCase: p.IgnoresCase}
			if r.ignoresCase == nil {
				r.ignoresCase = ignoresCase
			}
			if err := r.projectExists(); err != nil {
				return err
			}
			if err := f(r); err != nil {
				return err
			}
			// An answer that mixes two states of the disk is an error.
			return s.View.Check()
		})
		// The next attempt reopens a root that was replaced.
		again := errors.Is(err, hostfs.ErrChanged) || errors.Is(err, hostfs.ErrGone)
		if !again || attempt == retries {
			return Explain(err)
		}
	}
}

func loading(place tool.Place, progress tool.Progress) func(int, paths.Guest) {
	if progress == nil {
		return nil
	}
	return func(files int, path paths.Guest) {
		progress(files, string(paths.Workspace(place.Name).ShowGuest(path)))
	}
}

func (r *Request) projectExists() error {
	stat, err := r.View.Stat(r.Place.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return tool.Errorf(tool.NotFound, "project root not found: %s", r.Place.Name)
	}
	if err != nil {
		return err
	}
	if stat.Kind != hostfs.KindDir {
		return tool.Invalid("the project root %s is not a directory", r.Place.Name)
	}
	return nil
}

// Name turns a path from a question into a name below the root.
func (r *Request) Name(path string) (string, error) {
	name, err := r.Root.Name(r.Place.Name, path)
	if errors.Is(err, hostfs.ErrOutside) {
		return "", tool.Errorf(tool.OutsideRoot, "%s is outside the root", path)
	}
	return name, err
}

// Existing returns the real name of a path from a question. The path must exist and be of that kind.
func (r *Request) Existing(path string, kind hostfs.Kind) (string, error) {
	name, err := r.Name(path)
	if err != nil {
		return "", err
	}
	stat, err := r.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		what := "file"
		if kind == hostfs.KindDir {
			what = "directory"
		}
		return "", tool.Errorf(tool.NotFound, "%s not found: %s", what, r.Shown(name))
	}
	if err != nil {
		return "", err
	}
	if stat.Kind != kind {
		if kind == hostfs.KindDir {
			return "", tool.Invalid("%s is a file, not a directory: use planFileMove", r.Shown(name))
		}
		return "", tool.Invalid("%s is a directory, not a file: name a file in it%s", r.Shown(name), r.suchAs(name))
	}
	// The guest knows files by their real paths.
	return r.Realpath(name)
}

// suchAs names a source file in a directory, if there is one.
func (r *Request) suchAs(directory string) string {
	entries, err := r.View.ReadDir(directory)
	if err != nil {
		return "" // an example only
	}
	for _, e := range entries {
		if e.Kind == hostfs.KindFile && IsTypeScript(e.Name) {
			return ", such as " + r.Shown(path.Join(directory, e.Name))
		}
	}
	return ""
}

// Edited is a plan under construction. Paths are names below the root until Absolute is called.
type Edited struct {
	Edits []plan.FileTextEdits
	Moves []plan.FsMove
}

// Check turns the guest's claims into edits, each against the bytes that the guest was given.
func (r *Request) Check(claims []protocol.FileSpans) (*Edited, error) {
	e := &Edited{Edits: []plan.FileTextEdits{}}
	claimed := map[string]bool{}
	for _, claim := range claims {
		name, ok := claim.Path.Name()
		if !ok {
			return nil, lie(fmt.Errorf("edit of %q, which is not in the project", claim.Path))
		}
		// The real name is used, so that no file is edited under two names.
		name, err := r.View.Realpath(name)
		if err != nil {
			return nil, err
		}
		if claimed[name] {
			return nil, lie(fmt.Errorf("%s is edited twice", name))
		}
		claimed[name] = true
		file, err := r.View.ReadFile(name)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(claim.Spans, func(a, b protocol.Span) int { return a.Start - b.Start })
		spans := make([]plan.Span, len(claim.Spans))
		for i, s := range claim.Spans {
			spans[i] = planSpan(s)
		}
		edits, _, err := plan.Edit(name, file.Data, spans)
		if err != nil {
			return nil, unedited(name, err)
		}
		if len(edits.TextEdits) != len(spans) {
			return nil, lie(fmt.Errorf("%s: an edit is there twice", name))
		}
		for i, s := range claim.Spans {
			edits.TextEdits[i].Confidence = sanitize.Lines(s.Confidence)
		}
		e.Edits = append(e.Edits, edits)
	}
	slices.SortFunc(e.Edits, func(a, b plan.FileTextEdits) int { return strings.Compare(a.FilePath, b.FilePath) })
	return e, nil
}

func planSpan(s protocol.Span) plan.Span {
	return plan.Span{Start: s.Start, Length: s.Length, NewText: s.NewText}
}

// unedited returns the error for an edit that is refused. A claim may be right about the program and still be refused: a plan never touches
// Node_Modules or .Git either, which are node_modules and .git on a disk that ignores case. The guest itself knows that it must not edit
// files in node_modules, so a claim that does is a fault of the guest.
func unedited(name string, err error) error {
	switch {
	case errors.Is(err, plan.ErrEncoding):
		return err
	case nameRefused(err) && !slices.Contains(strings.Split(name, "/"), "node_modules"):
		return &UneditableError{err}
	}
	return lie(err)
}

// UneditableError reports a file that a plan would have to edit and may not, because of its name.
type UneditableError struct{ Err error }

func (e *UneditableError) Error() string {
	return sanitize.Text(fmt.Sprintf("a file would have to be edited that no plan touches: %v", e.Err))
}

func (e *UneditableError) Unwrap() error { return e.Err }

func nameRefused(err error) bool {
	return slices.ContainsFunc([]error{plan.ErrProtected, plan.ErrName, plan.ErrOutside}, func(reason error) bool {
		return errors.Is(err, reason)
	})
}

// Uneditable reports whether an error is about one file that cannot be edited, and not about the plan.
func Uneditable(err error) bool {
	var named *UneditableError
	return errors.Is(err, plan.ErrEncoding) || errors.As(err, &named)
}

// lie returns the error for a claim of the guest that does not hold.
func lie(err error) error {
	return &runtime.FaultError{Detail: "the plan does not hold: " + err.Error(), Err: err}
}

// Absolute turns names into absolute paths of the host.
func (e *Edited) Absolute(root *hostfs.Root) {
	for i := range e.Edits {
		e.Edits[i].FilePath = Absolute(root, e.Edits[i].FilePath)
	}
	for i, m := range e.Moves {
		e.Moves[i] = AbsoluteMove(root, m)
	}
}

// Absolute turns a name into an absolute path of the host.
func Absolute(root *hostfs.Root, name string) string { return hostfs.HostStyle().Abs(root.Dir(), name) }

// AbsoluteMove makes both paths of a move absolute.
func AbsoluteMove(root *hostfs.Root, m plan.FsMove) plan.FsMove {
	return plan.FsMove{From: Absolute(root, m.From), To: Absolute(root, m.To)}
}

// Shown returns the path of a name for an answer. Questions can use this path. Hidden and control characters are escaped.
func (r *Request) Shown(name string) string {
	return sanitize.Text(string(paths.Workspace(r.Place.Name).Show(name)))
}

// Say turns a message of the guest into text. It escapes hidden characters, since the guest quotes the repository. Line
// feeds and tabs stay, since TypeScript's messages have several lines.
func (r *Request) Say(m paths.Message) string {
	return sanitize.Lines(paths.Workspace(r.Place.Name).Say(m))
}

// Warnings are the guest's warnings, and the files that were denied to it.
func (r *Request) Warnings(fromGuest []paths.Message) []string {
	var out []string
	for _, w := range fromGuest {
		out = append(out, r.Say(w))
	}
	denied, more := r.View.Denied()
	for _, d := range denied {
		out = append(out, fmt.Sprintf("not read: %s: %s", r.Shown(d.Name), d.Reason))
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("not read: %d more files", more))
	}
	return out
}

// AllShown are the guest's paths to show, each on one line.
func (r *Request) AllShown(guestPaths []paths.Guest) []string {
	out := make([]string, len(guestPaths))
	for i, p := range guestPaths {
		out[i] = r.shownGuest(p)
	}
	return out
}

func (r *Request) shownGuest(p paths.Guest) string {
	return sanitize.Text(string(paths.Workspace(r.Place.Name).ShowGuest(p)))
}

// IgnoresCase reports whether names that differ only in case are one name on the disk; see ignoresCase.
func (r *Request) IgnoresCase(names []string) bool { return r.ignoresCase(r.Root, names) }
