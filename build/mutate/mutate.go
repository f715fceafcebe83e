// Package mutate negates the guards of tsplan, one at a time, and demands that a test fails.
//
// All conditions of a group of files are compiled into one test binary, and an environment variable says which one is
// negated, so a mutant costs no compilation. The tests that do not reach a condition are not run for it. The tree is
// not touched: instrumented files lie in an overlay.
package mutate

import (
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// group names files that are mutated together, and the test packages that have to notice the mutants, the cheapest first.
type group struct {
	name     string
	files    []string
	tests    []testPackage
	elements bool // list elements are mutated, too, since they are rules
}

type testPackage struct {
	dir  string
	args []string
	only string // the tests that count, as a regular expression; all if it is empty
}

func groups() []group {
	own := func(dir string, args ...string) testPackage { return testPackage{dir: dir, args: args} }
	// A mutant is tested without these tests. They take long, since they compare with TypeScript or check properties of many answers, and few
	// mutants make them fail.
	slow := []string{"AgentPath", "AnswersFit", "BatchIsItsSteps", "Corpus", "DependenciesOnDemand", "Early", "EarlyEdges", "GitConverts",
		"LongPlansAreCut", "MovesWithoutDependencies", "Mutants", "NothingHidden", "Oracle", "PagesAreTheWhole", "Plans", "PlansKeepPrograms", "ProjectImage",
		"SymbolGoldens", "Traps", "WorkspaceMoves"}
	tools := own("tools", "-test.skip", "^Test("+strings.Join(slow, "|")+")$")
	return []group{
		{"hostfs", []string{"hostfs/*.go"}, []testPackage{own("hostfs")}, false},
		{"plan", []string{"tools/plan/*.go"}, []testPackage{own("tools/plan")}, false},
		{"paths", []string{"runtime/paths/*.go"}, []testPackage{own("runtime/paths")}, false},
		{"seal", []string{"runtime/seal/*.go"}, []testPackage{own("runtime/seal")}, true},
		{"cache", []string{"runtime/cache/*.go"}, []testPackage{own("runtime/cache")}, false},
		{"project images", []string{"runtime/project_image.go"}, []testPackage{{dir: "runtime", only: "^TestProjectImage"}}, false},
		{"stdio", []string{"tools/stdio/*.go", "tools/message/*.go"}, []testPackage{own("tools/message"), own("tools/stdio")}, false},
		{"http", []string{"tools/httpserve/*.go"}, []testPackage{own("tools/httpserve")}, false},
		{"roots", []string{"tools/roots.go"}, []testPackage{{dir: "tools", only: "^(TestRootPolicy|FuzzRootPolicy|TestFixedRoots)"}}, false},
		{"host", []string{"runtime/guest.go", "runtime/engine/imports.go", "runtime/host/*.go"},
			[]testPackage{own("runtime/host"), own("runtime/engine"), own("runtime", "-faults", "3"), tools}, false},
		{"planner", []string{"tools/project/request.go"}, []testPackage{own("tools/project"), tools}, false},
	}
}

// Run negates each guard whose place, such as hostfs/view.go:120, begins with one of the given places, or every guard if no place is given.
// The error says for how many guards no test failed.
func Run(ctx context.Context, goCommand func(subcommand string, args ...string) []string, places []string) error {
	total, survived := 0, 0
	for _, g := range groups() {
		n, left, err := g.run(ctx, goCommand, places)
		if err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		if n == 0 {
			continue
		}
		fmt.Printf("%s: %d guards negated, %d noticed, %d survived\n", g.name, n, n-left, left)
		total, survived = total+n, survived+left
	}
	if total == 0 {
		return fmt.Errorf("no guards at %q", places)
	}
	fmt.Printf("%d guards negated, one at a time: %d noticed, %d survived\n", total, total-survived, survived)
	if survived > 0 {
		return fmt.Errorf("%d guards are not held by a test", survived)
	}
	return nil
}

func (g group) run(ctx context.Context, goCommand func(string, ...string) []string, places []string) (total, survived int, err error) {
	dir, err := os.MkdirTemp("", "tsplan-mutate")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	conditions, overlay, err := g.overlay(dir)
	if err != nil {
		return 0, 0, err
	}
	wanted := func(c condition) bool {
		return len(places) == 0 || slices.ContainsFunc(places, func(p string) bool { return strings.HasPrefix(c.String(), p) })
	}
	if !slices.ContainsFunc(conditions, wanted) {
		return 0, 0, nil
	}
	binaries := make([]*binary, len(g.tests))
	for n, c := range conditions {
		if !wanted(c) {
			continue
		}
		total++
		noticed := false
		for i, p := range g.tests {
			if binaries[i] == nil {
				if binaries[i], err = compile(ctx, goCommand, dir, overlay, p, len(conditions)); err != nil {
					return 0, 0, err
				}
			}
			if noticed, err = binaries[i].notices(ctx, n); err != nil {
				return 0, 0, err
			}
			if noticed {
				break
			}
		}
		if !noticed {
			survived++
			fmt.Printf("survived: %v\n", c)
		}
	}
	return total, survived, nil
}

// overlay instruments all files of the group, and returns their conditions by number.
func (g group) overlay(dir string) (all []condition, path string, err error) {
	byFile, err := conditionsIn(g.files, g.elements)
	if err != nil {
		return nil, "", err
	}
	replace := map[string]string{}
	put := func(at string, text []byte) error {
		absolute, err := filepath.Abs(at)
		if err != nil {
			return err
		}
		replace[absolute] = filepath.Join(dir, strings.ReplaceAll(at, "/", "_"))
		return os.WriteFile(replace[absolute], text, 0o600)
	}
	packages := map[string]string{}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, "", err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.PackageClauseOnly)
		if err != nil {
			return nil, "", err
		}
		packages[filepath.Dir(file)] = parsed.Name.Name
		if err := put(file, instrument(source, byFile[file], len(all))); err != nil {
			return nil, "", err
		}
		all = append(all, byFile[file]...)
	}
	for in, name := range packages {
		if err := put(filepath.Join(in, "mutant_support.go"), fmt.Appendf(nil, support, name, len(all))); err != nil {
			return nil, "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, "", err
	}
	path = filepath.Join(dir, "overlay.json")
	return all, path, os.WriteFile(path, text, 0o600)
}
