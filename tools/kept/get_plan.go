package kept

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// GetPlanParams ask for a plan that was made before.
type GetPlanParams struct {
	ProjectRoot string `json:"projectRoot,omitempty" jsonschema:"As when the plan was made"`
	PlanID      string `json:"planId"`
	Format      string `json:"format,omitempty" jsonschema:"Default edits; patch is for git apply at the root, workspaceEdit is LSP's, markdown to be read"`
	Offset      int    `json:"offset,omitempty" jsonschema:"nextOffset of the answer before"`
	Limit       int    `json:"limit,omitempty" jsonschema:"Files and moves at most"`
}

// GetPlanResult is one page of a plan. The plan is whole when all pages are there.
type GetPlanResult struct {
	PlanID   string               `json:"planId"`
	Stale    []string             `json:"stale,omitempty"` // files that changed since the plan was made: do not apply the plan
	Edits    []plan.FileTextEdits `json:"edits"`           // none in the other formats
	FsMoves  []plan.FsMove        `json:"fsMoves,omitempty"`
	Patch    string               `json:"patch,omitempty"`
	Markdown string               `json:"markdown,omitempty"`
	// WorkspaceEdit is the page in LSP's form.
	WorkspaceEdit *WorkspaceEdit `json:"workspaceEdit,omitempty"`
	TotalFiles    int            `json:"totalFiles"` // files that the whole plan edits
	TotalMoves    int            `json:"totalMoves,omitempty"`
	NextOffset    int            `json:"nextOffset,omitempty"` // absent on the last page
}

// Text is the Markdown, if that was asked for. A patch is given in JSON only, which keeps it exact.
func (r *GetPlanResult) Text() string { return r.Markdown }

// Page returns a page of a plan that one of the last answers named. The pages have first its edited files, then its moves.
func (p *Plans) Page(ctx context.Context, place tool.Place, in GetPlanParams) (*GetPlanResult, error) {
	stored, err := p.Find([]string{place.Root}, in.PlanID)
	if err != nil {
		return nil, err
	}
	var out *GetPlanResult
	err = p.projects.AskAside(ctx, place, nil, func(r *project.Request) error {
		stale, err := stored.stale(r)
		if err != nil {
			return err
		}
		if out, err = stored.page(r, in, len(stale) > 0); err != nil {
			return err
		}
		out.Stale = stale
		return nil
	})
	return out, err
}

// errStalePlan refuses a stale plan in a format that cannot say which files have changed.
func errStalePlan() error {
	return tool.Errorf(tool.Changed, "files changed since the plan was made: make it again; get_plan with format edits lists them in stale")
}

// Whole returns a plan of one of these roots that one of the last answers named, for programs: as JSON like get_plan's,
// or as a patch for git apply.
func (p *Plans) Whole(ctx context.Context, roots []string, id string, patch bool) (text []byte, err error) {
	stored, err := p.Find(roots, id)
	if err != nil {
		return nil, err
	}
	err = p.projects.AskAside(ctx, tool.Place{Root: stored.key.root, Name: "."}, nil, func(r *project.Request) error {
		stale, err := stored.stale(r)
		switch {
		case err != nil:
			return err
		case len(stale) > 0:
			return errStalePlan()
		case patch:
			text, err = diffOf(r.Root, stored.Edits, stored.Moves)
			return err
		}
		text, err = tool.Encode(GetPlanResult{
			PlanID: stored.key.id, Edits: stored.Edits, FsMoves: stored.Moves, TotalFiles: len(stored.Edits), TotalMoves: len(stored.Moves),
		})
		return err
	})
	return text, err
}

// stale lists the files that are not as they were when the plan was made, by their names below the root.
func (k *Plan) stale(r *project.Request) ([]string, error) {
	var out []string
	for _, e := range k.Edits {
		name, err := r.Root.Name(".", e.FilePath)
		if err != nil {
			return nil, err
		}
		switch file, err := r.View.ReadFile(name); {
		case errors.Is(err, fs.ErrNotExist):
			out = append(out, name)
		case err != nil:
			return nil, err
		case plan.Sum(file.Data) != e.SHA256:
			out = append(out, name)
		}
	}
	made, freed := map[string]bool{}, map[string]bool{} // by the moves so far; by any move
	for _, m := range k.Moves {
		freed[m.From] = true
	}
	for _, m := range k.Moves {
		for _, end := range []struct {
			path string
			want bool
		}{{m.From, true}, {m.To, false}} {
			if made[m.From] && end.want || freed[m.To] && !end.want || strings.EqualFold(m.From, m.To) && !end.want {
				continue
			}
			name, err := r.Root.Name(".", end.path)
			if err != nil {
				return nil, err
			}
			if _, err := r.View.Stat(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			} else if (err == nil) != end.want {
				out = append(out, name)
			}
		}
		made[m.To] = true
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// page returns the requested part of the plan in the requested format.
func (k *Plan) page(r *project.Request, in GetPlanParams, stale bool) (*GetPlanResult, error) {
	files, total := len(k.Edits), len(k.Edits)+len(k.Moves)
	if in.Offset < 0 || in.Offset > total || in.Limit < 0 {
		return nil, tool.Invalid("offset %d, limit %d: the plan has %d edited files and moves", in.Offset, in.Limit, total)
	}
	none := []plan.FileTextEdits{}
	out := GetPlanResult{PlanID: k.key.id, Edits: none, TotalFiles: files, TotalMoves: len(k.Moves)}
	if stale && in.Format != "" && in.Format != "edits" {
		return nil, errStalePlan()
	}
	if in.Format == "patch" {
		if in.Offset != 0 || in.Limit != 0 {
			return nil, tool.Invalid("a patch is the whole plan: leave offset and limit out, or take format edits")
		}
		patch, err := diffOf(r.Root, k.Edits, k.Moves)
		if err != nil {
			return nil, err
		}
		if len(patch) > tool.DefaultAnswer {
			return nil, tool.Errorf(tool.TooLarge, "the patch has %d bytes, and an answer at most %d: take format edits, page by page", len(patch), tool.DefaultAnswer)
		}
		out.Patch = string(patch)
		return &out, nil
	}
	texts := make([]string, files) // in Markdown
	if in.Format == "markdown" {
		for i, e := range k.Edits {
			diff, err := diffOf(r.Root, []plan.FileTextEdits{e}, nil)
			if err != nil {
				return nil, err
			}
			texts[i] = string(diff)
		}
	}
	most := total - in.Offset
	if in.Limit > 0 {
		most = min(in.Limit, most)
	}
	page := func(n int) *GetPlanResult {
		out, from, to := out, in.Offset, in.Offset+n
		edits := k.Edits[min(from, files):min(to, files)]
		moves := k.Moves[max(0, from-files):max(0, to-files)]
		switch in.Format {
		case "markdown":
			out.Markdown = markdown(r, &out, texts[min(from, files):min(to, files)], edits, moves)
		case "workspaceEdit":
			out.WorkspaceEdit = workspaceEdit(edits, moves)
		default:
			out.Edits, out.FsMoves = edits, moves
		}
		if to < total {
			out.NextOffset = to
		}
		return &out
	}
	n := tool.Fitting(tool.DefaultAnswer, most, func(n int) any { return page(n) })
	if n == 0 && most > 0 {
		n = 1 // a file whose edits do not fit is still given whole, since a part of its edits would be another plan
	}
	return page(n), nil
}

// markdown shows a page of a plan to a person.
func markdown(r *project.Request, p *GetPlanResult, diffs []string, edits []plan.FileTextEdits, moves []plan.FsMove) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Plan `%s`\n\n- **Files edited**: %d\n- **Files moved**: %d\n", p.PlanID, p.TotalFiles, p.TotalMoves)
	name := func(path string) string {
		if name, err := r.Root.Name(".", path); err == nil {
			return name
		}
		return path
	}
	for i, diff := range diffs {
		fence := "```"
		for strings.Contains(diff, fence) {
			fence += "`"
		}
		_, hunks, _ := strings.Cut(diff, "\n@@ ")
		fmt.Fprintf(&b, "\n## %s\n%sdiff\n@@ %s%s\n", name(edits[i].FilePath), fence, hunks, fence)
	}
	if len(moves) > 0 {
		b.WriteString("\n## Moves\n")
	}
	for _, m := range moves {
		fmt.Fprintf(&b, "- %s → %s\n", name(m.From), name(m.To))
	}
	return b.String()
}

// GetPlan is get_plan, which returns plans of past answers.
func GetPlan(p *Plans) tool.Tool {
	t := tool.New("get_plan", "Get a plan by its id",
		`Get the plan that an earlier answer named by planId: edits (0-based lines, UTF-16 characters), then fsMoves. Ask
again with offset nextOffset until there is none, and apply only a whole plan: all edits, then the moves. If stale is
there, files have changed: make the plan again.`,
		func(ctx context.Context, c *tool.Call, in GetPlanParams) (*GetPlanResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return p.Page(ctx, place, in)
		})
	t.Input.Properties["format"].Enum = []any{"edits", "patch", "workspaceEdit", "markdown"}
	describeVersion(t)
	return t
}
