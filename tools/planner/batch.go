package planner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// BatchParams ask for several refactorings as one plan.
type BatchParams struct {
	ProjectRoot string      `json:"projectRoot" jsonschema:"Directory of the project"`
	Steps       []BatchStep `json:"steps" jsonschema:"In order, each with tool and that tool's arguments. Paths and positions mean the files as the steps before leave them; swaps need no temporary name"`
	Verifying
}

// BatchStep has the arguments of one of the tools, under the tool's names for them.
type BatchStep struct {
	Tool            string                `json:"tool"`
	FilePath        *string               `json:"filePath,omitempty"`
	Line            *int                  `json:"line,omitempty"`
	Character       *int                  `json:"character,omitempty"`
	Locate          *project.LocateParams `json:"locate,omitempty"`
	NewName         *string               `json:"newName,omitempty"`
	FindInStrings   *bool                 `json:"findInStrings,omitempty"`
	FindInComments  *bool                 `json:"findInComments,omitempty"`
	AliasPolicy     *string               `json:"aliasPolicy,omitempty"`
	PrefixAndSuffix *bool                 `json:"providePrefixAndSuffixText,omitempty"`
	OldPath         *string               `json:"oldPath,omitempty"`
	NewPath         *string               `json:"newPath,omitempty"`
	OldDir          *string               `json:"oldDir,omitempty"`
	NewDir          *string               `json:"newDir,omitempty"`
}

// BatchResult is one plan from today's bytes to the end of all steps, or the reason why there is none. Edits and moves
// are there if and only if CanPlan is true.
type BatchResult struct {
	CanPlan    bool                 `json:"canPlan"`
	Reason     string               `json:"reason,omitempty"`
	FailedStep *int                 `json:"failedStep,omitempty"` // the step that cannot be planned, from 0
	Edits      []plan.FileTextEdits `json:"edits,omitzero"`
	FsMoves    []plan.FsMove        `json:"fsMoves,omitzero"`
	Companions []plan.FsMove        `json:"companions,omitempty"` // see MoveResult
	Steps      []string             `json:"steps,omitempty"`      // a description of each step
	Account
}

// maxSteps is how many steps a batch may have.
const maxSteps = 100

// ReadBatch reads the arguments of planBatch.
func ReadBatch(arguments json.RawMessage) (BatchParams, error) {
	var in BatchParams
	err := tool.Decode(arguments, batchSchema(), &in)
	return in, err
}

// Batch plans several refactorings as one. If a step cannot be planned, the result has CanPlan false. A fault in the call itself, or one
// that no step causes, is an error.
func (p *Planner) Batch(ctx context.Context, place tool.Place, in BatchParams, progress tool.Progress) (*BatchResult, error) {
	var result *BatchResult
	err := p.AskForPlan(ctx, place, progress, in.Verifying, false, func(r *Request) error {
		var err error
		result, err = r.batch(ctx, in)
		return err
	})
	return result, err
}

// batch is a batch in progress.
type batch struct {
	*Request
	steps        []step
	asides       map[string]string // by its temporary name, what had to make room: the name that its step uses for it
	displaced    map[string]string // by the name of a later step's source that had to make room: where it is now
	words        []string
	replacements []protocol.Replacement // old names and places, and what they become in the end
	projects     map[paths.Guest]bool
	warnings     []paths.Message
	limit        *proofTime // of all proofs
	follows      bool       // each rename is proven by itself, and takes in the coupled members that its proof shows
}

// step is a BatchStep as the arguments of its tool.
type step struct {
	rename    *RenameParams
	file      *FileMoveParams
	directory *DirectoryMoveParams
}

// refusals are the errors that mean that a step cannot be planned. Other errors are about the call, the limits or the disk.
var refusals = []tool.Code{
	tool.NotFound, tool.NotRegular, tool.InvalidArgument, tool.OutOfRange,
	tool.LocateNotFound, tool.LocateAmbiguous, tool.MarkerAmbiguous, tool.SymbolNotFound, tool.SymbolAmbiguous,
}

func (r *Request) batch(ctx context.Context, in BatchParams) (*BatchResult, error) {
	if len(in.Steps) == 0 || len(in.Steps) > maxSteps {
		return nil, tool.Invalid("steps has %d items: give 1 to %d", len(in.Steps), maxSteps)
	}
	limit, err := in.limit()
	if err != nil {
		return nil, err
	}
	result, err := r.batchOnce(ctx, in, limit, false)
	if err != nil || !in.required() || result.Proof == nil || result.Proof.Verdict != "unproven" {
		return result, err
	}
	// A proof of the whole batch takes less time than one of each rename. So the renames are proven only if the batch has a fault.
	return r.batchOnce(ctx, in, limit, true)
}

// batchOnce plans the steps and proves the batch. The parameter follows is the batch's field.
func (r *Request) batchOnce(ctx context.Context, in BatchParams, limit *proofTime, follows bool) (*BatchResult, error) {
	b := &batch{
		Request: r, displaced: map[string]string{}, asides: map[string]string{}, projects: map[paths.Guest]bool{}, limit: limit, follows: follows,
	}
	for i, s := range in.Steps {
		read, err := readStep(s)
		if err != nil {
			return nil, ofStep(i, err)
		}
		b.steps = append(b.steps, read)
	}
	r.StartDraft()
	for i := range b.steps {
		r.SetBase(r.Draft().Base())
		reason, err := b.step(ctx, i)
		if err != nil {
			refused, ok := errors.AsType[*tool.Error](project.Explain(err))
			if !ok || !slices.Contains(refusals, refused.Code) {
				return nil, ofStep(i, err)
			}
			reason = refused.Message
		}
		if reason != "" {
			return &BatchResult{Reason: reason, FailedStep: &i}, nil
		}
	}
	return b.result(r.EndDraft(), in.Verifying)
}

// result turns the draft into a plan for the project as it is on disk.
func (b *batch) result(d *project.Draft, asked Verifying) (*BatchResult, error) {
	claims, moves := d.Claims(), d.Moves()
	e, err := b.Check(claims)
	if err != nil {
		return nil, err
	}
	if e.Moves, err = plan.CheckMoves(moves, b.disk(moves)); err != nil {
		return nil, tool.Invalid("%v", err)
	}
	left, err := runtime.Ask(b.Session, protocol.LeftOut, protocol.LeftOutParams{Replacements: b.replacements, Edits: claims, Moves: project.InGuest(moves)})
	if err != nil {
		return nil, err
	}
	result := &BatchResult{CanPlan: true, Steps: b.words}
	claimed := protocol.Plan{Edits: claims, Projects: slices.Sorted(maps.Keys(b.projects)), Warnings: b.warnings, Ledger: left.Ledger}
	proof, err := b.proveWithin(b.limit, asked, protocol.VerifyParams{Edits: claims, Moves: project.InGuest(moves)})
	if err != nil {
		return nil, err
	}
	if result.Account, err = b.account(claimed, e, proof, strings.Join(b.words, "\n")); err != nil {
		return nil, err
	}
	result.Edits, result.FsMoves = e.Edits, slices.Concat([]plan.FsMove{}, e.Moves)
	result.Companions, err = b.companions(left.Companions)
	return result, err
}

// step plans one step on the draft and adds it. The reason says why that is not possible.
func (b *batch) step(ctx context.Context, i int) (reason string, err error) {
	s := b.steps[i]
	switch {
	case s.rename != nil:
		return b.rename(*s.rename)
	case s.file != nil:
		s.file.OldPath = b.source(s.file.OldPath)
		if err := b.makeRoom(ctx, i, s.file.NewPath); err != nil {
			return "", err
		}
		from, to, err := b.fileEnds(*s.file)
		if err != nil {
			return "", err
		}
		return "", b.move(from, to, []plan.FsMove{{From: from, To: to}})
	}
	s.directory.OldDir = b.source(s.directory.OldDir)
	if err := b.makeRoom(ctx, i, s.directory.NewDir); err != nil {
		return "", err
	}
	from, to, err := b.directoryEnds(*s.directory)
	if err != nil {
		return "", err
	}
	return "", b.moveDirectory(ctx, from, to)
}

func (b *batch) rename(in RenameParams) (string, error) {
	at, err := b.renamed(in)
	if err != nil {
		return "", err
	}
	answer, err := b.askRename(at.Name, at.Offset, in, nil)
	if err == nil && answer.CanRename && b.follows {
		in.Verify = new(true)
		answer, _, err = b.proveRename(at.Name, at.Offset, in, b.limit, answer)
	}
	if err != nil {
		return "", err
	}
	if !answer.CanRename {
		return b.Say(answer.Reason), nil
	}
	b.note(sanitize.Text(fmt.Sprintf("rename %s to %s", answer.OldName, in.NewName)), protocol.Replacement{Name: answer.OldName, NewName: in.NewName}, answer.Projects, answer.Warnings)
	return "", b.Draft().Apply(answer.Edits, nil)
}

func (b *batch) moveDirectory(ctx context.Context, from, to string) error {
	moves, warnings, err := b.contents(ctx, from, to)
	if err != nil {
		return err
	}
	if err := b.move(from, to, moves); err != nil {
		return err
	}
	for _, w := range warnings {
		b.warnings = append(b.warnings, paths.Message{{Text: w}})
	}
	b.Draft().Emptied(from)
	return nil
}

func (b *batch) move(from, to string, moves []plan.FsMove) error {
	answer, err := b.askMove(from, to, true) // leftOut looks at whole projects
	if err != nil {
		return err
	}
	asked := from
	if before, ok := b.asides[from]; ok {
		asked = before
	}
	name := asked
	if origin, ok := b.Draft().Moved(from); ok {
		name = origin
	}
	b.note(fmt.Sprintf("move %s to %s", b.Shown(asked), b.Shown(to)), protocol.Replacement{Name: b.short(name), NewName: b.short(to)}, answer.Projects, answer.Warnings)
	return b.Draft().Apply(answer.Edits, moves)
}

func (b *batch) short(name string) string {
	name = strings.TrimPrefix(name, b.Place.Name+"/")
	for _, e := range protocol.Extensions {
		if rest, ok := strings.CutSuffix(name, e); ok {
			return rest
		}
	}
	return name
}

func (b *batch) note(words string, r protocol.Replacement, projects []paths.Guest, warnings []paths.Message) {
	b.words = append(b.words, words)
	for i := range b.replacements {
		if b.replacements[i].NewName == r.Name {
			b.replacements[i].NewName = r.NewName
			r.Name = ""
		}
	}
	if r.Name != "" {
		b.replacements = append(b.replacements, r)
	}
	for _, p := range projects {
		b.projects[p] = true
	}
	for _, w := range warnings {
		if !slices.ContainsFunc(b.warnings, func(known paths.Message) bool { return slices.Equal(known, w) }) {
			b.warnings = append(b.warnings, w)
		}
	}
}

// source returns where the source of a move is now, if it had to make room for another file.
func (b *batch) source(path string) string {
	if name, err := b.Name(path); err == nil {
		if now, ok := b.displaced[name]; ok {
			delete(b.displaced, name)
			return project.Absolute(b.Root, now)
		}
	}
	return path
}

// makeRoom moves whatever is at the destination of step i to a temporary name in the same directory, if a later step moves it away.
func (b *batch) makeRoom(ctx context.Context, i int, destination string) error {
	name, err := b.Name(destination)
	if err != nil {
		return err
	}
	stat, err := b.Stat(name)
	if err != nil {
		return nil // nothing is there, or planning the step returns the error
	}
	later := slices.ContainsFunc(b.steps[i+1:], func(s step) bool {
		source := ""
		switch {
		case s.file != nil:
			source = s.file.OldPath
		case s.directory != nil:
			source = s.directory.OldDir
		}
		at, err := b.Name(source)
		return source != "" && err == nil && at == name
	})
	if !later {
		return nil
	}
	directory := stat.Kind == hostfs.KindDir
	base, extension, _ := strings.Cut(path.Base(name), ".")
	if directory {
		base, extension = path.Base(name), ""
	}
	if extension != "" {
		extension = "." + extension
	}
	for n := 1; ; n++ {
		aside := path.Join(path.Dir(name), fmt.Sprintf("%s-tsplan-tmp%d%s", base, n, extension))
		if _, err := b.Stat(aside); err == nil {
			continue
		}
		b.displaced[name], b.asides[aside] = aside, name
		words, replacements := b.words, b.replacements
		if directory {
			err = b.moveDirectory(ctx, name, aside)
		} else {
			err = b.move(name, aside, []plan.FsMove{{From: name, To: aside}})
		}
		b.words, b.replacements = words, replacements // this is no step of the batch
		if err != nil {
			return err
		}
		b.SetBase(b.Draft().Base())
		return nil
	}
}

// ofStep adds to an error which step it is about.
func ofStep(i int, err error) error {
	var known *tool.Error
	if errors.As(project.Explain(err), &known) {
		return &tool.Error{Code: known.Code, Message: fmt.Sprintf("steps[%d]: %s", i, known.Message), Detail: known.Detail, Cause: err}
	}
	return err
}

// readStep reads the arguments of a step as its tool does.
func readStep(s BatchStep) (step, error) {
	name := s.Tool
	raw, err := json.Marshal(s)
	if err != nil {
		return step{}, err
	}
	var arguments map[string]any
	if err := json.Unmarshal(raw, &arguments); err != nil {
		return step{}, err
	}
	delete(arguments, "tool")
	arguments["projectRoot"] = ""
	if raw, err = json.Marshal(arguments); err != nil {
		return step{}, err
	}
	switch name {
	case "planRenameSymbol":
		schema := tool.SchemaOf[RenameParams]()
		schema.Required = []string{"projectRoot", "newName"}
		in := &RenameParams{}
		if err := tool.Decode(raw, schema, in); err != nil {
			return step{}, err
		}
		return step{rename: in}, byPositionOrLocate(raw)
	case "planFileMove":
		in := &FileMoveParams{}
		return step{file: in}, tool.Decode(raw, tool.SchemaOf[FileMoveParams](), in)
	}
	in := &DirectoryMoveParams{}
	return step{directory: in}, tool.Decode(raw, tool.SchemaOf[DirectoryMoveParams](), in)
}
