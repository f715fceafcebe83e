package tools

import (
	"io"
	"log/slog"
	"testing"
	"testing/synctest"

	"tsplan/hostfs/hostfstest"
)

// A thousand panics in a tool, one after the other, cost their requests and nothing else.
func TestManyPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const many = 1000
		cs := dial(t, toyServer(toyPolicy(), slog.New(slog.NewTextHandler(io.Discard, nil))), versions[0], nil)
		before := hostfstest.Footprint{}
		for n := range many + 20 {
			if n == 20 {
				before = hostfstest.Measure(t)
			}
			if text, isError := ask(t, cs, "panic", nil); !isError {
				t.Fatalf("a panic answers %s", text)
			}
		}
		after := hostfstest.Measure(t)
		if text, isError := ask(t, cs, "page", nil); isError {
			t.Errorf("the next call answers %s", text)
		}
		t.Logf("panic in a tool: %d faults: %v before, %v after, %+.1f %%", many, before, after, after.Drift(before))
		if after.Grown(before) {
			t.Errorf("%v before, %v after", before, after)
		}
	})
}
