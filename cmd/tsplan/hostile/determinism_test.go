package hostile

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
)

// shuffled lays out files in an order of its own, where the system lists directories in the order of making.
func shuffled(t *testing.T, files map[string]string, seed uint64) (root, order string) {
	t.Helper()
	dir := t.TempDir()
	if memory, err := os.MkdirTemp("/dev/shm", "tsplan"); err == nil { // a tmpfs, which does
		dir = memory
		t.Cleanup(func() { os.RemoveAll(memory) })
	}
	names := slices.Sorted(maps.Keys(files))
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		hostfstest.Write(t, filepath.Join(dir, name), files[name])
	}
	f, err := os.Open(filepath.Join(dir, "src"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	listed, err := f.Readdirnames(-1)
	if err != nil {
		t.Fatal(err)
	}
	return dir, fmt.Sprint(listed)
}

var (
	trees       = flag.Int("trees", 2, "about how many trees TestDeterminism asks")
	allCases    = flag.Bool("all-cases", false, "ask the text cases a second time, without the files outside of their roots, and trace all of them instead of every fifth")
	bothEngines = flag.Bool("both-engines", false, "TestDeterminism also asks a binary with wasmtime, which takes a C compiler and minutes to build")
)

// F12: the same tree has the same answers: a hundred times, whatever the order in which directories are listed, cold
// and warm, and with either engine.
func TestDeterminism(t *testing.T) {
	const repeats = 5
	files := map[string]string{
		"tsconfig.json":             `{"include": ["src"], "references": [{"path": "./lib"}]}`,
		"src/main.ts":               "export const subject = 1\nexport interface Shape { subject: number }\n",
		"lib/tsconfig.json":         `{"compilerOptions": {"composite": true}}`,
		"lib/l.ts":                  "import { subject } from '../src/main'\nexport const l = { subject }\n",
		"node_modules/dep/index.ts": "export const dep = 1\n",
	}
	for i := range 12 {
		files[fmt.Sprintf("src/m%d.ts", i)] = fmt.Sprintf(
			"import { subject, type Shape } from './main'\nimport { dep } from 'dep'\nexport const v%d: Shape = { subject: subject + dep }\n", i)
		files[fmt.Sprintf("src/d%d/x.ts", i)] = fmt.Sprintf("export { subject as s%d } from '../main'\nexport * from '../m%d'\n", i, i)
	}
	engines := map[string]string{"wazero": program}
	if *bothEngines {
		other := filepath.Join(t.TempDir(), "tsplan-wasmtime")
		build := exec.Command("go", "build", "-tags", "wasmtime", "-o", other, "tsplan/cmd/tsplan")
		build.Env = append(os.Environ(), "CGO_ENABLED=1")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building tsplan with wasmtime: %v %.200s", err, out)
		}
		engines["wasmtime"] = other
	}
	golden, orders := map[string]string{}, map[string]bool{}
	answers := 0
	for engine, program := range engines {
		for n := range uint64(*trees) {
			root, order := shuffled(t, files, n)
			orders[order] = true
			tr := &tree{root: root}
			s := startProgram(t, program, t.TempDir(), "--root", root, "--timeout", timeLimit.String())
			offered := s.toolList(t)
			for range repeats {
				for _, tool := range offered {
					a := s.call(t, tool.Name, question(tool, tr, nil))
					text := strings.ReplaceAll(a.Text+string(a.JSON), root, "ROOT")
					if golden[tool.Name] == "" {
						golden[tool.Name] = text
					}
					if answers++; text != golden[tool.Name] {
						t.Fatalf("%s, %s, tree %d:\n%s\nand before\n%s\n%s", engine, tool.Name, n, text, golden[tool.Name], s.stderr.Bytes())
					}
				}
			}
			s.stop(t)
		}
	}
	t.Logf("%d repeats, %d orders of listing a directory, engines %v: %d answers of %d tools, each equal byte for byte",
		*trees*repeats, len(orders), slices.Sorted(maps.Keys(engines)), answers, len(golden))
	if len(orders) < 2 {
		t.Log("NOT SHOWN HERE: this system lists a directory in one order only")
	}
}
