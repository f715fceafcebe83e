package tools_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tsplan/runtime/paths"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/tool"
)

// TestMovesWithoutDependencies compares each answer to a move in a project without dependencies with the answer in the
// loaded project: both are the same.
func TestMovesWithoutDependencies(t *testing.T) {
	compares(t)
	for _, s := range slices.Concat(subjects, []subject{{name: "viem", extent: "all"}, {name: "effect", extent: "all"}}) {
		if !s.asked() {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			o := startOracle(t)
			dir := s.open(t, o)
			s.renames, s.moves, s.dirMove = 0, 16, 4
			requests := s.sample(t, o, 17)
			light, whole := movesOf(t, dir, requests, false), movesOf(t, dir, requests, true)
			for i, r := range requests {
				if diff := cmp.Diff(whole[i], light[i]); diff != "" {
					t.Errorf("%s to %s: the loaded project says -, without dependencies +:\n%s", r.OldPath, r.NewPath, diff)
				}
			}
			t.Logf("%d moves", len(requests))
		})
	}
}

// movesOf has the guest plan each move, and returns the answers: those of loaded projects if whole is true, else those of
// light projects.
func movesOf(t *testing.T, dir string, requests []sampled, whole bool) (answers []map[string]any) {
	t.Helper()
	p := startPlanner(t)
	for _, m := range requests {
		err := p.Ask(t.Context(), tool.Place{Root: dir, Name: "."}, nil, func(r *planner.Request) error {
			if !whole && r.Complete() {
				t.Error("the project is loaded")
			}
			from, err := r.Name(m.OldPath)
			if err != nil {
				return err
			}
			to, err := r.Name(m.NewPath)
			if err != nil {
				return err
			}
			move := map[string]any{"oldPath": paths.InGuest(from), "newPath": paths.InGuest(to)}
			if err := r.Load(map[string]any{"move": move, "whole": whole}); err != nil {
				return err
			}
			var answer map[string]any
			err = r.Ask("move", move, &answer)
			answers = append(answers, answer)
			return err
		})
		if err != nil {
			t.Fatal(project.Explain(err))
		}
	}
	return answers
}
