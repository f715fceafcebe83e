package tools_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

// proven asks for a plan and returns the verdict of its proof, "" if it has none, and the planId.
func (h *harness) proven(t *testing.T, tool string, arguments map[string]any) (verdict, planID string) {
	t.Helper()
	var out planner.RenameResult // whose account all plans have
	h.answer(t, tool, arguments, &out)
	if out.PlanID == "" {
		t.Fatalf("%s %v: no plan: %s", tool, arguments, out.Reason)
	}
	if out.Proof == nil {
		return "", out.PlanID
	}
	return out.Proof.Verdict, out.PlanID
}

// TestDefaultProof asks for plans and says nothing about a proof. A plan has the proof that costs little: it does not wait for a project
// that is not loaded.
func TestDefaultProof(t *testing.T) {
	t.Parallel()
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "esnext", "moduleResolution": "bundler"}}`,
		"page.ts":       "export interface Page { size: number }\nexport function half(page: Page) { const sum = page.size; return sum / 2; }\n",
		"use.ts":        "import { half } from './page';\nexport const two = half({ size: 4 });\n",
	})
	renamed := func(line, character int) map[string]any {
		return map[string]any{"projectRoot": dir, "filePath": "page.ts", "line": line, "character": character, "newName": "renamed"}
	}
	local, exported, member := renamed(1, 43), renamed(1, 16), renamed(0, 24)
	moved := map[string]any{"projectRoot": dir, "oldPath": "page.ts", "newPath": "lib/page.ts"}
	batch := map[string]any{"projectRoot": dir, "steps": []any{map[string]any{"tool": "planFileMove", "oldPath": "page.ts", "newPath": "lib/page.ts"}}}
	for _, c := range []struct {
		name, tool string
		arguments  map[string]any
		want       string // in a project never seen
	}{
		{"local", "planRenameSymbol", local, "proven"},
		{"exported", "planRenameSymbol", exported, "proven"},
		{"member", "planRenameSymbol", member, "pending"},
		{"move", "planFileMove", moved, "proven"},
		{"batch", "planBatch", batch, "proven"}, // loads the project for its steps
		{"name path", "rename_symbol", map[string]any{"projectRoot": dir, "name_path": "Page/size", "relative_path": "page.ts", "new_name": "renamed"}, "pending"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, runtime.Limits{}, dir)
			verdict, id := h.proven(t, c.tool, c.arguments)
			if verdict != c.want {
				t.Errorf("never seen: verdict %q, want %q", verdict, c.want)
			}
			var verified planner.VerifyResult
			if h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "planId": id}, &verified); verified.Verdict != "proven" {
				t.Errorf("verifyPlan: %+v", verified)
			}
			page, err := h.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "tsplan://plan/" + id + ".html"})
			if err != nil || !strings.Contains(page.Contents[0].Text, `<b id="verdict" class="good">proven`) {
				t.Errorf("the page to review the plan does not show its latest proof: %v", err)
			}
			// In a project that is loaded, the proof is part of the answer. A slow machine may not be done with it.
			if verdict, _ := h.proven(t, c.tool, c.arguments); verdict != "proven" && verdict != "incomplete" {
				t.Errorf("loaded: verdict %q", verdict)
			}
			c.arguments["verify"] = false
			if verdict, _ := h.proven(t, c.tool, c.arguments); verdict != "" {
				t.Errorf("without a proof: verdict %q", verdict)
			}
		})
	}
}

// TestDefaultProofKeepsPlan renames a member that an object literal must have, too. Only with verify the plan has it: without, how far the proof
// comes must not matter.
func TestDefaultProofKeepsPlan(t *testing.T) {
	t.Parallel()
	dir := hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "esnext", "moduleResolution": "bundler"}}`,
		"page.ts":       "export interface Page { size: number }\nexport const half = (page: Page) => page.size / 2;\n",
		"use.ts":        "import { half } from './page';\nconst large = { size: 4 };\nexport const two = half(large);\n",
	})
	h := start(t, runtime.Limits{}, dir)
	for _, c := range []struct {
		verify  any
		files   int
		verdict string
	}{{true, 2, "proven"}, {nil, 1, "unproven"}, {false, 1, ""}} {
		arguments := map[string]any{"projectRoot": dir, "filePath": "page.ts", "line": 0, "character": 24, "newName": "renamed", "proofBudget": 60_000}
		if c.verify != nil {
			arguments["verify"] = c.verify
		}
		var out planner.RenameResult
		if h.answer(t, "planRenameSymbol", arguments, &out); len(out.Edits) != c.files {
			t.Errorf("verify %v: edits in %d files, want %d", c.verify, len(out.Edits), c.files)
		}
		if out.Proof == nil {
			out.Proof = &plan.Proof{}
		}
		if out.Proof.Verdict != c.verdict || (c.verdict == "unproven") != strings.Contains(strings.Join(out.Proof.Open, " "), "verify true") {
			t.Errorf("verify %v: %+v, want %q", c.verify, out.Proof, c.verdict)
		}
	}
}

// lineWriter sends on seen when a line has all of the parts.
type lineWriter struct {
	parts []string
	seen  chan struct{}
}

func (w lineWriter) Write(line []byte) (int, error) {
	if !slices.ContainsFunc(w.parts, func(part string) bool { return !strings.Contains(string(line), part) }) {
		w.seen <- struct{}{}
	}
	return len(line), nil
}

// TestProofGoesOn waits until the session has continued a proof by itself. The budget of verifyPlan is enough for what is done by then, and
// for nothing more.
func TestProofGoesOn(t *testing.T) {
	t.Parallel()
	dir := hostfstest.LayOut(t, bordering(8))
	continued := lineWriter{[]string{"proof continued while no question was asked", "done=true"}, make(chan struct{}, 1)}
	h := startWith(t, runtime.Options{Cache: cacheDir, Logger: slog.New(slog.NewTextHandler(continued, nil))}, dir)
	verdict := func(newName string, wait bool) string {
		first, id := h.proven(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "filePath": "page.ts", "line": 0, "character": 24,
			"newName": newName, "proofBudget": 1})
		if first != "pending" && first != "incomplete" {
			t.Errorf("the plan is %s already", first)
		}
		if wait {
			select {
			case <-continued.seen:
			case <-time.After(time.Minute):
				t.Fatal("a minute without a question, and the proof is not done")
			}
		}
		var verified planner.VerifyResult
		h.answer(t, "verifyPlan", map[string]any{"projectRoot": dir, "planId": id, "proofBudget": 1}, &verified)
		return verified.Verdict
	}
	for _, c := range []struct {
		name string
		wait bool
		want string
	}{{"first", true, "proven"}, {"second", false, "incomplete"}, {"third", true, "proven"}} {
		if got := verdict(c.name, c.wait); got != c.want {
			t.Errorf("%s: verdict %q, want %q", c.name, got, c.want)
		}
	}
}
