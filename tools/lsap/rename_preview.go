// Package lsap has the tool of LSAP's Rename API: a preview of the rename of a symbol, which is located by its name or by text.
//
// It may import planner, and what is below it.
package lsap

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// PreviewParams ask what a rename would change, as LSAP's Rename API does.
type PreviewParams struct {
	Locate    project.LocateParams `json:"locate"`
	NewName   string               `json:"new_name"`
	ShowDiffs bool                 `json:"show_diffs,omitempty" jsonschema:"With the changed lines"`
	MaxFiles  int                  `json:"max_files,omitempty" jsonschema:"To show; totals count all"`
	tool.Rooted
}

// PreviewResult is the summary of a rename's plan. Totals count everything, also what is not shown.
type PreviewResult struct {
	OldName          string          `json:"old_name"`
	NewName          string          `json:"new_name"`
	TotalFiles       int             `json:"total_files"`
	TotalOccurrences int             `json:"total_occurrences"`
	Changes          []PreviewChange `json:"changes"`
	HasMoreFiles     bool            `json:"has_more_files"`
	PlanID           string          `json:"planId"`
	Warnings         []string        `json:"warnings,omitempty"`
	LeftOut          string          `json:"left_out,omitempty"` // what did not fit, and how to ask for it

	showDiffs bool
}

// PreviewChange is one file, by its path in the project.
type PreviewChange struct {
	FilePath    string        `json:"file_path"`
	Occurrences int           `json:"occurrences"`
	Diffs       []PreviewDiff `json:"diffs,omitempty"`
}

// PreviewDiff is one line, counted from 1, without the white space around it.
type PreviewDiff struct {
	Line     int    `json:"line"`
	Original string `json:"original"`
	Modified string `json:"modified"`
}

// Preview plans a rename, keeps the plan, and summarizes it: first the file that the question named, then the other files, those with the
// most occurrences first.
func Preview(ctx context.Context, p *planner.Planner, place tool.Place, in PreviewParams, progress tool.Progress) (*PreviewResult, error) {
	if in.MaxFiles < 0 {
		return nil, tool.Invalid("max_files is %d", in.MaxFiles)
	}
	var out *PreviewResult
	err := p.AskForPlan(ctx, place, progress, planner.Verifying{}, true, func(r *planner.Request) error {
		renamed, err := r.Rename(planner.RenameParams{Locate: &in.Locate, NewName: in.NewName})
		if err != nil {
			return err
		}
		if !renamed.CanRename {
			return tool.Invalid("%s", renamed.Reason)
		}
		p.Kept.Add(place.Root, renamed.PlanID, renamed.Edits, nil, renamed.About())
		out, err = preview(r, in, renamed)
		return err
	})
	return out, err
}

func preview(r *planner.Request, in PreviewParams, renamed *planner.RenameResult) (*PreviewResult, error) {
	asked, err := r.ReadLocate(in.Locate)
	if err != nil {
		return nil, err
	}
	first, err := r.Root.Name(r.Place.Name, asked.File)
	if err != nil {
		return nil, err
	}
	first = r.Shown(first)
	out := &PreviewResult{
		OldName: renamed.OldName, NewName: in.NewName, PlanID: renamed.PlanID, Warnings: renamed.Warnings,
		TotalFiles: len(renamed.Edits), showDiffs: in.ShowDiffs,
	}
	all := make([]PreviewChange, len(renamed.Edits))
	for i, e := range renamed.Edits {
		name, err := r.Root.Name(".", e.FilePath)
		if err != nil {
			return nil, err
		}
		all[i] = PreviewChange{FilePath: r.Shown(name), Occurrences: len(e.TextEdits)}
		out.TotalOccurrences += len(e.TextEdits)
		if in.ShowDiffs {
			if all[i].Diffs, err = diffs(r, name, e); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(all, func(a, b PreviewChange) int {
		switch first {
		case a.FilePath:
			return -1
		case b.FilePath:
			return 1
		}
		return cmp.Or(cmp.Compare(b.Occurrences, a.Occurrences), strings.Compare(a.FilePath, b.FilePath))
	})
	shown := all
	if in.MaxFiles > 0 {
		shown = all[:min(in.MaxFiles, len(all))]
	}
	out.show(shown)
	return out, nil
}

// show puts as many files and diffs into the answer as fit.
func (p *PreviewResult) show(changes []PreviewChange) {
	bare := slices.Clone(changes)
	for i := range bare {
		bare[i].Diffs = nil
	}
	with := func(files, diffs int) *PreviewResult {
		out := *p
		out.Changes = append(slices.Clone(changes[:diffs]), bare[diffs:max(diffs, files)]...)
		out.HasMoreFiles = len(out.Changes) < p.TotalFiles
		var left []string
		if p.showDiffs && diffs < len(changes) {
			left = append(left, fmt.Sprintf("the diffs of %d files", len(changes)-diffs))
		}
		if files < len(changes) {
			left = append(left, fmt.Sprintf("%d files", len(changes)-files))
		}
		if len(left) > 0 {
			out.LeftOut = strings.Join(left, " and ") + " did not fit: get_plan with this planId returns every edit, page by page"
		}
		return &out
	}
	files := tool.Fitting(tool.DefaultAnswer, len(changes), func(n int) any { return with(n, 0) })
	diffs := 0
	if p.showDiffs && files == len(changes) {
		diffs = tool.Fitting(tool.DefaultAnswer, files, func(n int) any { return with(files, n) })
	}
	*p = *with(files, diffs)
}

// diffs shows the lines of a file that change, each once.
func diffs(r *planner.Request, name string, file plan.FileTextEdits) ([]PreviewDiff, error) {
	text, err := r.Text(name)
	if err != nil {
		return nil, err
	}
	var diffs []PreviewDiff
	for i := 0; i < len(file.TextEdits); {
		n := file.TextEdits[i].Range.Start.Line
		line, err := project.LineOf(text, n)
		if err != nil {
			return nil, err
		}
		var after strings.Builder
		done := 0
		for ; i < len(file.TextEdits) && file.TextEdits[i].Range.Start.Line == n; i++ {
			e := file.TextEdits[i]
			start, end := project.ByteOf(line, e.Range.Start.Character), len(line)
			if e.Range.End.Line == n {
				end = project.ByteOf(line, e.Range.End.Character)
			}
			after.WriteString(line[done:start] + e.NewText)
			done = end
		}
		after.WriteString(line[done:])
		diffs = append(diffs, PreviewDiff{n + 1, project.Source(strings.TrimSpace(line)), project.Source(strings.TrimSpace(after.String()))})
	}
	return diffs, nil
}

// Text is the Markdown that LSAP specifies.
func (p *PreviewResult) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Rename Preview: %s → %s\n\n## Summary\n", inCode(p.OldName), inCode(p.NewName))
	fmt.Fprintf(&b, "- **Files affected**: %d", p.TotalFiles)
	if p.HasMoreFiles {
		fmt.Fprintf(&b, " (showing %d/%d)", len(p.Changes), p.TotalFiles)
	}
	fmt.Fprintf(&b, "\n- **Total occurrences**: %d\n\n## Affected Files\n", p.TotalOccurrences)
	for _, c := range p.Changes {
		fmt.Fprintf(&b, "- %s: %d occurrence(s)\n", inCode(c.FilePath), c.Occurrences)
	}
	if p.HasMoreFiles {
		fmt.Fprintf(&b, "- ... and %d more file(s)\n", p.TotalFiles-len(p.Changes))
	}
	if p.showDiffs {
		b.WriteString("\n## Detailed Changes\n")
		for _, c := range p.Changes {
			if len(c.Diffs) == 0 {
				continue
			}
			fmt.Fprintf(&b, "\n### %s\n", inCode(c.FilePath))
			for _, d := range c.Diffs {
				fmt.Fprintf(&b, "- Line %d:\n  - %s\n  + %s\n", d.Line, inCode(d.Original), inCode(d.Modified))
			}
		}
	}
	if p.LeftOut != "" {
		fmt.Fprintf(&b, "\n> [!WARNING]\n> %s.\n", p.LeftOut)
	}
	if len(p.Warnings) > 0 {
		b.WriteString("\n## Warnings\n")
		for _, w := range p.Warnings {
			fmt.Fprintf(&b, "- %s\n", strings.ReplaceAll(w, "\n", " "))
		}
	}
	fmt.Fprintf(&b, `
---
> [!NOTE]
> This is a preview of changes. The actual rename operation will be executed by your editor/IDE.
> Review the changes above before applying them.
>
> The plan is %s. Call get_plan with this planId for every edit.
`, inCode(p.PlanID))
	return b.String()
}

// inCode writes a text as Markdown code, in a fence longer than any run of backticks in it.
func inCode(s string) string {
	longest, run := 0, 0
	for _, c := range []byte(s) {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	if longest == 0 {
		return "`" + s + "`"
	}
	fence := strings.Repeat("`", longest+1)
	return fence + " " + s + " " + fence
}

// RenamePreview is the tool rename_preview.
func RenamePreview(p *planner.Planner) tool.Tool {
	return tool.New("rename_preview", "Preview a symbol rename",
		`Sum up what renaming a TypeScript or JavaScript symbol would change: files, occurrences, with show_diffs the lines.
locate is {"file_path": "src/client.ts", "scope": {"symbol_path": ["Client", "fetch"]}} or
{"file_path": "src/a.ts", "find": "const <|>temp"}. get_plan has the edits for the planId.`,
		func(ctx context.Context, c *tool.Call, in PreviewParams) (*PreviewResult, error) {
			place, err := c.Root(in.ProjectRoot)
			if err != nil {
				return nil, err
			}
			return Preview(ctx, p, place, in, c.Loading())
		}).Accepting(project.LocateAsString)
}
