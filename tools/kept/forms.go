package kept

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/tools/plan"
	"tsplan/tools/project"
	"tsplan/tools/review"
	"tsplan/tools/tool"
)

// Form is a way to write a whole plan.
type Form string

const (
	JSON     Form = "json"     // like get_plan's answer without pages
	Patch    Form = "patch"    // for git apply at the root
	HTML     Form = "html"     // a page to review the plan
	Markdown Form = "markdown" // to be read
)

// files reads the files of a root: those that a question sees, or those on the disk now.
type files struct {
	root *hostfs.Root
	read func(name string) (hostfs.File, error)
	stat func(name string) (hostfs.Stat, error)
}

func ofRequest(r *project.Request) files { return files{r.Root, r.View.ReadFile, r.View.Stat} }

func ofRoot(root *hostfs.Root) files { return files{root, root.ReadFile, root.Stat} }

// data returns the bytes of a file.
func (f files) data(name string) ([]byte, error) {
	file, err := f.read(name)
	return file.Data, err
}

// errStale refuses a plan in a form that cannot say which files have changed.
func errStale(names []string) error {
	const most = 5
	shown := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return tool.Errorf(tool.Changed, "changed since the plan was made: %s: make the plan again", shown)
}

// Whole returns the whole plan with this identifier in the given form. The plan must be of one of the roots, and still be kept.
func (p *Plans) Whole(ctx context.Context, roots []string, id string, form Form) (text []byte, err error) {
	stored, err := p.Find(roots, id)
	if err != nil {
		return nil, err
	}
	err = p.projects.AskAside(ctx, tool.Place{Root: stored.Root, Name: "."}, nil, func(r *project.Request) error {
		stale, err := stored.stale(ofRequest(r))
		if err == nil && len(stale) > 0 {
			err = errStale(stale)
		}
		if err == nil {
			text, err = stored.in(form, ofRequest(r), nil)
		}
		return err
	})
	return text, err
}

// Show writes a plan for the files on the disk. If some have changed since the plan was made, JSON lists them, and the other forms are
// refused.
func (k *Plan) Show(limits hostfs.Limits, form Form) (text []byte, stale []string, err error) {
	root, err := hostfs.Open(k.Root, limits)
	if err != nil {
		return nil, nil, project.Explain(err)
	}
	defer root.Close()
	if stale, err = k.stale(ofRoot(root)); err != nil {
		return nil, nil, project.Explain(err)
	}
	if len(stale) > 0 && form != JSON {
		return nil, stale, errStale(stale)
	}
	text, err = k.in(form, ofRoot(root), stale)
	return text, stale, project.Explain(err)
}

// in writes the plan in a form.
func (k *Plan) in(form Form, f files, stale []string) ([]byte, error) {
	whole := GetPlanResult{PlanID: k.ID, Stale: stale, Edits: k.Edits, FsMoves: k.Moves, TotalFiles: len(k.Edits), TotalMoves: len(k.Moves)}
	switch form {
	case Patch:
		return f.diff(k.Edits, k.Moves)
	case HTML:
		return f.page(k)
	case Markdown:
		diffs, err := f.diffs(k.Edits)
		if err != nil {
			return nil, err
		}
		return []byte(f.markdown(&whole, diffs, k.Edits, k.Moves)), nil
	}
	return tool.Encode(whole)
}

// diffs returns a diff for each file.
func (f files) diffs(edits []plan.FileTextEdits) ([]string, error) {
	var all []string
	for _, e := range edits {
		diff, err := f.diff([]plan.FileTextEdits{e}, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, string(diff))
	}
	return all, nil
}

// markdown shows a plan, or a page of one, to a person.
func (f files) markdown(p *GetPlanResult, diffs []string, edits []plan.FileTextEdits, moves []plan.FsMove) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Plan `%s`\n\n- **Files edited**: %d\n- **Files moved**: %d\n", p.PlanID, p.TotalFiles, p.TotalMoves)
	for i, diff := range diffs {
		fence := "```"
		for strings.Contains(diff, fence) {
			fence += "`"
		}
		_, hunks, _ := strings.Cut(diff, "\n@@ ")
		fmt.Fprintf(&b, "\n## %s\n%sdiff\n@@ %s%s\n", f.name(edits[i].FilePath), fence, hunks, fence)
	}
	if len(moves) > 0 {
		b.WriteString("\n## Moves\n")
	}
	for _, m := range moves {
		fmt.Fprintf(&b, "- %s → %s\n", f.name(m.From), f.name(m.To))
	}
	return b.String()
}

// name is the name of a path below the root, as it is shown.
func (f files) name(path string) string {
	if name, err := f.root.Name(".", path); err == nil {
		return name
	}
	return path
}

// page makes the page on which a person reviews the plan.
func (f files) page(k *Plan) ([]byte, error) {
	out := review.Plan{ID: k.ID, Root: k.Root, About: k.About}
	var err error
	if out.Edits, out.Moves, err = f.named(k.Edits, k.Moves); err != nil {
		return nil, err
	}
	if proof := k.About.Proof; proof != nil {
		named := *proof
		for _, found := range []*[]plan.Finding{&named.Appeared, &named.Disappeared, &named.Changed} {
			*found = slices.Clone(*found)
			for i := range *found {
				(*found)[i].FilePath = f.name((*found)[i].FilePath)
			}
		}
		out.About.Proof = &named
	}
	if ledger := k.About.Ledger; ledger != nil {
		named := *ledger
		named.Mentions = slices.Clone(named.Mentions)
		for i := range named.Mentions {
			first := slices.Clone(named.Mentions[i].First)
			for j := range first {
				first[j].FilePath = f.name(first[j].FilePath)
			}
			named.Mentions[i].First = first
		}
		out.About.Ledger = &named
	}
	return review.Page(out, f.data)
}
