package main

import (
	"os/exec"
	"testing"
)

// TestInlineCases tries inline.mjs on small scripts, a case for each of its rules. To write what is made of them now to a file:
//
//	node build/testdata/inline_cases.mjs wasm/node_modules/typescript/lib/typescript.js build/testdata/inline.txt FILE
func TestInlineCases(t *testing.T) {
	t.Chdir("..")
	out, err := exec.CommandContext(t.Context(), "node", "build/testdata/inline_cases.mjs", typeScripts()[0].lib()+"/typescript.js", "build/testdata/inline.txt").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
