package runtime

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Guests at work share the memory there is: one that would have too much waits for another, and the first never does.
func TestWorkSharesMemory(t *testing.T) {
	for _, test := range []struct {
		name  string
		limit int64
		waits bool
	}{
		{"enough", 1 << 30, false},
		{"for one", 180 << 20, true},
		{"for less than one", 1, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, first := lying(t, Limits{AllMemory: test.limit})
			second := filepath.Join(first, "second")
			if err := os.Mkdir(second, 0o700); err != nil {
				t.Fatal(err)
			}
			over := make(chan struct{}, 1) // of the limit, while both are at work
			evict := r.account.evict
			r.account.evict = func(more int64) {
				evict(more)
				r.account.mu.Lock()
				defer r.account.mu.Unlock()
				if len(r.account.working) > 1 {
					select {
					case over <- struct{}{}:
					default:
					}
				}
			}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() {
				ended <- r.With(ctx, first, ".", nil, func(s *Session) error { return try(s, "growAndLoop") })
			}()
			for r.account.of(func(*Session) bool { return true }) < 100<<20 {
				time.Sleep(time.Millisecond)
			}
			answered := make(chan error, 1)
			go func() { answered <- r.askOnce(second, "grow", new(any)) }()
			if test.waits {
				select {
				case err := <-answered:
					t.Error("a second guest got its memory while the first is at work")
					answered <- err
				case <-over:
				}
				if held := r.account.of(func(s *Session) bool { return s.key.root == second }); held >= 100<<20 {
					t.Errorf("a second guest holds %d bytes while the first is at work", held)
				}
			} else if err := <-answered; err != nil {
				t.Error(err)
			}
			stop()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if test.waits {
				if err := <-answered; err != nil {
					t.Error(err)
				}
			}
			mustWork(t, r, first)
		})
	}
}

// A request that ends while its guest waits for memory says so, and leaves nothing behind.
func TestWaitForMemoryEnds(t *testing.T) {
	r, first := lying(t, Limits{AllMemory: 1})
	second := filepath.Join(first, "second")
	if err := os.Mkdir(second, 0o700); err != nil {
		t.Fatal(err)
	}
	working, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- r.With(working, first, ".", nil, func(s *Session) error { return try(s, "loop") })
	}()
	for r.account.of(func(*Session) bool { return true }) == 0 {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	err := r.With(ctx, second, ".", nil, func(s *Session) error { return try(s, "fine") })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	mustWork(t, r, second)
}
