package release

import (
	"os/exec"
	"regexp"
	"testing"
)

// TestGitVersion holds what a commit is called: by its tag, or below all tags, and dirty where the tree differs.
func TestGitVersion(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, key := range []string{"GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(key, "somebody")
	}
	t.Setenv("GIT_AUTHOR_DATE", "1700000000 +0200")
	t.Setenv("GIT_COMMITTER_DATE", "1700000000 +0200")
	for _, c := range []struct {
		commands [][]string
		want     string
	}{
		{[][]string{{"init", "-q"}, {"commit", "-q", "--allow-empty", "-m", "one"}}, `^0\.0\.0-20231114221320-[0-9a-f]{12}$`},
		{[][]string{{"tag", "v1.2.3-rc.1"}, {"tag", "other"}}, `^1\.2\.3-rc\.1$`},
		{[][]string{{"tag", "v1.2.3"}}, `^1\.2\.3$`},
		{[][]string{{"config", "--file", "untracked", "a.b", "c"}}, `^0\.0\.0-20231114221320-[0-9a-f]{12}-dirty$`},
	} {
		for _, args := range c.commands {
			if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
		got, err := gitVersion(t.Context())
		if err != nil || !regexp.MustCompile(c.want).MatchString(got) || !semver.MatchString(got) {
			t.Errorf("%q, %v: want %s", got, err, c.want)
		}
	}
}
