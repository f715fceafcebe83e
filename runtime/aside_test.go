package runtime

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tsplan/hostfs"
	"tsplan/runtime/cache"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
)

// A load that nobody waits for pauses when a question comes, and goes on when nobody asks.
func TestLoadAheadPauses(t *testing.T) {
	r, err := New(Options{Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	root := smallProject(t)
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("b%d.ts", i)), []byte("export const b = 1;\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var own *Session
	asked := make(chan error)
	var question sync.Once
	ask := func(int, paths.Guest) {
		question.Do(func() {
			go func() {
				asked <- r.With(t.Context(), root, ".", nil, func(s *Session) error {
					if s.Complete() || !s.ahead {
						t.Errorf("complete %v, more to be loaded %v, after one file", s.Complete(), s.ahead)
					}
					return nil
				})
			}()
			for own.waiting.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
		})
	}
	if err := r.With(t.Context(), root, ".", ask, func(s *Session) error {
		own = s
		return s.LoadAhead()
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-asked; err != nil {
		t.Fatal(err)
	}
	for complete := false; !complete; time.Sleep(10 * time.Millisecond) {
		select {
		case <-own.turn:
			complete = own.Complete()
			own.turn <- struct{}{}
		case <-t.Context().Done():
			t.Fatal("the rest is not loaded")
		}
	}
}

// A project that cannot be loaded ahead is not tried again after each early answer.
func TestLoadAheadFails(t *testing.T) {
	r, err := New(Options{Cache: cacheDir, Limits: Limits{Budget: hostfs.Budget{Bytes: 2000}}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	root := smallProject(t)
	for name, text := range map[string]string{
		"a.ts":                            "import \"large\";\n",
		"b0.ts":                           "export const first = 1;\n",
		"b1.ts":                           "export const second = 1;\n",
		"node_modules/large/package.json": "{\"types\": \"index.d.ts\"}",
		"node_modules/large/index.d.ts":   strings.Repeat("declare const large: number;\n", 100),
	} {
		if err := errors.Join(os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700), os.WriteFile(filepath.Join(root, name), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for i, failed := range []bool{false, true} {
		file := paths.InGuest(fmt.Sprintf("b%d.ts", i))
		err := r.With(t.Context(), root, ".", nil, func(s *Session) error {
			answer, err := Early(s, protocol.RenameEarly, protocol.EarlyParams{
				RenameParams: protocol.RenameParams{PlaceParams: protocol.PlaceParams{File: file, Offset: 13}, NewName: "other"},
			})
			if s.loaded.Load() == 0 || s.ahead == failed {
				t.Errorf("after %d files of the early answer more is to be loaded: %v (%v)", s.loaded.Load(), s.ahead, answer)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r.sessions[sessionKey{root, ".", own}].whenIdle()
	}
}

// A move loads less than the project: the rest is loaded when nobody asks.
func TestMoveLoadsTheRestAhead(t *testing.T) {
	r, err := New(Options{Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	move := protocol.MoveParams{OldPath: paths.InGuest("a.ts"), NewPath: paths.InGuest("b.ts")}
	err = r.With(t.Context(), smallProject(t), ".", nil, func(s *Session) error {
		err := s.Load(protocol.LoadParams{Move: &move})
		if s.Complete() || !s.ahead {
			t.Errorf("after the move's load: complete %v, more to be loaded %v", s.Complete(), s.ahead)
		}
		err = errors.Join(err, s.LoadAhead())
		if !s.Complete() || s.ahead {
			t.Errorf("after the load ahead: complete %v, more to be loaded %v", s.Complete(), s.ahead)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A load that a request waits for does not pause.
func TestLoadDoesNotPause(t *testing.T) {
	r, err := New(Options{Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = r.With(t.Context(), smallProject(t), ".", nil, func(s *Session) error {
		s.waiting.Add(1)
		defer s.waiting.Add(-1)
		err := s.Load(protocol.LoadParams{})
		if !s.Complete() {
			t.Error("not loaded")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An image is saved of what was loaded when the runtime is closed in the middle of loading.
func TestCloseSavesWhatIsLoaded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "projects")
	projects, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(Options{Cache: cacheDir, Projects: projects})
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error)
	var once sync.Once
	var own *Session
	err = r.With(t.Context(), smallProject(t), ".", func(int, paths.Guest) {
		once.Do(func() {
			go func() { closed <- r.Close() }()
			for own.waiting.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
		})
	}, func(s *Session) error {
		own = s
		s.unsaved = worthSaving
		return s.LoadAhead()
	})
	if err := errors.Join(err, <-closed); err != nil {
		t.Fatal(err)
	}
	if images, err := filepath.Glob(filepath.Join(dir, "*", string(cache.ProjectImage)+"*")); len(images) == 0 {
		t.Errorf("no image was saved (%v)", err)
	}
}

const loop protocol.Method[any, any] = "loop"

// An early answer may take three quarters of the request's time. All questions of a request together may take the whole time. After an early
// answer took too long, the session makes no further attempt, so that the load of the project is not interrupted again.
func TestEarlyEnds(t *testing.T) {
	r, root := lying(t, Limits{Time: 2 * time.Second})
	var deadline *DeadlineError
	err := r.With(t.Context(), root, ".", nil, func(s *Session) error {
		if _, err := Early(s, loop, nil); !errors.As(err, &deadline) || deadline.Limit != r.limits.Time/4*3 || s.Context().Err() != nil {
			t.Errorf("early: %v, of the request %v", err, s.Context().Err())
		}
		if _, err := Early(s, loop, nil); !errors.Is(err, errLarge) {
			t.Errorf("early again: %v", err)
		}
		err := try(s, "loop")
		if s.Context().Err() == nil {
			t.Errorf("%v before the request's end", err)
		}
		return err
	})
	if !errors.As(err, &deadline) {
		t.Error(err)
	}
}

// A request that goes on after its guest was lost may read no more than it might before.
func TestBudgetOutlivesTheGuest(t *testing.T) {
	r, root := lying(t, Limits{Time: 400 * time.Millisecond, Budget: hostfs.Budget{Files: 1}})
	for _, name := range []string{"a.ts", "b.ts"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := r.With(t.Context(), root, ".", nil, func(s *Session) error {
		var deadline *DeadlineError
		if _, err := Early(s, loop, nil); !errors.As(err, &deadline) {
			t.Errorf("the guest was not lost: %v", err)
		}
		_, first := s.View.ReadFile("a.ts")
		if _, err := s.View.ReadFile("b.ts"); first != nil || !errors.Is(err, hostfs.ErrBudget) {
			t.Errorf("one file may be read; the first: %v, the second: %v", first, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A request that waits for a load ahead hears of its progress.
func TestWaitingHearsProgress(t *testing.T) {
	r, err := New(Options{Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	root := smallProject(t)
	s, err := r.session(sessionKey{root, ".", own})
	if err != nil {
		t.Fatal(err)
	}
	<-s.turn // as a load has it
	heard := make(chan paths.Guest, 1)
	done := make(chan error)
	go func() {
		done <- r.With(t.Context(), root, ".", func(_ int, path paths.Guest) { heard <- path }, func(*Session) error { return nil })
	}()
	for s.progress.Load() == nil {
		time.Sleep(time.Millisecond)
	}
	s.countFile(paths.InGuest("a.ts"))
	if got := <-heard; got != paths.InGuest("a.ts") {
		t.Errorf("heard of %s", got)
	}
	s.turn <- struct{}{}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if s.progress.Load() != nil {
		t.Error("whoever is gone is still told")
	}
}
