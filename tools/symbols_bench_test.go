package tools_test

import (
	"bufio"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/serena"
)

// thousand lays out a project of 1,000 files with 20,000 symbols.
func thousand(b *testing.B) string {
	files := map[string]string{"tsconfig.json": `{"include":["src"]}`}
	for i := range 1000 {
		var t strings.Builder
		fmt.Fprintf(&t, "export class Service%d {\n", i)
		for j := range 18 {
			fmt.Fprintf(&t, "  /** Does %d. */\n  method%d_%d(value: number): number {\n    return value + %d;\n  }\n", j, i, j, j)
		}
		fmt.Fprintf(&t, "}\nexport const common%d = new Service%d();\n", i, i)
		files[fmt.Sprintf("src/d%02d/file%03d.ts", i%40, i)] = t.String()
	}
	return hostfstest.LayOut(b, files)
}

// BenchmarkFindSymbol asks a warm server for symbols of a project of 1,000 files, all of which are parsed.
func BenchmarkFindSymbol(b *testing.B) {
	h := start(b, runtime.Limits{Time: 10 * time.Minute}, thousand(b))
	var out serena.FindResult
	h.answer(b, "find_symbol", map[string]any{"name_path": "common", "limit": 1}, &out) // parses every file
	if out.Total != 1000 {
		b.Fatalf("%d symbols", out.Total)
	}
	for _, path := range []string{"Service500", "Service77/method77_3", "/common9", "method1_1", "nothing"} {
		b.Run(strings.ReplaceAll(path, "/", "_"), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				begin := time.Now()
				h.answer(b, "find_symbol", map[string]any{"name_path": path}, &out)
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}

// BenchmarkOverviewNeverSeen starts a server on a project that it has not seen and asks for the symbols of one file;
// tsserver is asked the same.
func BenchmarkOverviewNeverSeen(b *testing.B) {
	dir := layOutPackage(b, "rxjs")
	const file = "src/internal/Observable.ts"
	b.Run("tsplan", func(b *testing.B) {
		for b.Loop() {
			h := start(b, runtime.Limits{}, dir)
			var out serena.OverviewResult
			h.answer(b, "get_symbols_overview", map[string]any{"relative_path": file}, &out)
			if len(out.Symbols) == 0 {
				b.Fatal("no symbols")
			}
			h.end()
		}
	})
	b.Run("tsserver", func(b *testing.B) {
		server := filepath.Join(testdata, "npm", "node_modules", "typescript", "lib", "tsserver.js")
		for b.Loop() {
			c := exec.Command("node", server, "--disableAutomaticTypingAcquisition")
			in, err := c.StdinPipe()
			if err != nil {
				b.Fatal(err)
			}
			out, err := c.StdoutPipe()
			if err != nil {
				b.Fatal(err)
			}
			if err := c.Start(); err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(dir, file)
			fmt.Fprintf(in, "{\"seq\":1,\"type\":\"request\",\"command\":\"open\",\"arguments\":{\"file\":%q}}\n", path)
			fmt.Fprintf(in, "{\"seq\":2,\"type\":\"request\",\"command\":\"navtree\",\"arguments\":{\"file\":%q}}\n", path)
			lines := bufio.NewReaderSize(out, 1<<20)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					b.Fatal(err)
				}
				if strings.Contains(line, `"command":"navtree"`) {
					break
				}
			}
			b.StopTimer()
			_ = c.Process.Kill() // it has answered; how it ends does not matter
			_ = c.Wait()
			b.StartTimer()
		}
	})
}
