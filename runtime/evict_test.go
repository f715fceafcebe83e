package runtime

import (
	"os"
	"path/filepath"
	"testing"

	"tsplan/runtime/paths"
)

// With memory for one project, the one that was used before is loaded again; with enough for both it is still there.
func TestProjectsShareMemory(t *testing.T) {
	for _, test := range []struct {
		name   string
		limits Limits
		again  bool
	}{
		{"enough", Limits{}, false},
		{"for one", Limits{AllMemory: 1}, true},
		{"one project", Limits{Sessions: 1}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := New(Options{Limits: test.limits})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			first, second := smallProject(t), smallProject(t)
			loads := func(root string) int {
				files := 0
				err := r.With(t.Context(), root, ".", func(int, paths.Guest) { files++ }, func(s *Session) error {
					return s.Load(struct{}{})
				})
				if err != nil {
					t.Fatal(err)
				}
				return files
			}
			if n := loads(first); n != 1 {
				t.Fatalf("loaded %d files at first, want 1", n)
			}
			if n := loads(first); n != 0 {
				t.Fatalf("loaded %d files again while nothing else was asked for", n)
			}
			loads(second)
			if again := loads(first) > 0; again != test.again {
				t.Errorf("loaded again: %v, want %v", again, test.again)
			}
		})
	}
}

func smallProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"tsconfig.json": `{"compilerOptions": {"types": []}}`,
		"a.ts":          "export const a = 1;\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A question about one file is answered while the project is loading, by a guest that shares nothing with it.
func TestAsideWhileLoading(t *testing.T) {
	r, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	root := smallProject(t)
	outline := func() (aside bool) {
		t.Helper()
		err := r.Aside(t.Context(), root, ".", nil, func(s *Session) error {
			aside = s.IsAside()
			var found any
			return s.Ask("outline", map[string]any{"files": paths.AllInGuest([]string{"a.ts"})}, &found)
		})
		if err != nil {
			t.Fatal(err)
		}
		return aside
	}
	if outline() {
		t.Error("asked aside while nobody had the project")
	}
	err = r.With(t.Context(), root, ".", nil, func(*Session) error {
		if !outline() {
			t.Error("not asked aside while the project was in use")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
