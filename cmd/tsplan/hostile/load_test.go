package hostile

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var load = flag.Duration("load", 5*time.Second, "how long TestLoad asks")

// TestLoad has 64 clients ask about four projects at once, a tenth of the questions hostile. Every answer to a harmless
// question is the one that was given when nobody else asked, and none tells anything of another project.
func TestLoad(t *testing.T) {
	const clients, projects = 64, 4
	var trees []*tree
	var flags []string
	for i := range projects {
		tr := newTree(t, map[string]string{
			"src/main.ts": fmt.Sprintf("export const subject = 'project%d'\n", i),
			"src/user.ts": fmt.Sprintf("import { subject } from './main'\nexport const project%d = subject\n", i),
		})
		tr.link(t, "../../secret.ts", "src/evil.ts")
		trees = append(trees, tr)
		flags = append(flags, "--root", tr.root)
	}
	s := start(t, trees[0].home, append(flags, "--timeout", timeLimit.String())...)
	offered := s.toolList(t)
	golden := map[string]string{}
	for i, tr := range trees {
		for _, tool := range offered {
			golden[fmt.Sprint(tool.Name, i)] = s.call(t, tool.Name, question(tool, tr, nil)).Text
		}
	}
	hostileQuestions := []map[string]any{
		{"filePath": "src/evil.ts"}, {"filePath": "../secret.ts"}, {"filePath": "/etc/passwd"}, {"line": 1 << 30},
		{"newName": "\x1b[2J"}, {"newName": strings.Repeat("x", 1<<16)}, {"projectRoot": "/"}, {"character": -1},
	}
	var mu sync.Mutex
	var took []time.Duration
	hostileAsked := 0
	end := time.Now().Add(*load)
	var wg sync.WaitGroup
	for client := range clients {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(uint64(client), 1))
			for time.Now().Before(end) && !t.Failed() {
				i := random.IntN(projects)
				tr, hostile := trees[i], random.IntN(10) == 0
				tool := offered[random.IntN(len(offered))]
				var a answer
				if hostile {
					arguments := question(toolInfo{}, tr, renameFields)
					for k, v := range hostileQuestions[random.IntN(len(hostileQuestions))] {
						arguments[k] = v
					}
					a = s.call(t, "planRenameSymbol", arguments)
				} else if a = s.call(t, tool.Name, question(tool, tr, nil)); a.Text != golden[fmt.Sprint(tool.Name, i)] {
					t.Errorf("%s about project %d: %s", tool.Name, i, a.Text)
				}
				for other, tr := range trees {
					if other != i && (strings.Contains(a.Text, tr.root) && !a.IsError || strings.Contains(a.Text, fmt.Sprint("project", other))) {
						t.Errorf("an answer about project %d tells of project %d: %s", i, other, a.Text)
					}
				}
				mu.Lock()
				took = append(took, a.Took)
				if hostile {
					hostileAsked++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for _, tr := range trees {
		tr.leaked(t, "standard output", s.stdout.Bytes())
		tr.leaked(t, "standard error", s.stderr.Bytes())
		s.searchMemory(t, tr)
	}
	slices.Sort(took)
	t.Logf("%d clients, %v, %d tools: %d answers, %d of them to hostile questions, 0 wrong, 0 of another project; median %v, p99 %v, peak memory %d MiB",
		clients, *load, len(offered), len(took), hostileAsked, took[len(took)/2], took[len(took)*99/100], s.peakMemory(t)>>20)
}
