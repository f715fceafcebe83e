package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
)

// hostileCase is a repository and what to ask about it. Text cases are files of testdata/adversarial: the first line
// says what the case is for, the others are instructions, and then come the files.
//
//	every VERDICT                 what every tool answers to its usual question about src/main.ts: ok, refused,
//	                              a code of the list, several with | between, or any
//	TOOL VERDICT                  the same for one tool
//	call TOOL ARGUMENTS VERDICT   a question of the case's own; ARGUMENTS are JSON without spaces
//	warns TEXT                    some answer holds the text
//	never TEXT                    no answer does, nor the log
type hostileCase struct {
	about string
	files map[string]string
	links map[string]string
	make  func(t testing.TB, tr *tree) // what text cannot say; nil for nothing
	flags []string
	twice bool // also without anything outside the repository

	offered []toolInfo // the tools that it was put to

	every        string
	byTool       map[string]string
	calls        []hostileCall
	warns, never []string
}

type hostileCall struct {
	tool      string
	arguments map[string]any
	want      string
}

func readCase(t *testing.T, path string) *hostileCase {
	t.Helper()
	text := hostfstest.ReadTextCase(t, path)
	c := &hostileCase{about: text.About, twice: true, files: text.Files, links: text.Links, every: "any", byTool: map[string]string{}}
	for line := range strings.SplitSeq(text.Instructions, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		fields := strings.Fields(rest)
		switch {
		case word == "":
		case word == "warns":
			c.warns = append(c.warns, rest)
		case word == "never":
			c.never = append(c.never, rest)
		case word == "call" && len(fields) == 3:
			call := hostileCall{tool: fields[0], want: fields[2]}
			if err := json.Unmarshal([]byte(fields[1]), &call.arguments); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			c.calls = append(c.calls, call)
		case word == "every" && len(fields) == 1:
			c.every = fields[0]
		case len(fields) == 1:
			c.byTool[word] = fields[0]
		default:
			t.Fatalf("no such instruction: %s", line)
		}
	}
	return c
}

// textCases are those of testdata/adversarial, by name.
func textCases(t *testing.T) map[string]*hostileCase {
	t.Helper()
	files, err := filepath.Glob("../../../testdata/adversarial/*.txtar")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	cases := map[string]*hostileCase{}
	for _, file := range files {
		cases[strings.TrimSuffix(filepath.Base(file), ".txtar")] = readCase(t, file)
	}
	return cases
}

// TestAdversarial runs every text case.
func TestAdversarial(t *testing.T) {
	for name, c := range textCases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
	t.Cleanup(func() { t.Log(score.String()) })
}

// run asks everything, of a text case twice but for -short: with and without anything outside the repository, which must
// make no difference. In between come questions about a harmless project, whose answer must not change either.
func (c *hostileCase) run(t *testing.T) {
	tr := newTree(t, c.files)
	for name, target := range c.links {
		tr.link(t, target, name)
	}
	if c.make != nil {
		c.make(t, tr)
	}
	benign := newTree(t, nil)
	with := c.ask(t, tr, benign)
	score.ran(c.offered)
	if !c.twice || !*allCases {
		return
	}
	tr.removeOutside(t)
	without := c.ask(t, tr, benign)
	if len(with) != len(without) {
		t.Fatalf("%d and %d answers", len(with), len(without))
	}
	for i, a := range with {
		// An answer at the time limit depends on the speed of the machine.
		if b := without[i]; a != b && !strings.HasPrefix(a, "deadline") && !strings.HasPrefix(b, "deadline") {
			t.Errorf("what is outside shows: with it\n%s\nand without\n%s", a, b)
		}
	}
}

// ask returns the text of each answer.
func (c *hostileCase) ask(t *testing.T, tr, benign *tree) []string {
	t.Helper()
	flags := append([]string{"--root", tr.root, "--root", benign.root, "--timeout", timeLimit.String()}, c.flags...)
	s := start(t, tr.home, flags...)
	defer s.stop(t)
	before := tr.merkle(t)
	var answers []string
	golden := ""
	check := func(tool string, arguments map[string]any, want string) {
		t.Helper()
		a := s.call(t, tool, arguments)
		if got := a.verdict(); want != "any" && !slices.Contains(strings.Split(want, "|"), got) {
			t.Errorf("%s %v: got %s, want %s: %.500s", tool, arguments, got, want, a.Text)
		}
		answers = append(answers, a.Text+"\n"+string(a.JSON))
		next := s.call(t, "planRenameSymbol", question(toolInfo{}, benign, renameFields))
		if golden == "" {
			golden = string(next.JSON)
		}
		if next.verdict() != "ok" || string(next.JSON) != golden {
			t.Errorf("after %s %v the harmless project's answer is %s", tool, arguments, next.Text)
		}
		score.question()
	}
	offered := s.toolList(t)
	c.offered = offered
	for _, tool := range offered {
		want := c.every
		if special, ok := c.byTool[tool.Name]; ok {
			want = special
		} else if !strings.HasPrefix(tool.Name, "plan") || tool.Name == "planBatch" {
			want = "any" // of the closed list: the cases say what a plan comes to
		}
		check(tool.Name, question(tool, tr, nil), want)
	}
	for _, call := range c.calls {
		if _, given := call.arguments["projectRoot"]; !given {
			call.arguments["projectRoot"] = tr.root
		}
		check(call.tool, call.arguments, call.want)
	}
	all := strings.Join(answers, "\n")
	for _, text := range c.warns {
		if !strings.Contains(all, text) {
			t.Errorf("no answer says %q:\n%s", text, all)
		}
	}
	for _, text := range c.never {
		if strings.Contains(all, text) || bytes.Contains(s.stderr.Bytes(), []byte(text)) {
			t.Errorf("%q shows:\n%s\n%s", text, all, s.stderr.Bytes())
		}
	}
	tr.leaked(t, "standard output", s.stdout.Bytes())
	tr.leaked(t, "standard error", s.stderr.Bytes())
	score.search(s.searchMemory(t, tr))
	s.checkLog(t)
	if tr.merkle(t) != before {
		t.Error("the tree has changed")
	}
	return answers
}

// checkLog holds for every log: lines of text, nothing hidden in them.
func (s *server) checkLog(t testing.TB) {
	t.Helper()
	if log := string(s.stderr.Bytes()); strings.IndexFunc(log, hides) >= 0 {
		t.Errorf("the log holds hidden characters: %q", log)
	}
}

// renameFields are those of planRenameSymbol, for when the list of tools was not asked for.
var renameFields = []string{"projectRoot", "filePath", "line", "character", "newName", "verify"}

// question is a tool's usual question: about subject in src/main.ts.
func question(tool toolInfo, tr *tree, fields []string) map[string]any {
	for name, property := range tool.InputSchema.Properties {
		if name == "locate" && tool.InputSchema.Properties["filePath"].Type != nil {
			continue // the other way to say where
		}
		if slices.Contains(tool.InputSchema.Required, name) || usual(tr, name) != nil {
			fields = append(fields, name)
			_ = property
		}
	}
	arguments := map[string]any{}
	for _, name := range fields {
		value := usual(tr, name)
		if value == nil {
			value = placeholder(fmt.Sprint(tool.InputSchema.Properties[name].Type))
		}
		arguments[name] = value
	}
	return arguments
}

// usual is the value of an argument by its name, nil for one that is not known.
func usual(tr *tree, name string) any {
	switch name {
	case "projectRoot":
		return tr.root
	case "verify":
		return false // how far a proof gets depends on the machine
	case "filePath", "file", "path", "oldPath", "relative_path":
		return "src/main.ts"
	case "locate":
		return map[string]any{"file_path": "src/main.ts", "find": "subject"}
	case "content", "new_body":
		return "export const other = 2"
	case "newPath":
		return "src/moved.ts"
	case "oldDir":
		return "src"
	case "newDir":
		return "lib"
	case "newName", "new_name":
		return "renamed"
	case "steps":
		return []any{
			map[string]any{"tool": "planRenameSymbol", "filePath": "src/main.ts", "line": usual(tr, "line"), "character": usual(tr, "character"), "newName": "renamed"},
			map[string]any{"tool": "planFileMove", "oldPath": "src/main.ts", "newPath": "src/moved.ts"},
		}
	case "line", "character":
		info, err := os.Stat(tr.path("src/main.ts"))
		if err != nil || info.Size() > 64<<20 {
			return 0
		}
		text, err := os.ReadFile(tr.path("src/main.ts"))
		if err != nil {
			return 0
		}
		before, _, _ := strings.Cut(string(text), "subject")
		if name == "line" {
			return strings.Count(before, "\n")
		}
		return len(before) - strings.LastIndexByte(before, '\n') - 1
	}
	return nil
}

func placeholder(kind string) any {
	switch kind {
	case "integer", "number":
		return 1
	case "boolean":
		return false
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	}
	return "subject"
}
