package tools_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/planner"
)

// TestReplacedRoot puts other directories, and links to some, in the place of the root between questions. Each answer
// is about what is there then, the first one as well as those after it.
func TestReplacedRoot(t *testing.T) {
	root := hostfstest.LayOut(t, twoFiles())
	one, two := hostfstest.LayOut(t, twoFiles()), hostfstest.LayOut(t, twoFiles())
	h := start(t, runtime.Limits{}, root)
	about := func(stage, dir string) {
		t.Helper()
		for range 2 {
			var result planner.RenameResult
			h.answer(t, "planRenameSymbol", renameAdd(root), &result)
			if len(result.Edits) != 2 {
				t.Errorf("%s: %d files, %s", stage, len(result.Edits), result.Reason)
			}
			for _, f := range result.Edits {
				if !strings.HasPrefix(f.FilePath, dir+string(filepath.Separator)) {
					t.Errorf("%s: the plan edits %s, which is not in %s", stage, f.FilePath, dir)
				}
			}
		}
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	about("at first", root)
	do(os.Rename(root, root+".old"))
	if _, failure := h.call(t, "planRenameSymbol", renameAdd(root)); !strings.HasPrefix(failure, "not_found: root ") {
		t.Errorf("no root: %s", failure)
	}
	do(os.Symlink(one, root))
	about("a link", one)
	do(os.Remove(root))
	do(os.Symlink(two, root))
	about("the link leads elsewhere", two)
	do(os.Remove(root))
	do(os.Rename(one, root))
	about("another directory", root)
	do(os.Rename(root, one))
	do(os.Rename(root+".old", root))
	about("the first directory again", root)
}
