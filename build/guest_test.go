package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFilesOf asks the files of one state, as a program does, while the guest's reads see another one.
func TestFilesOf(t *testing.T) {
	t.Chdir("..")
	bundle := filepath.Join(t.TempDir(), "bundle.js")
	if err := typeScripts()[0].makeBundle(t.Context(), "build/testdata/files_of.ts", bundle); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "node", bundle).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
