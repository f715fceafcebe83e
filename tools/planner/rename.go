package planner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// RenameParams asks for a rename. Line and character are 0-based, characters are UTF-16 units.
type RenameParams struct {
	ProjectRoot    string                `json:"projectRoot" jsonschema:"Directory of the project"`
	FilePath       string                `json:"filePath" jsonschema:"File with the symbol"`
	Line           int                   `json:"line" jsonschema:"From 0"`
	Character      int                   `json:"character" jsonschema:"From 0, in UTF-16 units"`
	Locate         *project.LocateParams `json:"locate,omitempty" jsonschema:"Instead of filePath, line and character"`
	NewName        string                `json:"newName"`
	FindInStrings  bool                  `json:"findInStrings,omitempty" jsonschema:"Also mentions in strings"`
	FindInComments bool                  `json:"findInComments,omitempty" jsonschema:"Also mentions in comments"`
	AliasPolicy    string                `json:"aliasPolicy,omitempty" jsonschema:"Default preserve: re-exports keep the old name as an alias"`
	// PrefixAndSuffix is a pointer since its default is true.
	PrefixAndSuffix *bool `json:"providePrefixAndSuffixText,omitempty" jsonschema:"Default true: { foo } becomes { foo: bar }"`
	Verifying
}

// RenameResult is the plan, or the reason why there is none. Edits are there if and only if CanRename is true.
type RenameResult struct {
	CanRename bool                 `json:"canRename"`
	Reason    string               `json:"reason,omitempty"`
	OldName   string               `json:"oldName,omitempty"`
	Edits     []plan.FileTextEdits `json:"edits,omitempty"`
	Account
}

// renamePlan is the guest's answer to a rename.
type renamePlan struct {
	protocol.RenameAnswer
	proof *protocol.Proof // of a plan that a partial load made; nil if whole projects have to prove the plan
}

// Rename plans a rename. If the symbol or the new name does not allow it, the result has CanRename false. All other failures are errors.
func (p *Planner) Rename(ctx context.Context, place tool.Place, in RenameParams, progress tool.Progress) (*RenameResult, error) {
	return p.rename(ctx, place, in, progress, func(r *Request) (*RenameResult, error) { return r.Rename(in) })
}

func (p *Planner) rename(ctx context.Context, place tool.Place, in RenameParams, progress tool.Progress,
	f func(*Request) (*RenameResult, error),
) (result *RenameResult, err error) {
	err = p.AskForPlan(ctx, place, progress, in.Verifying, true, func(r *Request) error {
		result, err = f(r)
		return err
	})
	return result, err
}

// Rename plans the rename of the symbol that in names.
func (r *Request) Rename(in RenameParams) (*RenameResult, error) {
	at, err := r.renamed(in)
	if err != nil {
		return nil, err
	}
	return r.RenameAt(at.Name, at.Offset, in)
}

// askRename has the guest plan the rename of the symbol at an offset of a file, together with the coupled declarations.
func (r *Request) askRename(name string, offset int, in RenameParams, coupled []protocol.LeftBehind) (*renamePlan, error) {
	rename := protocol.RenameParams{
		PlaceParams:     protocol.PlaceParams{File: paths.InGuest(name), Offset: offset},
		NewName:         in.NewName,
		FindInStrings:   in.FindInStrings,
		FindInComments:  in.FindInComments,
		PrefixAndSuffix: in.PrefixAndSuffix == nil || *in.PrefixAndSuffix,
		Propagate:       in.AliasPolicy == "propagate",
		Coupled:         coupled,
	}
	if r.early && len(coupled) == 0 {
		asked := protocol.EarlyParams{RenameParams: rename, Prove: in.early()}
		if r.unproven != "" {
			asked.Prove = "no"
		}
		early, err := r.askEarly(asked)
		if err != nil {
			return nil, err
		}
		if early.Known != nil {
			return &renamePlan{*early.Known, early.Proof}, nil
		}
	}
	load := protocol.LoadRename{PlaceParams: rename.PlaceParams, PrefixAndSuffix: rename.PrefixAndSuffix, Propagate: rename.Propagate}
	if err := r.Load(protocol.LoadParams{Rename: &load}); err != nil {
		return nil, err
	}
	answer, err := runtime.Ask(r.Session, protocol.Rename, rename)
	return &renamePlan{RenameAnswer: answer}, err
}

// askEarly returns an error only where a whole load would fail, too: if the request has ended, has read as much as it may, or files changed
// meanwhile. Other errors are logged, since a guest that fails with a partial load may succeed with the whole project.
func (r *Request) askEarly(rename protocol.EarlyParams) (protocol.EarlyAnswer, error) {
	answer, err := runtime.Early(r.Session, protocol.RenameEarly, rename)
	if err == nil {
		if answer.Known == nil && r.log != nil {
			r.log.Info("whole projects are loaded", "reason", r.Say(answer.Unknown))
		}
		return answer, nil
	}
	if r.Context().Err() != nil || errors.Is(err, hostfs.ErrBudget) || errors.Is(err, hostfs.ErrChanged) {
		return protocol.EarlyAnswer{}, err
	}
	if r.log != nil {
		detail := ""
		if failed, ok := errors.AsType[*tool.Error](project.Explain(err)); ok {
			detail = failed.Detail
		}
		r.log.Warn("no early answer", "error", err, "detail", detail)
	}
	return protocol.EarlyAnswer{}, nil
}

// RenameAt plans the rename of the symbol at an offset of a file.
func (r *Request) RenameAt(name string, offset int, in RenameParams) (*RenameResult, error) {
	answer, err := r.askRename(name, offset, in, nil)
	if err != nil {
		return nil, err
	}
	var proof *plan.Proof
	if !in.unwanted() && answer.CanRename {
		limit, err := in.limit()
		if err != nil {
			return nil, err
		}
		if answer, proof, err = r.proveRename(name, offset, in, limit, answer); err != nil {
			return nil, err
		}
	}
	if !answer.CanRename {
		return &RenameResult{Reason: r.Say(answer.Reason)}, nil
	}
	e, err := r.Check(answer.Edits)
	if project.Uneditable(err) {
		return &RenameResult{Reason: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	result := &RenameResult{CanRename: true, OldName: sanitize.Lines(answer.OldName)}
	if result.Account, err = r.account(answer.Plan, e, proof, fmt.Sprintf("Rename %s to %s", answer.OldName, in.NewName)); err != nil {
		return nil, err
	}
	result.Edits = e.Edits
	return result, nil
}

// maxProofs bounds the proofs of one rename, each of which may show more to rename.
const maxProofs = 10

// proveRename proves the plan of a rename. If the proof shows other declarations that must keep the same name, since values pass between
// types that do not know each other, these are added to the plan. If they cannot be renamed, as in a dependency, there is no plan.
func (r *Request) proveRename(name string, offset int, in RenameParams, limit *proofTime, answer *renamePlan,
) (*renamePlan, *plan.Proof, error) {
	coupled := []protocol.LeftBehind{}
	if answer.proof != nil {
		return answer, r.proof(answer.proof), nil
	}
	for round := 1; ; round++ {
		plan := protocol.VerifyParams{Edits: answer.Edits, OnlyLoaded: !in.required()}
		if round < maxProofs {
			plan.Renaming = &protocol.Renaming{OldName: answer.OldName, NewName: in.NewName, Coupled: coupled}
		}
		proof, more, err := r.compare(plan, limit)
		if err != nil {
			return nil, nil, err
		}
		if len(more) > 0 && !in.required() {
			// How far the proof came depends on the machine, and the plan must not.
			proof.Open = append(proof.Open, "the members that have to be renamed with it: verify true takes them in")
			return answer, proof, nil
		}
		if len(more) == 0 || round == maxProofs {
			if proof.Verdict == "incomplete" && r.unproven == "" {
				proof.Open = append(proof.Open, "whether members that have to be renamed with it are left behind: a larger budget takes them in")
			}
			return answer, proof, nil
		}
		coupled = append(coupled, more...)
		next, err := r.askRename(name, offset, in, coupled)
		if err != nil {
			return nil, nil, err
		}
		if !next.CanRename {
			return next, nil, nil
		}
		answer = next
	}
}

// renamed returns the place of the symbol to rename.
func (r *Request) renamed(in RenameParams) (*project.Spot, error) {
	if in.Locate != nil {
		return r.Locate(*in.Locate)
	}
	name, err := r.Existing(in.FilePath, hostfs.KindFile)
	if err != nil {
		return nil, err
	}
	text, err := r.Text(name)
	if err != nil {
		return nil, err
	}
	offset, err := text.Offset(plan.Position{Line: in.Line, Character: in.Character})
	if err != nil {
		return nil, tool.Invalid("%s: %w", r.Shown(name), err)
	}
	return &project.Spot{Name: name, Text: text, Offset: offset}, nil
}

// byPositionOrLocate requires either a position or a locate, and not both.
func byPositionOrLocate(arguments json.RawMessage) error {
	var given map[string]any
	if err := json.Unmarshal(arguments, &given); err != nil {
		return err
	}
	locate := given["locate"] != nil
	for _, field := range []string{"filePath", "line", "character"} {
		if position := given[field] != nil; position == locate {
			return tool.Invalid("the symbol is given by filePath, line and character, or by locate")
		}
	}
	return nil
}

// RenameNamed plans a rename of a symbol that is given by its name path.
func (p *Planner) RenameNamed(ctx context.Context, place tool.Place, namePath, relativePath string, in RenameParams,
	progress tool.Progress,
) (*RenameResult, error) {
	return p.rename(ctx, place, in, progress, func(r *Request) (*RenameResult, error) {
		name, symbols, err := r.One(namePath, relativePath)
		if err != nil {
			return nil, err
		}
		return r.RenameAt(name, symbols[0].At(), in)
	})
}
