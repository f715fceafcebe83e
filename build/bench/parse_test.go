package bench

import (
	"strings"
	"testing"
)

// TestDirectoryIsForRandomPlans asks for a directory with other scenarios than l, which would write into it, and with projects.
func TestDirectoryIsForRandomPlans(t *testing.T) {
	for _, args := range []string{"-directory .", "-directory . -scenario e", "-directory . -scenario l -project rxjs"} {
		if _, err := Parse(strings.Fields(args)); err == nil {
			t.Errorf("%s is no error", args)
		}
	}
	o, err := Parse(strings.Fields("-directory . -scenario l -tsconfig a.json,b.json -seed 7"))
	if err != nil || o.Directory != "." || o.Seed != 7 || len(o.Tsconfigs) != 2 {
		t.Errorf("%+v, %v", o, err)
	}
}
