package kept

import (
	"context"
	"errors"
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
		stale, err := stored.stale(ofRequest(r))
		if err != nil {
			return err
		}
		if out, err = stored.page(ofRequest(r), in, stale); err != nil {
			return err
		}
		out.Stale = stale
		return nil
	})
	return out, err
}

// stale lists the files that are not as they were when the plan was made, by their names below the root.
func (k *Plan) stale(f files) ([]string, error) {
	var out []string
	for _, e := range k.Edits {
		name, err := f.root.Name(".", e.FilePath)
		if err != nil {
			return nil, err
		}
		switch file, err := f.read(name); {
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
			name, err := f.root.Name(".", end.path)
			if err != nil {
				return nil, err
			}
			if _, err := f.stat(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
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
func (k *Plan) page(f files, in GetPlanParams, stale []string) (*GetPlanResult, error) {
	edited, total := len(k.Edits), len(k.Edits)+len(k.Moves)
	if in.Offset < 0 || in.Offset > total || in.Limit < 0 {
		return nil, tool.Invalid("offset %d, limit %d: the plan has %d edited files and moves", in.Offset, in.Limit, total)
	}
	none := []plan.FileTextEdits{}
	out := GetPlanResult{PlanID: k.ID, Edits: none, TotalFiles: edited, TotalMoves: len(k.Moves)}
	if len(stale) > 0 && in.Format != "" && in.Format != "edits" {
		return nil, errStale(stale)
	}
	if in.Format == "patch" {
		if in.Offset != 0 || in.Limit != 0 {
			return nil, tool.Invalid("a patch is the whole plan: leave offset and limit out, or take format edits")
		}
		patch, err := f.diff(k.Edits, k.Moves)
		if err != nil {
			return nil, err
		}
		if len(patch) > tool.DefaultAnswer {
			return nil, tool.Errorf(tool.TooLarge, "the patch has %d bytes, and an answer at most %d: take format edits, page by page", len(patch), tool.DefaultAnswer)
		}
		out.Patch = string(patch)
		return &out, nil
	}
	var texts []string
	if in.Format == "markdown" {
		var err error
		if texts, err = f.diffs(k.Edits); err != nil {
			return nil, err
		}
	}
	most := total - in.Offset
	if in.Limit > 0 {
		most = min(in.Limit, most)
	}
	page := func(n int) *GetPlanResult {
		out, from, to := out, in.Offset, in.Offset+n
		edits := k.Edits[min(from, edited):min(to, edited)]
		moves := k.Moves[max(0, from-edited):max(0, to-edited)]
		switch in.Format {
		case "markdown":
			out.Markdown = f.markdown(&out, texts[min(from, edited):min(to, edited)], edits, moves)
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
