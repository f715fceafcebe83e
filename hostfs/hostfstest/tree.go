// Package hostfstest builds repositories that attack their reader, for tests of hostfs and of
// everything above it.
package hostfstest

import (
	"os"
	"path/filepath"
	"testing"
)

// Canary is the text of every file outside the repository. No answer may hold it.
const Canary = "export const canary = 'c6b1f0d94e2a4f7b8d3e5a9017c2f4e6'\n"

// Tree is a repository and what lies around it.
type Tree struct {
	Parent string // holds secret.ts
	Root   string // Parent/proj, the repository
	Evil   string // Parent/proj-evil, holds x.ts: a sibling whose path starts like Root's
}

// New makes an empty repository among files that must not be read.
func New(tb testing.TB) Tree {
	tb.Helper()
	parent, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	t := Tree{parent, filepath.Join(parent, "proj"), filepath.Join(parent, "proj-evil")}
	Mkdir(tb, t.Root)
	Write(tb, filepath.Join(t.Parent, "secret.ts"), Canary)
	Write(tb, filepath.Join(t.Evil, "x.ts"), Canary)
	return t
}

// Write writes a file below the repository, given by name, and the directories above it.
func (t Tree) Write(tb testing.TB, name, text string) {
	tb.Helper()
	Write(tb, t.path(name), text)
}

// Link makes a symbolic link below the repository and the directories above it.
func (t Tree) Link(tb testing.TB, target, name string) {
	tb.Helper()
	Mkdir(tb, filepath.Dir(t.path(name)))
	if err := os.Symlink(target, t.path(name)); err != nil {
		tb.Fatal(err)
	}
}

func (t Tree) path(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

// Write writes a file and makes the directories above it.
func Write(tb testing.TB, path, text string) {
	tb.Helper()
	Mkdir(tb, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
}

// WriteAll writes files below dir. The keys of files are paths relative to dir, with slashes; the values are the texts.
func WriteAll(tb testing.TB, dir string, files map[string]string) {
	tb.Helper()
	for name, text := range files {
		Write(tb, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

// LayOut writes files into a new directory and returns the directory's path, in which there is no link.
func LayOut(tb testing.TB, files map[string]string) string {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	WriteAll(tb, dir, files)
	return dir
}

// Mkdir makes a directory and those above it.
func Mkdir(tb testing.TB, path string) {
	tb.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		tb.Fatal(err)
	}
}
