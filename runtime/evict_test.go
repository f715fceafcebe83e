package runtime

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tsplan/runtime/cache"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
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
			r, err := New(Options{Cache: cacheDir, Limits: test.limits})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			first, second := smallProject(t), smallProject(t)
			loads := func(root string) int {
				files := 0
				err := r.With(t.Context(), root, ".", func(int, paths.Guest) { files++ }, func(s *Session) error {
					return s.Load(protocol.LoadParams{})
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
	r, err := New(Options{Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	root := smallProject(t)
	outline := func() (aside bool) {
		t.Helper()
		err := r.Aside(t.Context(), root, ".", nil, func(s *Session) error {
			aside = s.IsAside()
			_, err := Ask(s, protocol.Outline, protocol.OutlineParams{Files: paths.AllInGuest([]string{"a.ts"})})
			return err
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

// No request waits while the image of an evicted project is saved. An image that cannot be saved is logged.
func TestSaveOnEviction(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	projects, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var r *Runtime
	logged := make(chan string, 1)
	third := smallProject(t)
	log := slog.New(logFunc(func(record slog.Record) {
		// While the first project is saved, another is asked about.
		if err := r.With(t.Context(), third, ".", nil, func(*Session) error { return nil }); err != nil {
			t.Error(err)
		}
		logged <- record.Message
	}))
	if r, err = New(Options{Cache: cacheDir, Limits: Limits{Sessions: 1}, Projects: projects, Logger: log}); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	load := func(s *Session) error {
		err := s.Load(protocol.LoadParams{})
		s.unsaved = worthSaving
		return err
	}
	if err := r.With(t.Context(), smallProject(t), ".", nil, load); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	asked := make(chan error)
	go func() { asked <- r.With(t.Context(), smallProject(t), ".", nil, func(*Session) error { return nil }) }()
	for range 2 {
		select {
		case err := <-asked:
			if err != nil {
				t.Fatal(err)
			}
		case message := <-logged:
			if !strings.HasPrefix(message, "project image not saved") {
				t.Errorf("logged %q", message)
			}
		case <-time.After(time.Minute):
			t.Fatal("a question about another project waits for an image")
		}
	}
}

// logFunc is a handler of a log.
type logFunc func(slog.Record)

func (f logFunc) Handle(_ context.Context, r slog.Record) error { f(r); return nil }
func (f logFunc) Enabled(context.Context, slog.Level) bool      { return true }
func (f logFunc) WithAttrs([]slog.Attr) slog.Handler            { return f }
func (f logFunc) WithGroup(string) slog.Handler                 { return f }
