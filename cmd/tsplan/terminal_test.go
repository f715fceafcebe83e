package main

import "testing"

// TestForTerminal checks that forTerminal colours a diff and escapes control characters. A control character in a file could otherwise move
// the cursor of the terminal.
func TestForTerminal(t *testing.T) {
	diff := "diff --git a/a b/b\nrename from a\n--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@\n-old\x1b[2J\n+new\n same\n\\ No newline at end of file\n"
	for _, c := range []struct {
		coloured bool
		want     string
	}{
		{false, "diff --git a/a b/b\nrename from a\n--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@\n-old\\u{001B}[2J\n+new\n same\n\\ No newline at end of file\n"},
		{true, "\x1b[1mdiff --git a/a b/b\x1b[m\n\x1b[1mrename from a\x1b[m\n\x1b[1m--- a/a\x1b[m\n\x1b[1m+++ b/b\x1b[m\n\x1b[36m@@ -1,2 +1,2 @@\x1b[m\n" +
			"\x1b[31m-old\\u{001B}[2J\x1b[m\n\x1b[32m+new\x1b[m\n same\n\\ No newline at end of file\n"},
	} {
		if got := string(forTerminal([]byte(diff), c.coloured)); got != c.want {
			t.Errorf("coloured %t: %q, want %q", c.coloured, got, c.want)
		}
	}
}
