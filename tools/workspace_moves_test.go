package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// packageManagers install a workspace of local packages, each in its own layout. None needs a registry for that.
var packageManagers = []struct {
	name    string
	install []string
	files   map[string]string
}{
	{
		name:    "npm",
		install: []string{"npm", "install", "--offline", "--no-audit", "--no-fund"},
		files: map[string]string{
			"package.json":              `{"private": true, "workspaces": ["packages/*"]}`,
			"packages/app/package.json": `{"name": "@m/app", "version": "1.0.0", "type": "module", "dependencies": {"@m/core": "1.0.0", "log": "file:../../tools/log"}}`,
		},
	},
	{
		name:    "pnpm",
		install: []string{"node", "pnpm/bin/pnpm.cjs", "install", "--offline", "--no-frozen-lockfile"},
		files: map[string]string{
			"package.json":              `{"private": true}`,
			"pnpm-workspace.yaml":       "packages:\n  - 'packages/*' # all of them\n",
			"packages/app/package.json": `{"name": "@m/app", "version": "1.0.0", "type": "module", "dependencies": {"@m/core": "workspace:*", "log": "link:../../tools/log"}}`,
		},
	},
	{
		name:    "yarn",
		install: []string{"node", "yarn/bin/yarn.js", "install", "--offline", "--non-interactive", "--cache-folder", ".yarn-cache"},
		files: map[string]string{
			"package.json":              `{"private": true, "workspaces": {"packages": ["packages/app", "packages/core"]}}`,
			"yarn.lock":                 "# yarn lockfile v1\n",
			"packages/app/package.json": `{"name": "@m/app", "version": "1.0.0", "type": "module", "dependencies": {"@m/core": "1.0.0", "log": "file:../../tools/log"}}`,
		},
	},
}

var workspaceSources = map[string]string{
	"tsconfig.json":               `{"files": [], "references": [{"path": "packages/core"}, {"path": "packages/app"}]}`,
	"tsconfig.base.json":          `{"compilerOptions": {"target": "es2015", "lib": ["es5"], "skipLibCheck": true, "module": "nodenext", "strict": true, "composite": true, "types": []}}`,
	"packages/core/package.json":  `{"name": "@m/core", "version": "1.0.0", "type": "module", "exports": {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}, "./*": "./dist/*.js"}}`,
	"packages/core/tsconfig.json": `{"extends": "../../tsconfig.base.json", "compilerOptions": {"rootDir": "src", "outDir": "dist"}, "include": ["src"]}`,
	"packages/core/src/index.ts":  "import { two } from \"./two.js\";\nexport const double = (n: number) => n * two;\n",
	"packages/core/src/two.ts":    "export const two = 2;\n",
	"packages/app/tsconfig.json":  `{"extends": "../../tsconfig.base.json", "compilerOptions": {"rootDir": "src", "outDir": "dist"}, "include": ["src"], "references": [{"path": "../core"}]}`,
	"packages/app/src/main.ts":    "import { double } from \"@m/core\";\nimport { two } from \"@m/core/two\";\nimport { log } from \"log\";\nlog(`${double(20) + two} of ${double(two)}`);\n",
	"tools/log/package.json":      `{"name": "log", "version": "1.0.0", "type": "module", "exports": {"types": "./log.d.ts", "default": "./log.js"}}`,
	"tools/log/log.d.ts":          "export declare function log(text: string): void;\n",
	"tools/log/log.js":            "export const log = (text) => console.log(text);\n",
}

// TestWorkspaceMoves moves packages of real workspaces, installs them again, builds them and runs them: the program prints
// what it printed before. Whether the workspace was installed when the plan was made does not matter to the plan.
func TestWorkspaceMoves(t *testing.T) {
	t.Parallel()
	moves := [][2]string{{"packages/core", "libs/geometry"}, {"tools/log", "tools/output"}}
	for _, manager := range packageManagers {
		t.Run(manager.name, func(t *testing.T) {
			dir := hostfstest.LayOut(t, workspaceSources)
			hostfstest.WriteAll(t, dir, manager.files)
			h := start(t, runtime.Limits{}, dir)
			fresh := h.planDirectoryMove(t, dir, moves[0])
			runIn(t, dir, manager.install...)
			before := buildAndRun(t, dir)
			for i, move := range moves {
				plan := h.planDirectoryMove(t, dir, move)
				if diff := cmp.Diff(fresh, plan, cmpopts.IgnoreUnexported(planner.Account{})); i == 0 && diff != "" {
					t.Errorf("-not installed +installed:\n%s", diff)
				}
				if plan.Proof.Verdict != "proven" {
					t.Errorf("%v: %+v", move, plan.Proof)
				}
				if text := strings.Join(plan.Warnings, "\n"); !strings.Contains(text, `"`+manager.name+` install"`) {
					t.Errorf("%v: no warning says how to install: %q", move, text)
				}
				carryOut(t, dir, plan.Edits, plan.FsMoves)
			}
			runIn(t, dir, manager.install...)
			if after := buildAndRun(t, dir); after != before || after == "" {
				t.Errorf("the program prints %q, and printed %q", after, before)
			}
		})
	}
}

// planDirectoryMove answers with what matters to the user of a plan with its proof.
func (h *harness) planDirectoryMove(t *testing.T, dir string, move [2]string) planner.MoveResult {
	t.Helper()
	var plan planner.MoveResult
	h.answer(t, "planDirectoryMove", map[string]any{"projectRoot": dir, "oldDir": move[0], "newDir": move[1], "verify": true}, &plan)
	return plan
}

// buildAndRun builds the workspace, returns what its program prints, and removes the build again.
func buildAndRun(t *testing.T, dir string) string {
	t.Helper()
	runIn(t, dir, "node", "typescript/bin/tsc", "--build")
	printed := runIn(t, dir, "node", "./packages/app/dist/main.js")
	for _, output := range []string{"packages/*/dist", "packages/*/*.tsbuildinfo", "libs/*/dist", "libs/*/*.tsbuildinfo"} {
		paths, err := filepath.Glob(filepath.Join(dir, output))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	return printed
}

// runIn runs a command in a directory and returns what it prints; a script that Node runs is one of the test packages.
func runIn(t *testing.T, dir string, command ...string) string {
	t.Helper()
	args := slices.Clone(command[1:])
	if command[0] == "node" && !strings.HasPrefix(args[0], ".") {
		script, err := filepath.Abs(filepath.Join(testdata, "npm", "node_modules", filepath.FromSlash(args[0])))
		if err != nil {
			t.Fatal(err)
		}
		args[0] = script
	}
	c := exec.Command(command[0], args...)
	c.Dir = dir
	var stdout, stderr strings.Builder
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("%v: %v\n%s%s", command, err, stdout.String(), stderr.String())
	}
	return stdout.String()
}
