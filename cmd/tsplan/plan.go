package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tsplan/tools/kept"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// planFlags are the flags of the commands that print a plan.
type planFlags struct {
	projectFlags
	whole  bool // hashes
	verify bool
	budget time.Duration // of the proof
	proven bool          // a plan that is not proven is withheld
	stat   bool          // list files in the place of a diff
	kept   *kept.Plans
}

func (p *planFlags) add(c *cobra.Command) *cobra.Command {
	p.projectFlags.add(c)
	p.page.add(c)
	c.Flags().BoolVar(&p.whole, "full-hashes", false, "with --json: all digits of each SHA-256, and not the first 16")
	c.Flags().BoolVar(&p.verify, "verify", true, "carry the plan out in memory and say what would be different")
	c.Flags().DurationVar(&p.budget, "proof-budget", time.Minute, "with --verify: how long that may take, without the loading of the project; 0 for no limit")
	c.Flags().BoolVar(&p.stat, "stat", false, "print no diff, but the files with the number of their edits, and where they move")
	c.Flags().BoolVar(&p.proven, "require-proof", false, "print the diff only if the plan is proven, else exit with status 3")
	return c
}

func (p *planFlags) verifying() planner.Verifying {
	milliseconds := int(p.budget.Milliseconds())
	return planner.Verifying{Verify: &p.verify, ProofBudget: planner.ProofBudget{Milliseconds: &milliseconds}}
}

func renameCommand(s *settings) *cobra.Command {
	p := &planFlags{projectFlags: projectFlags{settings: s}}
	in := planner.RenameParams{}
	literal := false
	c := &cobra.Command{
		Use:   "rename FILE:LINE:COLUMN|FILE:NAME NEWNAME",
		Short: "Print what renaming a symbol would change",
		Long: `Print what renaming a symbol would change, as a diff that git apply takes at the root.
LINE and COLUMN are 1-based, as compilers print them. NAME is that of a declaration in the file, with the names of the
declarations that it lies in before it, as far as they are needed: fetch, Client.fetch or Client/fetch.`,
		Example: "  tsplan rename src/client.ts:14:7 fetchAll | git apply\n  tsplan rename src/client.ts:Client.fetch fetchAll | git apply",
		Args:    cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			symbol, err := parseSymbol(args[0])
			if err != nil {
				return err
			}
			in.ProjectRoot, in.NewName, in.Line, in.Character = p.project, args[1], symbol.line-1, symbol.column-1
			if in.FilePath, err = filepath.Abs(symbol.file); err != nil {
				return err
			}
			prefix := !literal
			in.PrefixAndSuffix, in.Verifying = &prefix, p.verifying()
			err = p.run(c.Context(), func(ctx context.Context, plans *planner.Planner, project tool.Place, progress tool.Progress) (*printable, error) {
				var result *planner.RenameResult
				var err error
				if symbol.name == "" {
					result, err = plans.Rename(ctx, project, in, progress)
				} else {
					result, err = plans.RenameNamed(ctx, project, symbol.name, in.FilePath, in, progress)
				}
				if err != nil {
					return nil, err
				}
				if result.CanRename {
					plans.Kept.Add(project.Root, result.PlanID, result.Edits, nil, result.About())
				}
				out := &printable{json: result, id: result.PlanID, reason: result.Reason, edits: result.Edits, warnings: result.Warnings, proof: result.Proof, ledger: result.Ledger}
				p.hash(&result.Edits, &result.Account)
				return out, nil
			})
			return oneBased(args[0], err)
		},
	}
	c.Flags().BoolVar(&in.FindInStrings, "strings", false, "also rename whole-word mentions in strings")
	c.Flags().BoolVar(&in.FindInComments, "comments", false, "also rename whole-word mentions in comments")
	c.Flags().BoolVar(&literal, "literal", false, "replace the name at every place and introduce no aliases, even where that breaks code")
	return p.add(c)
}

func moveCommand(s *settings) *cobra.Command {
	p := &planFlags{projectFlags: projectFlags{settings: s}}
	return p.add(&cobra.Command{
		Use:     "move OLD NEW",
		Short:   "Print what moving a file or a directory would change",
		Long:    "Print what moving a file or a directory would change, as a diff that git apply takes at the root, renames included.",
		Example: "  tsplan move src/util src/lib/util | git apply",
		Args:    cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			paths := make([]string, 2)
			for i, arg := range args {
				var err error
				if paths[i], err = filepath.Abs(arg); err != nil {
					return err
				}
			}
			return p.run(c.Context(), func(ctx context.Context, plans *planner.Planner, project tool.Place, progress tool.Progress) (*printable, error) {
				in := planner.FileMoveParams{ProjectRoot: p.project, OldPath: paths[0], NewPath: paths[1], Verifying: p.verifying()}
				result, err := plans.Move(ctx, project, in, progress)
				if err != nil {
					return nil, err
				}
				plans.Kept.Add(project.Root, result.PlanID, result.Edits, result.FsMoves, result.About())
				out := &printable{json: result, id: result.PlanID, edits: result.Edits, moves: result.FsMoves, warnings: result.Warnings, proof: result.Proof, ledger: result.Ledger}
				p.hash(&result.Edits, &result.Account)
				return out, nil
			})
		},
	})
}

func deleteCommand(s *settings) *cobra.Command {
	p := &planFlags{projectFlags: projectFlags{settings: s}}
	return p.add(&cobra.Command{
		Use:     "delete FILE:NAME",
		Short:   "Print the deletion of a declaration that nothing refers to",
		Long:    "Print the deletion of a declaration that nothing refers to, as a diff that git apply takes at the root, or the references to it.",
		Example: "  tsplan delete src/client.ts:Client.fetch | git apply",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			symbol, err := parseSymbol(args[0])
			if err != nil || symbol.name == "" {
				return wrong("%q is not FILE:NAME", args[0])
			}
			file, err := filepath.Abs(symbol.file)
			if err != nil {
				return err
			}
			return p.run(c.Context(), func(ctx context.Context, plans *planner.Planner, project tool.Place, progress tool.Progress) (*printable, error) {
				result, err := plans.SafeDelete(ctx, project, symbol.name, file, p.verifying(), progress)
				if err != nil {
					return nil, err
				}
				out := &printable{json: result, id: result.PlanID, reason: result.Reason, edits: result.Edits, warnings: result.Warnings, proof: result.Proof}
				p.hash(&result.Edits, &planner.Account{})
				for _, r := range result.References {
					out.reason += "\n" + referenceLine(r)
				}
				return out, nil
			})
		},
	})
}

// printable is a plan as it is printed.
type printable struct {
	json     any
	id       string
	edits    []plan.FileTextEdits
	moves    []plan.FsMove
	warnings []string
	reason   string // why there is no plan, if there is none
	proof    *plan.Proof
	ledger   *plan.Ledger // nil if the plan has none
}

// hash shortens the hashes of a plan that is printed as JSON, unless --full-hashes is given.
func (p *planFlags) hash(edits *[]plan.FileTextEdits, account *planner.Account) {
	if !p.whole {
		*edits, account.Suggested = planner.ShortHashes(*edits, account.Suggested)
	}
}

type planFunc func(context.Context, *planner.Planner, tool.Place, tool.Progress) (*printable, error)

// run makes a plan and prints it.
func (p *planFlags) run(ctx context.Context, make planFunc) error {
	if p.proven && !p.verify {
		return wrong("--require-proof and --verify=false contradict each other")
	}
	if p.json && p.page.path != "" || p.stat && (p.json || p.page.path != "") {
		return wrong("--json, --html and --stat exclude each other")
	}
	var result *printable
	return p.ask(ctx, func(plans *planner.Planner, place tool.Place, progress tool.Progress) (err error) {
		p.kept = plans.Kept
		result, err = make(ctx, plans, place, progress)
		return err
	}, func(place tool.Place) error { return p.answer(place, result) })
}

func (p *planFlags) answer(place tool.Place, result *printable) error {
	for _, w := range result.warnings {
		fmt.Fprintln(os.Stderr, "tsplan: warning:", sanitize.Text(w))
	}
	withheld := p.proven && result.reason == "" && result.proof.Verdict != "proven"
	if result.reason == "" || p.json {
		if err := p.print(place, result, withheld); err != nil {
			return err
		}
	}
	if result.reason != "" {
		return errors.New(result.reason)
	}
	if withheld {
		return errNotProven
	}
	return nil
}

// print writes a plan. It leaves out a diff that is withheld, but neither JSON nor a page, which themselves say how far a plan is proven.
func (p *planFlags) print(place tool.Place, result *printable, withheld bool) error {
	if result.reason == "" {
		fmt.Fprintln(os.Stderr, "tsplan:", summary(result.edits, result.moves, result.ledger))
		p.name(result.id)
	}
	report(result.proof)
	switch {
	case p.json:
		return printJSON(result.json)
	case p.page.path != "":
		return p.printPage(place, result.id)
	case withheld:
		return nil
	case p.stat:
		list, err := stat(place.Root, result.edits, result.moves)
		if err != nil {
			return err
		}
		_, err = os.Stdout.Write(list)
		return err
	}
	diff, err := kept.Diff(place.Root, p.files(), result.edits, result.moves)
	if err != nil {
		return err
	}
	return p.printPlan(diff, kept.Patch)
}

func (p *planFlags) printPage(place tool.Place, id string) error {
	made, err := p.kept.Find([]string{place.Root}, id)
	if err != nil {
		return err
	}
	page, _, err := made.Show(p.files(), kept.HTML)
	if err != nil {
		return err
	}
	return p.printPlan(page, kept.HTML)
}

// name says how the plan is called, so that it can be shown again.
func (p *planFlags) name(id string) {
	id = plan.Short(strings.TrimPrefix(id, "sha256:"))
	switch err := p.kept.Saved(); {
	case err != nil:
		fmt.Fprintf(os.Stderr, "tsplan: plan %s, not kept: %s\n", id, sanitize.Text(err.Error()))
	case p.cacheDir == "none":
		fmt.Fprintf(os.Stderr, "tsplan: plan %s\n", id)
	default:
		fmt.Fprintf(os.Stderr, "tsplan: plan %s, kept for a day: tsplan plan show %[1]s\n", id)
	}
}

// report says what a proof found, one line a finding, as compilers print them.
func report(proof *plan.Proof) {
	if proof == nil {
		return
	}
	for _, f := range proof.Appeared {
		fmt.Fprintf(os.Stderr, "%s:%d:%d: would be an error: TS%d: %s\n", sanitize.Text(f.FilePath), f.Line+1, f.Character+1, f.Code, sanitize.Lines(f.Message))
	}
	for _, f := range proof.Changed {
		fmt.Fprintf(os.Stderr, "%s:%d:%d: %s\n", sanitize.Text(f.FilePath), f.Line+1, f.Character+1, sanitize.Lines(f.Message))
	}
	for _, open := range proof.Open {
		fmt.Fprintln(os.Stderr, "tsplan: not checked:", sanitize.Text(open))
	}
	switch proof.Verdict {
	case "incomplete":
		if len(proof.Projects) == 0 { // the guest failed
			fmt.Fprintln(os.Stderr, "tsplan: the plan has no proof")
			break
		}
		fmt.Fprintf(os.Stderr, "tsplan: the proof is incomplete: nothing is different in %d of %d files that were to be type-checked; --proof-budget gives it more time\n",
			proof.CheckedFiles, proof.OfFiles)
	case "warnings":
		fmt.Fprintln(os.Stderr, "tsplan: nothing is different in what was checked")
	default:
		fmt.Fprintln(os.Stderr, "tsplan: the plan is", proof.Verdict)
	}
}

// symbol is a symbol as the command line names it: by a position, which counts from 1, or by the name of a declaration.
type symbol struct {
	file         string
	line, column int
	name         string // "" for a position
}

// parseSymbol reads FILE:LINE:COLUMN or FILE:NAME; FILE may hold colons.
func parseSymbol(s string) (symbol, error) {
	volume := filepath.VolumeName(s)
	rest, last := cutLast(s[len(volume):])
	column, err := strconv.Atoi(last)
	if err != nil && rest != "" && last != "" {
		return symbol{file: volume + rest, name: last}, nil
	}
	file, middle := cutLast(rest)
	line, err := strconv.Atoi(middle)
	if err != nil || line < 1 || column < 1 || file == "" {
		return symbol{}, wrong("%q is neither FILE:LINE:COLUMN, with a line and a column from 1, nor FILE:NAME", s)
	}
	return symbol{file: volume + file, line: line, column: column}, nil
}

// oneBased words an error about a position, which tools count from 0, with the position as the user gave it.
func oneBased(asked string, err error) error {
	var line *plan.LineError
	var character *plan.CharacterError
	switch {
	case errors.As(err, &line):
		return fmt.Errorf("%s: there is no such line: the last is %d", asked, line.Lines)
	case errors.As(err, &character):
		return fmt.Errorf("%s: there is no such column: the line ends at column %d", asked, character.Length+1)
	case errors.Is(err, plan.ErrSurrogate):
		return fmt.Errorf("%s: %w: columns count UTF-16 units", asked, plan.ErrSurrogate)
	}
	return err
}

// cutLast returns what is before and after the last colon; without one nothing is before it.
func cutLast(s string) (before, after string) {
	i := strings.LastIndexByte(s, ':')
	return s[:max(i, 0)], s[i+1:]
}

// message words an error for the terminal, without the code that programs read.
func message(err error) string {
	var e *tool.Error
	if errors.As(err, &e) {
		return sanitize.Text(e.Message)
	}
	return err.Error()
}
