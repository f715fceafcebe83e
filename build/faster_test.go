package main

import (
	"strings"
	"testing"
)

// What is replaced must be there, once: otherwise a new TypeScript would silently be slow, or another program.
func TestReplace(t *testing.T) {
	var text strings.Builder
	for _, r := range replacements {
		text.WriteString(r.old)
	}
	got, err := replace(text.String())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range replacements {
		if !strings.Contains(got, r.new) {
			t.Errorf("not replaced: %s", r.old)
		}
	}
	if _, err := replace(text.String() + replacements[0].old); err == nil {
		t.Error("twice: no error")
	}
	if _, err := replace("var ts = {};"); err == nil {
		t.Error("not at all: no error")
	}
}
