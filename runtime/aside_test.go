package runtime

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"tsplan/runtime/cache"

	"tsplan/runtime/paths"
)

// A project is unseen until its first program is loaded, or where there is an image of it.
func TestUnseen(t *testing.T) {
	projects, err := cache.Open(filepath.Join(t.TempDir(), "projects"))
	if err != nil {
		t.Fatal(err)
	}
	root := smallProject(t)
	unseen := func(r *Runtime, want bool) {
		t.Helper()
		if got, err := r.Unseen(t.Context(), root, "."); got != want || err != nil {
			t.Errorf("unseen is %v, %v, want %v", got, err, want)
		}
	}
	r, err := New(Options{Projects: projects})
	if err != nil {
		t.Fatal(err)
	}
	r.patience = 0
	unseen(r, true) // and now it loads
	loaded := func(s *Session) bool {
		t.Helper()
		if s.Complete() {
			return true
		}
		if err := s.Load(struct{}{}); err != nil {
			t.Fatal(err)
		}
		return false
	}
	beside := func() (answered bool) {
		t.Helper()
		err := r.Beside(t.Context(), root, ".", nil, func(s *Session) error {
			answered = s.IsAside()
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return answered
	}
	if !beside() {
		t.Error("the session beside is the project's own")
	}
	if err := r.With(t.Context(), root, ".", nil, func(s *Session) error {
		if !loaded(s) && !s.Complete() {
			t.Error("loaded, and not complete")
		}
		s.unsaved = worthSaving
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	unseen(r, false)
	if len(r.sessions) != 1 {
		t.Errorf("%d sessions, want the project's own", len(r.sessions))
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err = New(Options{Projects: projects}); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	unseen(r, false)
	if !r.sessions[sessionKey{root, ".", own}].begun.Load() {
		t.Error("loading has not begun")
	}
}

// A question beside the project's own session has a third of the time, and all that a request asks has the whole.
func TestBesideEnds(t *testing.T) {
	r, root := lying(t, Limits{Time: 400 * time.Millisecond})
	var deadline *DeadlineError
	ctx, cancel := r.Limited(t.Context())
	defer cancel()
	began := time.Now()
	err := r.Beside(ctx, root, ".", nil, func(s *Session) error { return s.Ask("loop", nil, new(any)) })
	if !errors.As(err, &deadline) || ctx.Err() != nil {
		t.Errorf("after %v: %v, of the request %v", time.Since(began), err, ctx.Err())
	}
	err = r.With(ctx, root, ".", nil, func(s *Session) error { return s.Ask("loop", nil, new(any)) })
	if !errors.As(err, &deadline) || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("%v, of the request %v", err, ctx.Err())
	}
}

// A project that is loaded soon is waited for.
func TestUnseenIsPatient(t *testing.T) {
	r, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.patience = time.Minute
	if unseen, err := r.Unseen(t.Context(), smallProject(t), "."); unseen || err != nil {
		t.Errorf("unseen is %v, %v, after it was loaded", unseen, err)
	}
}

// Whoever waits to hear whether a project is unseen hears of its session's end.
func TestUnseenEnds(t *testing.T) {
	r, root := lying(t, Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, err := r.session(sessionKey{root, ".", own})
	if err != nil {
		t.Fatal(err)
	}
	s.begun.Store(true)
	if _, err := r.Unseen(ctx, root, "."); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	r.dismiss(s.key)
	select {
	case <-s.chosen:
	default:
		t.Error("a session that was dismissed has others wait")
	}
	if _, err := r.Unseen(t.Context(), filepath.Join(root, "none"), "."); err == nil {
		t.Error("a root that is not there is no error")
	}
}

// Who waits for a load that was begun for nobody hears of its progress.
func TestWaitingHearsProgress(t *testing.T) {
	r, err := New(Options{})
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
