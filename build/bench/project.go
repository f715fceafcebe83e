package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

const testdata = "testdata"

// project is a TypeScript project to ask about, laid out in a directory of its own.
type project struct {
	name     string
	layOut   func(ctx context.Context, p *project) error // writes it to p.dir
	tsconfig string                                      // the questions are about its symbols; tsconfig.json if empty
	configs  []string                                    // that are not named tsconfig.json; scenario l compiles them, too

	dir       string
	files     int     // TypeScript files outside node_modules
	chars     float64 // size of these, in millions of bytes
	questions []question
	moves     []move
	changing  string // a file that the first question's plan edits, other than the question's own file
}

const (
	sampleName = "two files"
	// symbols is how many different symbols are asked for after the first.
	symbols = 20
	// queryCore is the project of the real workspaces that warm questions are about.
	queryCore = "packages/query-core/tsconfig.json"
)

func projects() []*project {
	return []*project{
		{name: sampleName, layOut: twoFiles},
		{name: "app", layOut: realWorkspace, tsconfig: queryCore},
		{name: "redux-toolkit", layOut: npmPackage},
		{name: "monorepo", layOut: realWorkspace, tsconfig: queryCore},
		{name: "rxjs", layOut: npmPackage},
		{name: "viem", layOut: npmPackage},
		{name: "effect", layOut: npmPackage},
		{name: "workspace", layOut: workspace(62, 40), tsconfig: "packages/pkg31/tsconfig.json"},
	}
}

// repository returns a project that is there already.
func repository(dir string, tsconfigs []string) *project {
	inPlace := func(_ context.Context, p *project) (err error) {
		if p.dir, err = filepath.Abs(dir); err == nil {
			p.dir, err = filepath.EvalSymlinks(p.dir)
		}
		return err
	}
	p := &project{name: filepath.Base(dir), layOut: inPlace}
	if len(tsconfigs) > 0 {
		p.tsconfig, p.configs = tsconfigs[0], tsconfigs
	}
	return p
}

// linear returns two projects that are laid out alike, one four times the size of the other.
func linear() []*project {
	const tsconfig = "packages/pkg0/tsconfig.json"
	return []*project{
		{name: "250 files", layOut: workspace(1, 208), tsconfig: tsconfig},
		{name: "1,000 files", layOut: workspace(1, 833), tsconfig: tsconfig},
	}
}

func twoFiles(_ context.Context, p *project) error {
	for name, text := range map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true}, "include": ["src"]}`,
		"src/util.ts":   "export function greet(name: string): string {\n  return `Hello, ${name}!`;\n}\n",
		"src/main.ts":   "import { greet } from \"./util\";\n\nconsole.log(greet(\"world\"));\n",
	} {
		path := filepath.Join(p.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func npmPackage(ctx context.Context, p *project) error {
	return node(ctx, "layout.mjs", p.name, p.dir)
}

// realWorkspace lays out app or monorepo: workspaces with the sources of published packages.
func realWorkspace(ctx context.Context, p *project) error {
	return run(ctx, filepath.Join(WorkspacePackages, "layout.mjs"), p.name, p.dir)
}

func workspace(packages, files int) func(context.Context, *project) error {
	return func(ctx context.Context, p *project) error {
		return node(ctx, "workspace.mjs", p.dir, strconv.Itoa(packages), strconv.Itoa(files))
	}
}

func node(ctx context.Context, script string, args ...string) error {
	return run(ctx, filepath.Join(testdata, "oracle", script), args...)
}

func run(ctx context.Context, script string, args ...string) error {
	args = append([]string{script}, args...)
	if out, err := exec.CommandContext(ctx, "node", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", script, err, out)
	}
	return nil
}

// prepare lays the project out below dir and chooses the questions.
func (p *project) prepare(ctx context.Context, dir string) error {
	p.dir = filepath.Join(dir, p.name)
	if p.tsconfig == "" {
		p.tsconfig = "tsconfig.json"
	}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return err
	}
	if err := p.layOut(ctx, p); err != nil {
		return err
	}
	if err := p.measure(); err != nil {
		return err
	}
	o, err := startOracle(ctx, p, p.tsconfig)
	if err != nil {
		return err
	}
	return errors.Join(p.choose(o), o.Close())
}

var source = regexp.MustCompile(`\.[cm]?tsx?$`)

func (p *project) measure() error {
	return filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == "node_modules" {
				return fs.SkipDir
			}
			return err
		}
		if !source.MatchString(path) {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		p.files++
		p.chars += float64(info.Size()) / 1e6
		return nil
	})
}

// choose samples questions that have an answer. The first question edits two files or more; the others need not.
func (p *project) choose(o *oracle) error {
	var sampled struct {
		Requests []struct {
			Op string
			question
			move
		}
	}
	sample := map[string]any{"op": "sample", "seed": 1, "renames": 400, "moves": 40, "dirMoves": 40}
	if err := o.ask(sample, &sampled); err != nil {
		return err
	}
	var others []question
	directories := map[bool]bool{}
	for _, r := range sampled.Requests {
		switch {
		case r.Op == "rename" && (len(others) < symbols || p.changing == ""):
			found, err := p.ask(o, r.question)
			if err != nil {
				return err
			}
			others = append(others, found...)
		case r.Op == "move":
			info, err := os.Stat(filepath.Join(p.dir, r.OldPath))
			if err != nil {
				return err
			}
			if r.directory = info.IsDir(); directories[r.directory] {
				continue
			}
			if r.move.edits, err = o.move(r.move); err != nil || r.move.edits == 0 {
				continue
			}
			directories[r.directory] = true
			r.OldPath, r.NewPath = filepath.Join(p.dir, r.OldPath), filepath.Join(p.dir, r.NewPath)
			p.moves = append(p.moves, r.move)
		}
	}
	if p.changing == "" || len(p.moves) == 0 {
		return fmt.Errorf("%s: no rename that edits two files, or no move that edits any", p.name)
	}
	p.questions = append(p.questions, others[:min(len(others), symbols)]...)
	return nil
}

// ask returns a question whose rename can be planned, or makes it the project's first question.
func (p *project) ask(o *oracle, q question) ([]question, error) {
	a, err := o.plan(map[string]any{
		"op": "rename", "file": q.File, "line": q.Line, "character": q.Character, "newName": q.NewName,
	})
	if err != nil || !a.CanRename {
		return nil, err
	}
	other := ""
	for _, file := range a.Edits {
		if strings.Contains(file.FilePath, "node_modules/") {
			return nil, nil
		}
		if file.FilePath != q.File {
			other = file.FilePath
		}
	}
	q.edits = count(a.Edits)
	q.File = filepath.Join(p.dir, q.File)
	if p.changing == "" && other != "" {
		p.changing = filepath.Join(p.dir, other)
		p.questions = []question{q}
		return nil, nil
	}
	return []question{q}, nil
}

// askLocal replaces the first question by the rename of a local variable, so that only the loading takes time.
func (p *project) askLocal() error {
	file := filepath.Join(p.dir, "packages/pkg0/src/group0/item1.ts")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	const declaration = "const sum"
	for i, line := range strings.Split(string(text), "\n") {
		if at := strings.Index(line, declaration); at >= 0 {
			p.questions[0] = question{File: file, Line: i, Character: at + len("const "), NewName: "fresh"}
			return nil
		}
	}
	return fmt.Errorf("no %s in %s", declaration, file)
}
