package tools_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/runtime/cache"
	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// twoFiles is the smallest project with something to follow.
func twoFiles() map[string]string {
	return map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}}`,
		"src/a.ts":      "export const add = (a: number, b: number) => a + b;\n",
		"src/b.ts":      "import { add } from \"./a\";\nadd(1, 2);\n",
	}
}

func renameAdd(dir string) map[string]any {
	return map[string]any{"projectRoot": dir, "filePath": "src/a.ts", "line": 0, "character": 13, "newName": "sum"}
}

// edited lists the files that a rename of add would change, as editedBy does.
func (h *harness) edited(t *testing.T, dir string) string {
	t.Helper()
	return h.editedBy(t, dir, renameAdd(dir))
}

// editedBy lists the files that a rename would change, with the number of edits in each. Its text ends with "not included" if a warning says
// that no configuration includes one of the files.
func (h *harness) editedBy(t *testing.T, dir string, rename map[string]any) string {
	t.Helper()
	var result planner.RenameResult
	h.answer(t, "planRenameSymbol", rename, &result)
	if !result.CanRename {
		t.Fatal(result.Reason)
	}
	var files []string
	for _, f := range result.Edits {
		name := filepath.ToSlash(strings.TrimPrefix(f.FilePath, dir+string(filepath.Separator)))
		files = append(files, fmt.Sprintf("%s:%d", name, len(f.TextEdits)))
	}
	if slices.ContainsFunc(result.Warnings, func(w string) bool { return strings.Contains(w, "no configuration includes") }) {
		files = append(files, "not included")
	}
	return strings.Join(files, " ")
}

// diskChanges are edits of the project between two requests, and what a rename of add then changes.
var diskChanges = []struct {
	name, want string
	change     map[string]string // "" deletes
}{
	{"edited", "src/a.ts:1 src/b.ts:3", map[string]string{"src/b.ts": "import { add } from \"./a\";\nadd(1, 2);\nadd(3, 4);\n"}},
	{"added", "src/a.ts:1 src/b.ts:3 src/c.ts:2", map[string]string{"src/c.ts": "import { add } from \"./a\";\nadd(1, 2);\n"}},
	{"added where an import led nowhere", "src/a.ts:1 src/b.ts:3 src/c.ts:2 src/d.ts:2", map[string]string{
		"src/d.ts": "import { add } from \"./e\";\nadd(5, 6);\n", "src/e.ts": "export * from \"./a\";\n"}},
	{"deleted", "src/a.ts:1 src/b.ts:3 src/d.ts:2", map[string]string{"src/c.ts": ""}},
	{"no longer part of the project", "src/a.ts:1 src/b.ts:3 src/d.ts:2 not included", map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "types": [], "module": "esnext", "moduleResolution": "bundler"}, "files": ["src/a.ts", "src/b.ts"]}`}},
	{"replaced by a directory", "src/a.ts:1 src/b/index.ts:2", map[string]string{
		"src/b.ts": "", "tsconfig.json": twoFiles()["tsconfig.json"], "src/d.ts": "", "src/e.ts": "",
		"src/b/index.ts": "import { add } from \"../a\";\nadd(1, 2);\n"}},
	{"package.json that maps an import", "src/a.ts:1 src/b/index.ts:2 src/f.ts:2", map[string]string{
		"package.json": `{"imports": {"#it": "./src/a.ts"}}`, "src/f.ts": "import { add } from \"#it\";\nadd(1, 2);\n"}},
	{"package.json that maps it no more", "src/a.ts:1 src/b/index.ts:2", map[string]string{"package.json": `{"imports": {"#it": "./src/gone.ts"}}`}},
}

func change(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if text != "" {
			hostfstest.WriteAll(t, dir, map[string]string{name: text})
		} else if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFreshness edits, adds and deletes files between the requests of one session.
func TestFreshness(t *testing.T) {
	dir := hostfstest.LayOut(t, twoFiles())
	h := start(t, runtime.Limits{}, dir)
	if got, want := h.edited(t, dir), "src/a.ts:1 src/b.ts:2"; got != want {
		t.Errorf("at first: %s, want %s", got, want)
	}
	for _, c := range diskChanges {
		change(t, dir, c.change)
		if got := h.edited(t, dir); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// slowProject takes long enough to load for an image of it to be kept.
func slowProject() map[string]string {
	files := twoFiles()
	var big strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&big, "export function f%d(a: { x: number }, b?: string[]): number { return a.x + (b ?? []).length + %d; }\n", i, i)
	}
	files["src/big.ts"] = big.String()
	return files
}

// TestProjectImage restarts the server between the requests, with the project changed in between.
func TestProjectImage(t *testing.T) {
	t.Parallel()
	projects, err := cache.Open(filepath.Join(t.TempDir(), "projects"))
	if err != nil {
		t.Fatal(err)
	}
	options := runtime.Options{Cache: cacheDir, Projects: projects}
	dir := hostfstest.LayOut(t, slowProject())
	restarted := func() string {
		t.Helper()
		h := startWith(t, options, dir)
		defer h.end()
		// A partial load may be too quick to be kept.
		if err := h.planner.Projects.Runtime.With(t.Context(), dir, ".", nil, (*runtime.Session).LoadAhead); err != nil {
			t.Fatal(err)
		}
		return h.edited(t, dir)
	}
	if got, want := restarted(), "src/a.ts:1 src/b.ts:2"; got != want {
		t.Fatalf("at first: %s, want %s", got, want)
	}
	image := onlyImage(t, projects)
	for _, c := range diskChanges {
		change(t, dir, c.change)
		if got := restarted(); got != c.want {
			t.Errorf("%s while the server was down: %s, want %s", c.name, got, c.want)
		}
	}

	t.Run("damaged", func(t *testing.T) {
		path := filepath.Join(projects.Path(), image)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, damage := range []func([]byte) []byte{
			func(b []byte) []byte { return b[:len(b)/2] },
			func(b []byte) []byte { b[len(b)/2] ^= 0xff; return b },
			func(b []byte) []byte { return b[:0] },
			func(b []byte) []byte { return append([]byte("{}\n"), b...) },
		} {
			if err := os.WriteFile(path, damage(append([]byte(nil), whole...)), 0o600); err != nil {
				t.Fatal(err)
			}
			if got, want := restarted(), "src/a.ts:1 src/b/index.ts:2"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	})
	t.Run("of another root", func(t *testing.T) {
		other := hostfstest.LayOut(t, twoFiles())
		// The other project's image gets the place of this one's.
		h := startWith(t, options, other)
		before := h.edited(t, other)
		h.end()
		foreign, err := os.ReadFile(filepath.Join(projects.Path(), image))
		if err != nil {
			t.Fatal(err)
		}
		name := runtime.ProjectFile(other, ".")
		if err := os.WriteFile(filepath.Join(projects.Path(), name), foreign, 0o600); err != nil {
			t.Fatal(err)
		}
		h = startWith(t, options, other)
		if got := h.edited(t, other); got != before {
			t.Errorf("%s, want %s", got, before)
		}
	})
}

func onlyImage(t *testing.T, projects *cache.Dir) string {
	t.Helper()
	entries, err := projects.List(cache.ProjectImage)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d project images, %v", len(entries), err)
	}
	return entries[0].Name
}

// renameWhole plans a rename with its proof, which loads the whole project; loading is called for each file that is loaded.
func renameWhole(h *harness, ctx context.Context, dir string, loading func()) error {
	_, err := h.planner.Rename(ctx, tool.Place{Root: dir, Name: "."},
		planner.RenameParams{FilePath: "src/a.ts", Character: 13, NewName: "sum", Verifying: planner.Verifying{Verify: new(true)}},
		func(int, string) { loading() })
	return err
}

// TestCancelledLoad cancels a request while the project loads: loading goes on, and the next request finds it done.
func TestCancelledLoad(t *testing.T) {
	dir := hostfstest.LayOut(t, twoFiles())
	h := start(t, runtime.Limits{}, dir)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := renameWhole(h, ctx, dir, cancel); !errors.Is(err, context.Canceled) {
		t.Fatalf("the cancelled request: %v", err)
	}
	if got, want := h.edited(t, dir), "src/a.ts:1 src/b.ts:2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTimeLimit delays the loading of a project past the time limit. The request fails, its error names the limit, and a later
// request succeeds.
func TestTimeLimit(t *testing.T) {
	dir := hostfstest.LayOut(t, twoFiles())
	const limit = time.Second
	h := start(t, runtime.Limits{Time: limit}, dir)
	delay := limit
	for timeouts := 0; ; timeouts++ {
		err := renameWhole(h, t.Context(), dir, func() { time.Sleep(delay); delay = 0 })
		if err == nil {
			if timeouts == 0 {
				t.Error("answered after the limit")
			}
			return
		}
		var told *tool.Error
		if !errors.As(err, &told) || told.Code != tool.Deadline || !strings.HasPrefix(told.Message, "not done within 1s") {
			t.Fatal(err)
		}
	}
}

// TestTypeScriptOfProject asks projects that use different versions of TypeScript.
func TestTypeScriptOfProject(t *testing.T) {
	for _, c := range []struct {
		name, want string
		files      map[string]string
	}{
		{"none", "5.9.3", nil},
		{"installed 5", "5.9.3", map[string]string{"node_modules/typescript/package.json": `{"version": "5.4.5"}`}},
		{"installed 6", "6.0.3", map[string]string{"node_modules/typescript/package.json": `{"version": "6.0.1"}`}},
		{"installed 7", "6.0.3", map[string]string{"node_modules/typescript/package.json": `{"version": "7.0.2"}`}},
		{"range", "6.0.3", map[string]string{"package.json": `{"devDependencies": {"typescript": "^6.0.0"}}`}},
		{"tag", "6.0.3", map[string]string{"package.json": `{"dependencies": {"typescript": "latest"}}`}},
		{"installed goes before the range", "5.9.3", map[string]string{
			"package.json": `{"devDependencies": {"typescript": "^6.0.0"}}`, "node_modules/typescript/package.json": `{"version": "5.9.2"}`}},
		{"damaged", "5.9.3", map[string]string{"package.json": `{"devDependencies": `}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := hostfstest.LayOut(t, twoFiles())
			hostfstest.WriteAll(t, dir, c.files)
			h := startWith(t, runtime.Options{Cache: cacheDir}, dir)
			var result planner.RenameResult
			h.answer(t, "planRenameSymbol", renameAdd(dir), &result)
			if !result.CanRename || result.TypeScript != c.want {
				t.Errorf("TypeScript %s (%s), want %s", result.TypeScript, result.Reason, c.want)
			}
		})
	}
}

// A file that changes while a plan is made has the plan made again, and one that does not stop changing has it refused.
func TestChangeWhilePlanning(t *testing.T) {
	for _, test := range []struct {
		name    string
		changes int // how often the file changes while it is in use
		code    tool.Code
	}{{"once", 1, ""}, {"twice", 2, ""}, {"always", 100, tool.Changed}} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			hostfstest.WriteAll(t, dir, twoFiles())
			h := start(t, runtime.Limits{}, dir)
			changed := 0
			result, err := h.planner.Rename(t.Context(), tool.Place{Root: dir, Name: "."},
				// With a proof it is planned in the loaded project, which is what reports progress.
				planner.RenameParams{FilePath: "src/a.ts", Character: 13, NewName: "sum", Verifying: planner.Verifying{Verify: new(true)}},
				func(_ int, name string) {
					if name == "src/b.ts" && changed < test.changes {
						changed++
						change(t, dir, map[string]string{"src/b.ts": twoFiles()["src/b.ts"] + strings.Repeat("add(3, 4);\n", changed)})
					}
				})
			var told *tool.Error
			if test.code != "" {
				if !errors.As(err, &told) || told.Code != test.code || changed != 3 {
					t.Errorf("after %d changes: %v", changed, err)
				}
				return
			}
			if err != nil || changed != test.changes {
				t.Fatalf("after %d changes: %v", changed, err)
			}
			for _, f := range result.Edits {
				if strings.HasSuffix(f.FilePath, "b.ts") && len(f.TextEdits) != 2+changed {
					t.Errorf("after %d changes, %d edits", changed, len(f.TextEdits))
				}
			}
		})
	}
}
