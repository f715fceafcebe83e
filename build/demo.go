package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tsplan/tools/planner"
)

// demo prints the plan of a rename in a package with TypeScript sources: first as a diff, then a summary of its JSON.
func (b builder) demo(ctx context.Context) (err error) {
	const (
		project     = "query-core" // of testdata/projects.json
		file        = "src/utils.ts"
		declaration = "export const skipToken"
		newName     = "skipMarker"
	)
	if err := installTestPackages(ctx); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tsplan-demo")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := command(ctx, "", "node", "testdata/oracle/layout.mjs", project, dir); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	before, _, found := bytes.Cut(text, []byte(declaration))
	if !found {
		return fmt.Errorf("%s of %s has no %q", file, project, declaration)
	}
	line := 1 + bytes.Count(before, []byte("\n"))
	place := fmt.Sprintf("%s:%d:%d", filepath.Join(dir, file), line, len(declaration))

	run := func(args ...string) ([]byte, error) {
		fmt.Printf("$ tsplan rename %s:%d:%d %s %s\n", file, line, len(declaration), newName, strings.Join(args, " "))
		args = append([]string{"rename", "--project", dir, place, newName}, args...)
		c := exec.CommandContext(ctx, b.binary(), args...)
		c.Stderr = os.Stderr
		return c.Output()
	}
	diff, err := run()
	if err != nil {
		return err
	}
	fmt.Printf("%s\n", diff)
	start := time.Now()
	answer, err := run("--json")
	if err != nil {
		return err
	}
	took := time.Since(start)
	var plan planner.RenameResult
	if err := json.Unmarshal(answer, &plan); err != nil {
		return err
	}
	edits := 0
	for _, f := range plan.Edits {
		edits += len(f.TextEdits)
	}
	fmt.Printf("canRename %v, oldName %s, %d edits in %d files, planId %.20s..., %d bytes of JSON, %d ms from process start\n",
		plan.CanRename, plan.OldName, edits, len(plan.Edits), plan.PlanID, len(answer), took.Milliseconds())
	return nil
}
