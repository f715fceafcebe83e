package main

import "testing"

// TestEndOfFuzzing has what `go test -fuzz` prints when a run fails: only a run that failed at the end of its time counts as done.
func TestEndOfFuzzing(t *testing.T) {
	const progress = "fuzz: elapsed: 41s, execs: 113875 (0/sec), new interesting: 10 (total: 102)\n"
	for name, c := range map[string]struct {
		output string
		want   bool
	}{
		"only the deadline": {progress + "--- FAIL: FuzzText (41.04s)\n    context deadline exceeded\nFAIL\nexit status 1\n", true},
		"a failing input": {progress + "--- FAIL: FuzzText (3.04s)\n    --- FAIL: FuzzText (0.00s)\n        position_test.go:9: wrong\n" +
			"    \n    Failing input written to testdata/fuzz/FuzzText/582528ddfad69eb5\nFAIL\n", false},
		"a deadline in the code under test": {progress + "--- FAIL: FuzzText (3.04s)\n    --- FAIL: FuzzText (0.00s)\n        a_test.go:9: context deadline exceeded\nFAIL\n", false},
		"another target":                    {progress + "--- FAIL: FuzzOther (41.04s)\n    context deadline exceeded\nFAIL\n", false},
		"a hanging worker":                  {progress + "--- FAIL: FuzzText (41.04s)\n    fuzzing process hung or terminated unexpectedly: exit status 2\nFAIL\n", false},
		"no output":                         {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ranItsTime(c.output, "FuzzText"); got != c.want {
				t.Errorf("ranItsTime = %t; want %t", got, c.want)
			}
		})
	}
}
