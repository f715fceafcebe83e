package tools_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// partly plans renames with a partial load and, in another guest, with all of a project loaded.
type partly struct {
	partial *planner.Planner
	loaded  *planner.Planner
	place   tool.Place
	read    tool.Progress // called with the files that are read; nil for nothing
	early   time.Duration
	whole   time.Duration
}

func startPartly(t *testing.T, dir string) *partly {
	t.Helper()
	return &partly{partial: startPlanner(t), loaded: startPlanner(t), place: tool.Place{Root: dir, Name: "."}}
}

func startPlanner(t *testing.T) *planner.Planner {
	t.Helper()
	r, err := runtime.New(runtime.Options{Limits: runtime.Limits{Time: 20 * time.Minute}, Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return planner.New(r)
}

// partialAnswer is the answer to a rename in a project that is partly loaded: a plan, or the reason why there is none.
type partialAnswer struct {
	in      planner.RenameParams
	known   *protocol.RenameAnswer
	proof   *protocol.Proof // nil unless the request wants one, and the partial load can make it
	unknown string
	refused string // the reason, if known is no plan
}

// plan plans a rename with a partial load. A test has to make all its plans before the first comparison: a session that has no
// request for a second loads the whole project, and later plans are made with that.
func (p *partly) plan(t *testing.T, in planner.RenameParams) partialAnswer {
	t.Helper()
	answer := partialAnswer{in: in}
	began := time.Now()
	p.ask(t, p.partial, in, func(r *project.Request, rename protocol.EarlyParams) error {
		early, err := runtime.Early(r.Session, protocol.RenameEarly, rename)
		answer.known, answer.proof, answer.unknown = early.Known, early.Proof, r.Say(early.Unknown)
		if early.Known != nil {
			answer.refused = r.Say(early.Known.Reason)
		}
		return err
	})
	p.early += time.Since(began)
	return answer
}

// ignoreProjects leaves the lists of searched and of skipped configurations out of a comparison. A partial load has fewer files in each
// program, so tsplan may find a file in the program of another configuration than after a whole load.
func ignoreProjects() cmp.Option {
	return cmp.Options{cmpopts.IgnoreFields(protocol.Plan{}, "Projects"), cmpopts.IgnoreFields(protocol.Ledger{}, "Skipped")}
}

// compare plans the same rename in the loaded project. It fails the test if the two plans differ, and if the partial load made a proof whose
// verdict differs from that of the loaded project.
func (p *partly) compare(t *testing.T, partial partialAnswer) {
	t.Helper()
	if partial.known == nil {
		return
	}
	began := time.Now()
	var (
		whole protocol.RenameAnswer
		proof protocol.Proof
	)
	p.ask(t, p.loaded, partial.in, func(r *project.Request, rename protocol.EarlyParams) error {
		err := r.Load(protocol.LoadParams{Rename: loadOf(rename)})
		if err != nil {
			return err
		}
		if whole, err = runtime.Ask(r.Session, protocol.Rename, rename.RenameParams); err != nil || partial.proof == nil {
			return err
		}
		proof, err = runtime.Ask(r.Session, protocol.Verify, protocol.VerifyParams{Edits: whole.Edits, Moves: []paths.Move{}})
		return err
	})
	p.whole += time.Since(began)
	if diff := cmp.Diff(&whole, partial.known, ignoreProjects()); diff != "" {
		t.Errorf("%+v: the project says -, its part +:\n%s", partial.in, diff)
	}
	if partial.proof != nil && proof.Verdict != partial.proof.Verdict {
		t.Errorf("%+v: the proof of the project is %v, that of its part %v", partial.in, proof, partial.proof)
	}
}

// rename plans a rename with a partial load, compares the plan with that of the loaded project, and returns the reason where
// there is no plan.
func (p *partly) rename(t *testing.T, in planner.RenameParams) (unknown string) {
	t.Helper()
	answer := p.plan(t, in)
	p.compare(t, answer)
	return answer.unknown
}

func loadOf(rename protocol.EarlyParams) *protocol.LoadRename {
	return &protocol.LoadRename{PlaceParams: rename.PlaceParams, PrefixAndSuffix: rename.PrefixAndSuffix, Propagate: rename.Propagate}
}

// ask has the guest's request made of a rename.
func (p *partly) ask(t *testing.T, asked *planner.Planner, in planner.RenameParams, f func(*project.Request, protocol.EarlyParams) error) {
	t.Helper()
	err := asked.Projects.Ask(t.Context(), p.place, p.read, func(r *project.Request) error {
		name, err := r.Existing(in.FilePath, hostfs.KindFile)
		if err != nil {
			return err
		}
		text, err := r.Text(name)
		if err != nil {
			return err
		}
		offset, err := text.Offset(plan.Position{Line: in.Line, Character: in.Character})
		if err != nil {
			return err
		}
		rename := protocol.RenameParams{
			PlaceParams: protocol.PlaceParams{File: paths.InGuest(name), Offset: offset}, NewName: in.NewName, FindInStrings: in.FindInStrings,
			Propagate: in.AliasPolicy == "propagate", PrefixAndSuffix: in.PrefixAndSuffix == nil || *in.PrefixAndSuffix,
		}
		prove := "possible"
		if in.Verify != nil {
			prove = map[bool]string{true: "required", false: "no"}[*in.Verify]
		}
		return f(r, protocol.EarlyParams{RenameParams: rename, Prove: prove})
	})
	if err != nil {
		t.Errorf("%+v: %v", in, err)
	}
}

// TestEarly compares plans of renames with a partial load with those of the loaded project: the same edits, in the same
// files, with the same things left out, and no proof that the loaded project would not give.
func TestEarly(t *testing.T) {
	compares(t)
	names := byExtent(12, 40, 60)
	more := []subject{
		{name: "regular", regular: true, packages: 8, files: 20, extent: "ci"}, {name: "viem", extent: "all"}, {name: "effect", extent: "all"},
	}
	for _, s := range slices.Concat(subjects, more) {
		if !s.asked() {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			o := startOracle(t)
			dir := s.open(t, o)
			s.renames, s.moves, s.dirMove = names*byExtent(4, 1, 1), 0, 0
			p := startPartly(t, dir)
			unknown := map[string]int{}
			proofs := 0
			var answers []partialAnswer
			for _, r := range s.sample(t, o, 11) {
				in := planner.RenameParams{FilePath: r.File, Line: r.Line, Character: r.Character, NewName: r.NewName}
				answer := p.plan(t, in)
				unknown[answer.unknown]++
				answers = append(answers, answer)
				if in.Verify = new(true); answer.known != nil && answer.known.CanRename {
					answer = p.plan(t, in)
					answers = append(answers, answer)
				}
				if answer.proof != nil {
					proofs++
				}
			}
			for _, answer := range answers {
				p.compare(t, answer)
			}
			t.Logf("%d of %d names known, %d of them proven, in %v (in the loaded project %v); unknown: %v", unknown[""], names, proofs,
				p.early.Round(time.Millisecond), p.whole.Round(time.Millisecond), unknown)
			if unknown[""] < names/2 {
				t.Error("less than half was known early")
			}
			if proofs < names/8 {
				t.Error("less than an eighth was proven early")
			}
		})
	}
}

// TestEarlyFreshness edits, adds and deletes files between the requests of one session that holds part of a project.
func TestEarlyFreshness(t *testing.T) {
	dir := hostfstest.LayOut(t, twoFiles())
	p := startPartly(t, dir)
	in := planner.RenameParams{FilePath: "src/a.ts", Character: 13, NewName: "sum"}
	if unknown := p.rename(t, in); unknown != "" {
		t.Error(unknown)
	}
	for _, c := range diskChanges {
		change(t, dir, c.change)
		if unknown := p.rename(t, in); unknown != "" {
			t.Errorf("%s: %s", c.name, unknown)
		}
	}
}

// TestEarlyFollowsEdits edits a file without the name, between two requests for the same member. With what the file then declares
// globally, one more mention is known.
func TestEarlyFollowsEdits(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "types": []}, "include": ["src"]}`,
		"src/a.ts":      "export interface A { own: number }\n",
		"src/b.ts":      "import type { A } from './a'\nexport const f = (all: A[]) => JSON.parse('', all).own\n",
		"src/c.ts":      "export {}\n",
	})
	p := startPartly(t, dir)
	in := planner.RenameParams{FilePath: "src/a.ts", Character: 21, NewName: "renamed"}
	p.plan(t, in)
	change(t, dir, map[string]string{"src/c.ts": "export {}\ndeclare global { interface JSON { parse<T>(text: string, all: T[]): T } }\n"})
	p.compare(t, p.plan(t, in))
}

// TestEarlyFollowsEditsAfterRefusal edits a file between two requests for a member of a lib file. With what the file then declares globally,
// the member is the workspace's own.
func TestEarlyFollowsEditsAfterRefusal(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "types": []}, "include": ["src"]}`,
		"src/a.ts":      "export const text = Object.keys({}).toString()\n",
	})
	p := startPartly(t, dir)
	in := planner.RenameParams{FilePath: "src/a.ts", Character: 36, NewName: "renamed"}
	for _, c := range []struct {
		text string
		want bool
	}{
		{"export {}\n", false},
		{"export {}\ndeclare global { interface ObjectConstructor { keys(of: {}): { toString(): string } } }\n", true},
	} {
		change(t, dir, map[string]string{"src/c.ts": c.text})
		answer := p.plan(t, in)
		if answer.known != nil && answer.known.CanRename != c.want {
			t.Errorf("%s: %v", c.text, answer.known)
		}
		p.compare(t, answer)
	}
}

// TestEarlyAfterAnotherLoad loads two projects of three, and then asks for a member that a file of the third project uses. That file is in one of
// the loaded programs, but the rename asks the third project about it, of which a question before holds another file only.
func TestEarlyAfterAnotherLoad(t *testing.T) {
	const options = `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}, "include": ["."]}`
	dir := hostfstest.LayOut(t, map[string]string{
		"core/tsconfig.json": options,
		"core/box.ts":        "export interface Box { size: number; color: string; used: number }\n",
		"lib/tsconfig.json":  strings.Replace(options, "true", `true, "exactOptionalPropertyTypes": true`, 1), // so that it is a program of its own
		"lib/use.ts":         "import type { Box } from '../core/box'\nexport const use = (it: Box) => it.size\n",
		"lib/other.ts":       "import type { Box } from '../core/box'\nexport const other = (it: Box) => it.color\n",
		"app/tsconfig.json":  options,
		"app/page.ts":        "import type { Box } from '../core/box'\nimport { use } from '../lib/use'\nexport const page = (it: Box) => use(it) + it.used\n",
	})
	p := startPartly(t, dir)
	member := func(character int) planner.RenameParams {
		return planner.RenameParams{FilePath: "core/box.ts", Character: character, NewName: "renamed"}
	}
	p.ask(t, p.partial, member(52), func(r *project.Request, rename protocol.EarlyParams) error {
		return r.Load(protocol.LoadParams{Rename: loadOf(rename)})
	})
	p.plan(t, member(37))
	size := p.plan(t, member(23))
	if size.unknown != "" {
		t.Error(size.unknown)
	}
	p.compare(t, size)
}

// TestPartialLoad follows which files are read: for a rename and the proof of a name those that have the name, once, and for the proof of a
// member the others.
func TestPartialLoad(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json":     `{"compilerOptions": {"types": []}, "include": ["src"]}`,
		"src/a.ts":          "export const own = 1\n",
		"src/b.ts":          "export const other = 1\n",
		"src/d.ts":          "export const last = 1\n",
		"src/m.ts":          "class Kind { member = 1 }\nexport { Kind }\n",
		"src/t.ts":          "class Holder<T> { held?: T }\nexport { Holder }\nexport * from './b'\n",
		"lib/tsconfig.json": `{"compilerOptions": {"types": []}, "include": ["."]}`,
		"lib/c.ts":          "import { own } from '../src/a'\nexport const mine = own\n",
	})
	p, place := startPlanner(t), tool.Place{Root: dir, Name: "."}
	for _, c := range []struct {
		file string
		in   planner.Verifying
		want []string
	}{
		{"src/t.ts", planner.Verifying{}, []string{"src/t.ts"}},
		{"src/b.ts", planner.Verifying{}, []string{"src/b.ts"}},
		{"src/a.ts", planner.Verifying{}, []string{"lib/c.ts", "src/a.ts"}},
		{"src/a.ts", planner.Verifying{}, nil},
		{"src/b.ts", planner.Verifying{Verify: new(true)}, nil},
		{"src/m.ts", planner.Verifying{Verify: new(true)}, []string{"src/d.ts", "src/m.ts"}},
		{"src/b.ts", planner.Verifying{}, nil},
	} {
		var mu sync.Mutex
		read := map[string]bool{}
		result, err := p.Rename(t.Context(), place, planner.RenameParams{FilePath: c.file, Character: 13, NewName: "renamed", Verifying: c.in},
			func(_ int, path string) { mu.Lock(); defer mu.Unlock(); read[path] = true })
		if err != nil || !result.CanRename {
			t.Fatal(result, err)
		}
		if got := slices.Sorted(maps.Keys(read)); !slices.Equal(got, c.want) {
			t.Errorf("%s, %+v: read %v, want %v", c.file, c.in, got, c.want)
		}
	}
}

// TestEmptyNameIsRefusedAtOnce gives no new name, which nothing has to be loaded for.
func TestEmptyNameIsRefusedAtOnce(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{"tsconfig.json": `{"compilerOptions": {"types": []}}`, "a.ts": "export const own = 1\n"})
	read := false
	result, err := startPlanner(t).Rename(t.Context(), tool.Place{Root: dir, Name: "."}, planner.RenameParams{FilePath: "a.ts", Character: 13},
		func(int, string) { read = true })
	if err != nil || result.CanRename || result.Reason != "the new name is empty" || read {
		t.Errorf("%+v, %v, files read: %t", result, err, read)
	}
}

// TestUnexportedNameNeedsItsProject renames names at the top of a module. Only an exported one can be meant in another
// project, so only then is the other one loaded.
func TestUnexportedNameNeedsItsProject(t *testing.T) {
	dir := hostfstest.LayOut(t, map[string]string{
		"a/tsconfig.json": `{"compilerOptions": {"types": []}}`,
		"b/tsconfig.json": `{"compilerOptions": {"types": []}}`,
		"a/a.ts":          "function kept() { return 1 }\nexport function given() { return kept() }\n",
		"b/b.ts":          "import { given } from '../a/a'\nexport const kept = given()\n",
	})
	h := start(t, runtime.Limits{}, dir)
	for _, c := range []struct {
		line, character int
		want            []string
	}{
		{0, 9, []string{"a/tsconfig.json"}},
		{1, 16, []string{"a/tsconfig.json", "b/tsconfig.json"}},
	} {
		var got planner.RenameResult
		h.answer(t, "planRenameSymbol", map[string]any{
			"projectRoot": dir, "filePath": "a/a.ts", "line": c.line, "character": c.character, "newName": "renamed",
		}, &got)
		if !slices.Equal(got.Projects, c.want) {
			t.Errorf("line %d: searched %v, want %v", c.line, got.Projects, c.want)
		}
	}
}
