package tools_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/kept"
	"tsplan/tools/plan"
	"tsplan/tools/planner"
)

var hashProject = map[string]string{
	"tsconfig.json": `{"include":["src"]}`,
	"src/a.ts":      "// temp\nexport const temp = 1;\n",
	"src/b.ts":      "import { temp } from \"./a\";\nexport const b = temp;\n",
	"src/c/d.ts":    "import { temp } from \"../a\";\nexport const d = temp;\nfunction unused() {}\n",
}

// Every answer with a plan has 16 digits of each SHA-256; plan tools have the whole on request, and get_plan always.
func TestShortHashes(t *testing.T) {
	dir := hostfstest.LayOut(t, hashProject)
	h := start(t, runtime.Limits{}, dir)
	short := regexp.MustCompile(`"sha256Short":"[0-9a-f]{16}"`)
	whole := regexp.MustCompile(`"sha256(After)?":"[0-9a-f]{64}"`)
	for tool, arguments := range map[string]map[string]any{
		"planRenameSymbol":     {"locate": "src/a.ts:temp", "newName": "buffer"},
		"planFileMove":         {"oldPath": "src/a.ts", "newPath": "src/e.ts"},
		"planDirectoryMove":    {"oldDir": "src/c", "newDir": "src/e/f"},
		"planBatch":            {"steps": []map[string]any{{"tool": "planFileMove", "oldPath": "src/a.ts", "newPath": "src/e.ts"}}},
		"rename_symbol":        {"name_path": "temp", "relative_path": "src/a.ts", "new_name": "buffer"},
		"replace_symbol_body":  {"name_path": "d", "relative_path": "src/c/d.ts", "new_body": "export const d = 2;"},
		"insert_after_symbol":  {"name_path": "d", "relative_path": "src/c/d.ts", "content": "export const e = 2;"},
		"insert_before_symbol": {"name_path": "d", "relative_path": "src/c/d.ts", "content": "export const e = 2;"},
		"safe_delete_symbol":   {"name_path": "unused", "relative_path": "src/c/d.ts"},
	} {
		arguments["projectRoot"] = dir
		answer, failure := h.call(t, tool, arguments)
		if !short.Match(answer) || whole.Match(answer) {
			t.Errorf("%s: %s%s", tool, answer, failure)
		}
		if !strings.HasPrefix(tool, "plan") {
			continue // get_plan has the whole
		}
		arguments["fullHashes"] = true
		answer, failure = h.call(t, tool, arguments)
		if short.Match(answer) || !whole.Match(answer) {
			t.Errorf("%s with whole hashes: %s%s", tool, answer, failure)
		}
	}
	var renamed planner.RenameResult
	h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "locate": "src/a.ts:temp", "newName": "buffer"}, &renamed)
	if len(renamed.Suggested) != 1 || len(renamed.Suggested[0].SHA256Short) != 16 || renamed.Suggested[0].SHA256 != "" {
		t.Errorf("suggested: %+v", renamed.Suggested)
	}
	var page kept.GetPlanResult
	h.answer(t, "get_plan", map[string]any{"planId": renamed.PlanID}, &page)
	for i, e := range renamed.Edits {
		data, err := os.ReadFile(e.FilePath)
		if err != nil {
			t.Fatal(err)
		}
		if sum := plan.Sum(data); page.Edits[i].SHA256 != sum || e.SHA256Short != sum[:16] {
			t.Errorf("%s has %s: the answer says %s, get_plan %s", e.FilePath, sum, e.SHA256Short, page.Edits[i].SHA256)
		}
		if after := page.Edits[i].SHA256After; len(after) != 64 || after[:16] != e.SHA256AfterShort {
			t.Errorf("%s: the answer says %s, get_plan %s", e.FilePath, e.SHA256AfterShort, after)
		}
	}
}

// A hash that a client hands back may be the beginning of one, of 16 digits or more.
func TestHashesHandedBack(t *testing.T) {
	dir := hostfstest.LayOut(t, hashProject)
	h := start(t, runtime.Limits{}, dir)
	var renamed planner.RenameResult
	h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "locate": "src/a.ts:temp", "newName": "buffer"}, &renamed)
	edits, err := json.Marshal(renamed.Edits)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(change func(first map[string]any)) (planner.VerifyResult, string) {
		t.Helper()
		var given []map[string]any
		if err := json.Unmarshal(edits, &given); err != nil {
			t.Fatal(err)
		}
		change(given[0])
		raw, failure := h.call(t, "verifyPlan", map[string]any{"projectRoot": dir, "edits": given})
		var out planner.VerifyResult
		if failure == "" {
			if err := json.Unmarshal(raw, &out); err != nil {
				t.Fatal(err)
			}
		}
		return out, failure
	}
	first := renamed.Edits[0]
	for name, test := range map[string]struct {
		change  func(first map[string]any)
		verdict string
		failure string
	}{
		"as they were answered": {func(map[string]any) {}, "proven", ""},
		"17 digits as sha256": {func(f map[string]any) {
			f["sha256"] = strings.ToUpper(plan.Sum([]byte(hashProject["src/a.ts"]))[:17])
		}, "proven", ""},
		"of other bytes":       {func(f map[string]any) { f["sha256Short"] = strings.Repeat("0", 16) }, "unproven", ""},
		"leading elsewhere":    {func(f map[string]any) { f["sha256AfterShort"] = strings.Repeat("0", 16) }, "warnings", ""},
		"15 digits":            {func(f map[string]any) { f["sha256Short"] = first.SHA256Short[:15] }, "", "src/a.ts: a SHA-256 is given with 64 hex digits, or with its first 16 or more"},
		"15 digits, as sha256": {func(f map[string]any) { f["sha256After"] = first.SHA256AfterShort[:15] }, "", "or with its first 16 or more"},
		"no digits":            {func(f map[string]any) { f["sha256Short"] = "b0bcaf4d12345..." }, "", `not "b0bcaf4d12345..."`},
	} {
		got, failure := verify(test.change)
		if got.Verdict != test.verdict || (failure == "") != (test.failure == "") || !strings.Contains(failure, test.failure) {
			t.Errorf("%s: %q %s", name, got.Verdict, failure)
		}
		if got.Verdict != "" && got.PlanID != renamed.PlanID {
			t.Errorf("%s: it is another plan, %s", name, got.PlanID)
		}
	}
	hostfstest.WriteAll(t, dir, map[string]string{"src/a.ts": "// temp\nexport const temp = 2;\n"})
	if got, failure := verify(func(map[string]any) {}); strings.Join(got.Stale, " ") != "src/a.ts" {
		t.Errorf("%+v %s", got, failure)
	}

	var page kept.GetPlanResult
	h.answer(t, "get_plan", map[string]any{"planId": renamed.PlanID[:len("sha256:")+16]}, &page)
	if page.PlanID != renamed.PlanID || len(page.Edits) != 3 || strings.Join(page.Stale, " ") != "src/a.ts" {
		t.Errorf("%+v", page)
	}
	if _, failure := h.call(t, "get_plan", map[string]any{"planId": renamed.PlanID[:len("sha256:")+15]}); !strings.Contains(failure, "or with its first 16 or more") {
		t.Error(failure)
	}
}
