package host

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs"
)

// FuzzWords wants every file in which the guest finds a whole word to be among those that words returns.
func FuzzWords(f *testing.F) {
	f.Add("export const naïve = 1;", "naïve")
	f.Add("a→name←b", "name")
	f.Add("import './src/util/names'", "src/util/names")
	f.Add("obj['a-b'] = $x", "a-b")
	f.Add("\xff\xfename", "name")
	f.Add("x", "")
	f.Fuzz(func(t *testing.T, text, name string) {
		if !strings.Contains(text, name) || name == "" {
			return
		}
		whole, err := regexp.Compile(`(?:^|[^\p{L}\p{N}\p{Mn}\p{Mc}\p{Pc}$])` + regexp.QuoteMeta(name) + `(?:$|[^\p{L}\p{N}\p{Mn}\p{Mc}\p{Pc}$])`)
		if err != nil || !whole.MatchString(text) {
			return
		}
		known := wordsIn(text)
		for _, word := range wordsIn(name) {
			if _, ok := slices.BinarySearch(known, word); !ok {
				t.Errorf("%q is said not to be in %q", name, text)
			}
		}
	})
}

func TestWordsFollowTheDisk(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.ts", "let first")
	write("b.ts", "let second")
	write("unread.ts", "let second")
	write("node_modules/dep/index.d.ts", "let second")
	root, err := hostfs.Open(dir, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	view := hostfs.NewView(root)
	begin := func() {
		t.Helper()
		if _, err := view.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	begin()
	for _, name := range []string{"a.ts", "b.ts", "node_modules/dep/index.d.ts"} {
		if _, err := view.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	w := Words{}
	check := func(name string, want ...string) {
		t.Helper()
		got, err := w.mentions(view, name)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", name, got, err, want)
		}
	}
	check("second", "b.ts")
	check("first second")
	write("a.ts", "let second, first")
	begin()
	check("second", "a.ts", "b.ts")
	check("first second", "a.ts")
	if err := os.Remove(filepath.Join(dir, "b.ts")); err != nil {
		t.Fatal(err)
	}
	begin()
	check("second", "a.ts")
}

// A word is all that an ASCII identifier has, and ends at the characters next to those.
func TestWordsIn(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, " ": 0, "a": 1, "azAZ09_$": 1, "a a": 1, "a b": 2, "a\u00e9b": 2,
		"a`b": 2, "a{b": 2, "a@b": 2, "a[b": 2, "a/b": 2, "a:b": 2, "a#b": 2, "a%b": 2, "a^b": 2,
		" z ": 1, "9": 1, "_": 1, "$": 1, "Z": 1, "0a": 1, "aA": 1, "A0": 1,
	} {
		if got := wordsIn(text); len(got) != want {
			t.Errorf("%q has %d words, want %d", text, len(got), want)
		}
	}
}

// A line that begins with an import or export makes a module; what is indented, or called import, does not.
func TestHasModuleLine(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "export": false, "import": false, "let a\nexport const b = 1": true, "export{}": true, "export{": true, "export * from 'a'": true,
		"import 'a'": true, "import\t'a'": true, "import{a} from 'a'": true, "import a from 'a'": true, "import.meta.url": true,
		"import('a')": false, "import ('a')": false, "exports.a = 1": false, "important()": false, "export\n": true,
		"  export const a = 1": false, "namespace N {\n\texport const a = 1\n}": false, "// export const a": false,
	} {
		if got := hasModuleLine(text); got != want {
			t.Errorf("%q has a module line: %v, want %v", text, got, want)
		}
	}
}

// The words of earlier texts are forgotten when there are many of them.
func TestWordsForget(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.ts"), []byte("let first"), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := hostfs.Open(dir, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for old, kept := range map[int]bool{50: true, 1000: false} {
		view := hostfs.NewView(root)
		if _, err := view.ReadFile("a.ts"); err != nil {
			t.Fatal(err)
		}
		w := Words{}
		for n := range old {
			w.add([32]byte{byte(n), byte(n >> 8)}, "old")
		}
		if files, err := w.mentions(view, "first"); err != nil || len(files) != 1 {
			t.Errorf("mentions = %v, %v", files, err)
		}
		if (len(w) > old) != kept {
			t.Errorf("of %d old texts, %d are known", old, len(w))
		}
	}
}

func TestWholeImports(t *testing.T) {
	for text, want := range map[string]bool{
		"import * as a from './a'":         true,
		"import * \r\n\tas a from './a'":   true,
		"export*from './a'":                true,
		"import { a } from './a'":          false,
		"await import('./a')":              true,
		"await import /* why */ ('./a')":   true,
		"import { a } from './a'; f (a)":   false,
		"const a = require\n('./a')":       true,
		"const all = a * b; import './as'": false,
		"/* assorted */ a * assets":        true, // a word that begins like as: it is looked at once more
		"":                                 false,
	} {
		if got := hasWholeImport(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
