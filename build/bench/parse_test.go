package bench

import (
	"strings"
	"testing"
)

// TestDirectoryIsForRandomPlans checks that -directory is refused together with scenarios other than l. One of them, e, edits files, and a user's
// repository must not be edited. It is also refused together with -project.
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
