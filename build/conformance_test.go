package main

import (
	"strings"
	"testing"
)

// TestConformanceReport counts scenarios, and fails for a check that applies and for an excuse that nothing needs.
func TestConformanceReport(t *testing.T) {
	excused, err := readExcuses([]byte(`{"no prompts": ["prompts", "caching/prompts"], "old": ["gone", "ping"]}`))
	if err != nil {
		t.Fatal(err)
	}
	results := map[string][]check{
		"ping":    {{ID: "ping", Status: "SUCCESS"}},
		"prompts": {{ID: "a", Status: "FAILURE"}, {ID: "b", Status: "SUCCESS"}},
		"caching": {{ID: "prompts", Status: "FAILURE"}, {ID: "tools", Status: "SUCCESS"}, {ID: "list", Status: "SUCCESS"}},
		"polling": {{ID: "c", Status: "SKIPPED"}},
		"broken":  {{ID: "d", Status: "FAILURE", ErrorMessage: "why"}, {ID: "e", Status: "SUCCESS"}},
	}
	var out strings.Builder
	err = report(&out, "2026-07-28", results, excused)
	if err == nil || err.Error() != "2026-07-28: broken: d: why" {
		t.Errorf("%v", err)
	}
	if want := "5 scenarios: 1 passed, 1 passed in part, 1 failed, 2 not applicable; 3 checks passed in those that apply\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("%s", out.String())
	}
	if err := excused.unused(); err == nil || !strings.HasSuffix(err.Error(), ": gone, ping") {
		t.Errorf("%v", err)
	}
}
