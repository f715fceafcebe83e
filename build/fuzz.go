package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)

// fuzzing says for how long each target runs, and on how many cores.
type fuzzing struct {
	each    time.Duration
	workers int
}

// fuzz runs every fuzz target, one after the other.
func (b builder) fuzz(ctx context.Context, f fuzzing) error {
	targets := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, match := range fuzzTarget.FindAllSubmatch(source, -1) {
			targets++
			dir := filepath.Dir(path)
			fmt.Fprintf(os.Stderr, "build: %s %s\n", dir, match[1])
			if err := b.fuzzTarget(ctx, dir, string(match[1]), f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if targets == 0 {
		return errors.New("no fuzz targets")
	}
	fmt.Fprintf(os.Stderr, "build: %d fuzz targets, %v each, no failures\n", targets, f.each)
	return nil
}

// fuzzTarget runs one target. Go's default of a minute for making an interesting input smaller would take most of the time. With a second
// instead, FuzzText finds twice as many interesting inputs.
func (b builder) fuzzTarget(ctx context.Context, dir, name string, f fuzzing) error {
	args := b.goCommand("test", "-run", "^$", "-fuzz", "^"+name+"$", "-fuzztime", f.each.String(), "-fuzzminimizetime", "1s",
		"-parallel", strconv.Itoa(f.workers), "./"+dir)
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	var output bytes.Buffer
	c.Stdout, c.Stderr = io.MultiWriter(os.Stderr, &output), os.Stderr
	err := c.Run()
	if err != nil && ctx.Err() == nil && ranItsTime(output.String(), name) {
		fmt.Fprintf(os.Stderr, "build: %s %s ran its time: a failure with nothing but the deadline is Go's (go.dev/issue/75804)\n", dir, name)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return nil
}

// onlyDeadline matches the output of a target that Go before 1.27 reports as failed only because -fuzztime ended. If an input fails, Go
// prints it between these lines, with the file that the input was written to.
var onlyDeadline = regexp.MustCompile(`(?m)^--- FAIL: (Fuzz\w+) \(\S+\)\n    context deadline exceeded\nFAIL$`)

// ranItsTime reports whether a target's run failed only because its time ended: its output shows no failing input.
func ranItsTime(output, target string) bool {
	match := onlyDeadline.FindStringSubmatch(output)
	return match != nil && match[1] == target && strings.Count(output, "--- FAIL") == 1
}
