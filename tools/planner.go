package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
)

// Planner answers the plan tools. It is safe for concurrent use.
type Planner struct {
	Runtime *runtime.Runtime

	symbols     indexes
	plans       planStore
	ignoresCase func(*hostfs.Root, []string) bool // tests set it: else the disk is asked
}

// Progress is told how many files have been loaded, and which one just was (project-relative).
type Progress func(files int, name string)

// request is one question under way, in the session of its project.
type request struct {
	*runtime.Session
	project Place
	index   *symbolIndex
	draft   *draft // of a batch: what the steps so far have made of the project; else nil

	ignoresCase func(*hostfs.Root, []string) bool
}

// retries is how often a plan is made anew because a file changed while it was made.
const retries = 2

// ask runs f in the project's session, again if the disk changed meanwhile.
func (p *Planner) ask(ctx context.Context, project Place, progress Progress, f func(*request) error) error {
	for attempt := 0; ; attempt++ {
		err := p.Runtime.With(ctx, project.Root, project.Name, loading(progress), func(s *runtime.Session) error {
			r := &request{Session: s, project: project, index: p.symbols.of(project), ignoresCase: p.ignoresCase}
			if r.ignoresCase == nil {
				r.ignoresCase = ignoresCase
			}
			if err := r.projectExists(); err != nil {
				return err
			}
			if err := f(r); err != nil {
				return r.presentableError(err)
			}
			// Nothing partial, and nothing from two states of the disk, is returned as whole.
			return s.View.Check()
		})
		if !errors.Is(err, hostfs.ErrChanged) || attempt == retries {
			return explain(err)
		}
	}
}

func loading(progress Progress) func(int, string) {
	if progress == nil {
		return nil
	}
	return func(files int, guestPath string) {
		progress(files, strings.TrimPrefix(guestPath, runtime.GuestPath("")+"/"))
	}
}

func (r *request) projectExists() error {
	stat, err := r.View.Stat(r.project.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return Errorf(NotFound, "project root not found: %s", r.project.Name)
	}
	if err != nil {
		return err
	}
	if stat.Kind != hostfs.KindDir {
		return invalid("the project root %s is not a directory", r.project.Name)
	}
	return nil
}

// name turns a path as it was asked for into a name below the root.
func (r *request) name(path string) (string, error) {
	name, err := r.Root.Name(r.project.Name, path)
	if errors.Is(err, hostfs.ErrOutside) {
		return "", Errorf(OutsideRoot, "%s is outside the root", path)
	}
	return name, err
}

// existing returns the name of a path that was asked for, which must exist and be of that kind.
func (r *request) existing(path string, kind hostfs.Kind) (string, error) {
	name, err := r.name(path)
	if err != nil {
		return "", err
	}
	stat, err := r.stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		what := "file"
		if kind == hostfs.KindDir {
			what = "directory"
		}
		return "", Errorf(NotFound, "%s not found: %s", what, name)
	}
	if err != nil {
		return "", err
	}
	if stat.Kind != kind {
		if kind == hostfs.KindDir {
			return "", invalid("%s is a file, not a directory: use planFileMove", name)
		}
		return "", invalid("%s is a directory, not a file: to move it use planDirectoryMove", name)
	}
	// The guest knows files by their real paths.
	return r.realpath(name)
}

// fileSpans is how the guest writes the edits of one file.
type fileSpans struct {
	Path  string `json:"path"`
	Spans []span `json:"spans"`
}

// span is [start, length, new text, confidence if it is not semantic], in UTF-16 units of the text without byte order mark.
type span plan.Change

func (s *span) UnmarshalJSON(data []byte) error {
	tuple := []any{&s.Start, &s.Length, &s.NewText, &s.Confidence}
	return json.Unmarshal(data, &tuple)
}

// edited is a plan under construction. Paths are names below the root until absolute is called.
type edited struct {
	edits []plan.FileTextEdits
	moves []plan.FsMove
}

// check turns the guest's claims into edits, each against the bytes that the guest was given.
func (r *request) check(claims []fileSpans) (*edited, error) {
	e := &edited{edits: []plan.FileTextEdits{}}
	claimed := map[string]bool{}
	for _, claim := range claims {
		name, ok := runtime.NameOf(claim.Path)
		if !ok {
			return nil, lie(fmt.Errorf("edit of %q, which is not in the project", claim.Path))
		}
		// By its real name, so that no file is edited under two.
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
		slices.SortFunc(claim.Spans, func(a, b span) int { return a.Start - b.Start })
		spans := make([]plan.Span, len(claim.Spans))
		for i, s := range claim.Spans {
			spans[i] = s.Span
		}
		edits, _, err := plan.Edit(name, file.Data, spans)
		if errors.Is(err, plan.ErrEncoding) {
			return nil, err
		}
		if err != nil {
			return nil, lie(err)
		}
		if len(edits.TextEdits) != len(spans) {
			return nil, lie(fmt.Errorf("%s: an edit is there twice", name))
		}
		for i, s := range claim.Spans {
			edits.TextEdits[i].Confidence = r.presentable(s.Confidence)
		}
		e.edits = append(e.edits, edits)
	}
	slices.SortFunc(e.edits, func(a, b plan.FileTextEdits) int { return strings.Compare(a.FilePath, b.FilePath) })
	return e, nil
}

// lie is what a claim of the guest that does not hold counts as.
func lie(err error) error {
	return &runtime.FaultError{Detail: "the plan does not hold: " + err.Error(), Err: err}
}

// absolute turns names into absolute paths of the host.
func (e *edited) absolute(root *hostfs.Root) {
	for i := range e.edits {
		e.edits[i].FilePath = absolute(root, e.edits[i].FilePath)
	}
	for i, m := range e.moves {
		e.moves[i] = absoluteMove(root, m)
	}
}

func absolute(root *hostfs.Root, name string) string { return hostfs.HostStyle().Abs(root.Dir(), name) }

func absoluteMove(root *hostfs.Root, m plan.FsMove) plan.FsMove {
	return plan.FsMove{From: absolute(root, m.From), To: absolute(root, m.To)}
}

// presentable rewrites the guest's paths in a text as the asker knows them, relative to the project, and escapes what
// would hide or steer: the guest quotes the repository.
func (r *request) presentable(text string) string {
	text = strings.ReplaceAll(text, runtime.GuestPath(r.project.Name)+"/", "")
	text = strings.ReplaceAll(text, runtime.GuestPath("")+"/", "")
	return sanitize.Lines(text)
}

// presentableError does the same for what the guest refused.
func (r *request) presentableError(err error) error {
	var refused *runtime.RequestError
	if errors.As(err, &refused) {
		return Errorf(Code(refused.Code), "%s", r.presentable(refused.Message))
	}
	return err
}

// warnings are the guest's, and what the sandbox kept from it.
func (r *request) warnings(fromGuest []string) []string {
	var out []string
	for _, w := range fromGuest {
		out = append(out, r.presentable(w))
	}
	denied, more := r.View.Denied()
	for _, d := range denied {
		out = append(out, fmt.Sprintf("not read: %s: %s", d.Name, d.Reason))
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("not read: %d more files", more))
	}
	return out
}

// names are the guest's paths as names below the project.
func (r *request) names(guestPaths []string) []string {
	out := make([]string, len(guestPaths))
	for i, p := range guestPaths {
		out[i] = r.presentable(p)
	}
	return out
}

func guestPath(name string) string { return runtime.GuestPath(name) }
