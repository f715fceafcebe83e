package project

import (
	"os"
	"path/filepath"
	"testing"

	"tsplan/runtime"
	"tsplan/tools/tool"
)

// The symbols of a project belong to whoever holds its session: a question beside it has an index of its own.
func TestAsideHasItsOwnIndex(t *testing.T) {
	r, err := runtime.New(runtime.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	place := tool.Place{Root: t.TempDir(), Name: "."}
	if err := os.WriteFile(filepath.Join(place.Root, "a.ts"), []byte("export const a = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &Projects{Runtime: r}
	err = p.Ask(t.Context(), place, nil, func(holder *Request) error {
		if holder.index != p.symbols.of(place) {
			t.Error("the holder's index is not kept for the next question")
		}
		return p.AskAside(t.Context(), place, nil, func(beside *Request) error {
			if beside.index == holder.index {
				t.Error("two questions at a time share an index")
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
