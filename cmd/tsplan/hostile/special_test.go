package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tsplan/hostfs/hostfstest"
)

// specialCases are the cases of TestSpecial.
var specialCases = map[string]*hostileCase{
	"special_files": {every: "ok", byTool: map[string]string{"planDirectoryMove": "any"}, make: func(t testing.TB, tr *tree) {
		for _, special := range hostfstest.Cases() {
			special.Make(t, hostfstest.Tree{Parent: tr.parent, Root: filepath.Join(tr.root, "src"), Evil: tr.evil})
		}
	}, calls: []hostileCall{
		{"planRenameSymbol", map[string]any{"filePath": "src/s/fifo.ts", "line": 0, "character": 0, "newName": "x"}, "not_regular"},
		{"planRenameSymbol", map[string]any{"filePath": "src/s/socket.ts", "line": 0, "character": 0, "newName": "x"}, "not_regular"},
		{"planFileMove", map[string]any{"oldPath": "src/s2/link.ts", "newPath": "src/x.ts"}, "not_regular"},
		{"planFileMove", map[string]any{"oldPath": "src/main.ts", "newPath": "src/s/fifo.ts/x.ts"}, "any"},
	}},
	// A hard link is the file itself: whoever can make one has access to the host. See SECURITY.md.
	"hard_link": {every: "ok", make: func(t testing.TB, tr *tree) {
		hostfstest.Write(t, filepath.Join(tr.parent, "linked.ts"), "export const linked = 1\n")
		if err := os.Link(filepath.Join(tr.parent, "linked.ts"), tr.path("src/linked.ts")); err != nil {
			t.Fatal(err)
		}
	}, calls: []hostileCall{
		{"planRenameSymbol", map[string]any{"filePath": "src/linked.ts", "line": 0, "character": 13, "newName": "x"}, "ok"},
	}},
	"names": {every: "ok", byTool: map[string]string{"planDirectoryMove": "invalid_argument|invalid_name"}, make: func(t testing.TB, tr *tree) {
		for _, name := range []string{
			"new\nline.ts", "tab\t.ts", "esc\x1b[2J.ts", "rtl\u202ets.js", "zero\u200bwidth.ts", "tag\U000e0041.ts",
			"-rf.ts", strings.Repeat("n", 252) + ".ts", "bad\xff.ts", "bad\ufffd.ts", "back\\slash.ts", "nl\ndir/inner.ts",
		} {
			tr.write(t, "src/"+name, "import { subject } from './main'\nexport const x = subject\n")
		}
	}, warns: []string{"invalid_name"}},
	"extends_chain": {every: "ok|bad_config|memory|guest_fault|budget", files: chain(200)},
	"deep_json": {every: "any", files: map[string]string{
		"tsconfig.json": `{"include": ["src"], "x": ` + strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000) + "}"}},
	"long_json":  {every: "any", files: map[string]string{"tsconfig.json": `{"include": ["src"], "x": "` + strings.Repeat("y", 1<<20) + `"}`}},
	"sparse":     {every: "ok", make: sparse("src/huge.ts", 8<<30), warns: []string{"src/huge.ts: too_large"}},
	"own_sparse": {every: "any", make: sparse("src/main.ts", 8<<30)},
	"wide":       {every: "any", make: wide("src/wide", 11_000), flags: []string{"--max-dir-entries", "10000"}},
	"many":       {every: "budget", make: wide("src/wide", 5_000), flags: []string{"--max-entries", "1000"}},
	"deep": {every: "any", make: func(t testing.TB, tr *tree) {
		tr.write(t, "src/"+strings.Repeat("d/", 1000)+"x.ts", "export {}\n")
	}},
	"links": {every: "any", make: func(t testing.TB, tr *tree) {
		for i := range 1_000 {
			tr.link(t, fmt.Sprint("l", (i+1)%1000), fmt.Sprint("src/l", i))
		}
	}},
	"long_line": {every: "any", flags: []string{"--timeout", "3s"}, files: map[string]string{
		"src/user.ts": "import { subject } from './main'; export const x = [" + strings.Repeat("subject,", 10_000) + "]"}},
	"imports": {every: "ok", files: importChain(300)},
	"types": {every: "any", flags: []string{"--timeout", "3s"}, files: map[string]string{"src/user.ts": `
import { subject } from './main'
type Grow<T extends unknown[], N> = T['length'] extends N ? T : Grow<[...T, 1], N>
type Two<N extends string> = ` + "`${N}a` | `${N}b`" + `
type Bomb = Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<Two<''>>>>>>>>>>>>>>>>>>>
export const x: Bomb = subject as any; export const y: Grow<[], 9999> = x as any; export const z = subject
`}},
	"nesting": {every: "any", files: map[string]string{
		"src/user.ts": "import { subject } from './main'\nexport const x = " + strings.Repeat("f(", 50_000) + "subject" + strings.Repeat(")", 50_000)}},
	"brackets": {every: "any", files: map[string]string{
		"src/main.ts": "export const subject = " + strings.Repeat("[", 20_000), "src/user.ts": strings.Repeat("`${", 20_000)}},
	"comments": {every: "any", flags: []string{"--timeout", "3s"}, files: map[string]string{
		"src/main.ts": "/** @param {" + strings.Repeat("(((a|", 5_000) + " */\nexport const subject = 1\n",
		"src/user.ts": "import { subject } from './main'\n// " + strings.Repeat("a", 1<<20) + "!\nexport const x = [subject, /" + strings.Repeat("(a+)+", 2_000) + "$/]\n"}},
	"overloads": {every: "any", flags: []string{"--timeout", "2s"}, files: map[string]string{
		"src/user.ts": "import { subject } from './main'\n" + strings.Repeat("declare function f(a: typeof subject, b: (x: number) => string): void\n", 5_000) +
			strings.Repeat("f(subject, x => { f(subject, y => '') })\n", 500)}},
	"merged": {every: "any", flags: []string{"--timeout", "2s"}, files: map[string]string{
		"src/user.ts": "import { subject } from './main'\n" + strings.Repeat("export interface I { a: typeof subject }\nexport namespace N { export const x = subject }\n", 5_000)}},
	"small_answer": {every: "any", flags: []string{"--max-answer", "1"}, files: map[string]string{
		"src/main.ts": "export const subject = 1\n" + strings.Repeat("subject;subject;subject;subject\n", 400)},
		calls: []hostileCall{
			{"planRenameSymbol", map[string]any{"filePath": "src/main.ts", "line": 0, "character": 13, "newName": strings.Repeat("x", 800), "maxAnswerChars": 4 << 20}, "too_large"},
		}},
	"unclosed_declaration": {every: "ok", files: map[string]string{
		"node_modules/dep/package.json": `{"name": "dep", "version": "1.0.0", "types": "index.d.ts"}`,
		"node_modules/dep/index.d.ts":   "export declare const dep: number\nexport type Open = { \"\\",
		"src/user.ts":                   "import { dep } from 'dep'\nimport { subject } from './main'\nexport const all = [subject, dep]\n"}},
}

// TestSpecial are the repositories that text cannot say: special files, names that are no text, sizes, depths. Each
// goes through the same questions and assertions as the text cases.
func TestSpecial(t *testing.T) {
	if testing.Short() {
		t.Skip("its trees run into limits of time, which takes minutes: run without -short")
	}
	for name, c := range specialCases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.byTool == nil {
				c.byTool = map[string]string{}
			}
			c.run(t)
		})
	}
	t.Cleanup(func() { t.Log(score.String()) })
}

func chain(n int) map[string]string {
	files := map[string]string{"tsconfig.json": `{"extends": "./c0.json", "include": ["src"]}`}
	for i := range n {
		files[fmt.Sprintf("c%d.json", i)] = fmt.Sprintf(`{"extends": "./c%d.json"}`, i+1)
	}
	files[fmt.Sprintf("c%d.json", n)] = `{}`
	return files
}

func importChain(n int) map[string]string {
	files := map[string]string{"src/user.ts": "import { subject } from './main'\nimport './m0'\nexport const x = subject\n"}
	for i := range n {
		files[fmt.Sprintf("src/m%d.ts", i)] = fmt.Sprintf("import './m%d'\nexport {}\n", (i+1)%n)
	}
	return files
}

func sparse(name string, size int64) func(testing.TB, *tree) {
	return func(t testing.TB, tr *tree) {
		tr.write(t, name, "")
		if err := os.Truncate(tr.path(name), size); err != nil {
			t.Fatal(err)
		}
	}
}

func wide(name string, n int) func(testing.TB, *tree) {
	return func(t testing.TB, tr *tree) {
		hostfstest.Mkdir(t, tr.path(name))
		for i := range n {
			hostfstest.Write(t, tr.path(fmt.Sprintf("%s/f%d.txt", name, i)), "")
		}
	}
}

// TestSwap asks while directories and files turn into links that lead out, and back. A reader that checks and then
// opens leaks in the same race; if it does not, the test shows nothing.
func TestSwap(t *testing.T) {
	tr, benign := newTree(t, nil), newTree(t, nil)
	hostfstest.Write(t, filepath.Join(tr.evil, "a.ts"), "export const subject = '"+tr.canary+"'\n")
	tr.write(t, "src/dir/a.ts", "export const inner = 1\n")
	tr.write(t, "src/user.ts", "import { inner } from './dir/a'\nimport { subject } from './main'\nexport const all = [inner, subject]\n")
	tr.link(t, "../../proj-evil", "src/evil")
	tr.write(t, "src/file.ts", "export const f = 1\n")
	tr.link(t, "../../secret.ts", "src/evil.ts")
	var stop atomic.Bool
	var swapping sync.WaitGroup
	for _, pair := range [][2]string{{"src/dir", "src/evil"}, {"src/file.ts", "src/evil.ts"}} {
		swapping.Go(func() {
			for !stop.Load() {
				if err := hostfstest.Swap(tr.path(pair[0]), tr.path(pair[1])); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	defer swapping.Wait()
	defer stop.Store(true)

	leaks, reads := 0, 0
	for end := time.Now().Add(20 * time.Second); leaks == 0 && time.Now().Before(end); reads++ {
		path := tr.path("src/file.ts")
		real, err := filepath.EvalSymlinks(path)
		if err == nil && strings.HasPrefix(real, tr.root+"/") {
			if data, _ := os.ReadFile(path); strings.Contains(string(data), tr.canary) {
				leaks++
			}
		}
	}
	if leaks == 0 {
		t.Fatal("the naive reader did not leak: the race is not a race")
	}

	s := start(t, tr.home, "--root", tr.root, "--root", benign.root, "--timeout", timeLimit.String())
	s.moving = true
	verdicts := map[string]int{}
	asked := 0
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); asked++ {
		for tool, arguments := range map[string]map[string]any{
			"planRenameSymbol":  {"projectRoot": tr.root, "filePath": "src/dir/a.ts", "line": 0, "character": 13, "newName": "renamed"},
			"planFileMove":      {"projectRoot": tr.root, "oldPath": "src/file.ts", "newPath": "src/moved.ts"},
			"planDirectoryMove": {"projectRoot": tr.root, "oldDir": "src/dir", "newDir": "src/moved"},
		} {
			verdicts[s.call(t, tool, arguments).verdict()]++
		}
	}
	s.searchMemory(t, tr)
	tr.leaked(t, "standard output", s.stdout.Bytes())
	tr.leaked(t, "standard error", s.stderr.Bytes())
	if a := s.call(t, "planRenameSymbol", question(toolInfo{}, benign, renameFields)); a.verdict() != "ok" {
		t.Error(a.Text)
	}
	t.Logf("naive reader: a leak in %d reads; tsplan: 0 in %d questions: %v", reads, 3*asked, verdicts)
	s.stop(t)
}
