package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)

// fuzz runs every fuzz target for that long, one after the other.
func (b builder) fuzz(ctx context.Context, each time.Duration) error {
	targets := 0
	for _, dir := range []string{"hostfs", "runtime", "tools", "tools/plan", "tools/sanitize", "tools/stdio"} {
		files, err := filepath.Glob(dir + "/*_test.go")
		if err != nil {
			return err
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, match := range fuzzTarget.FindAllSubmatch(source, -1) {
				targets++
				fmt.Fprintf(os.Stderr, "build: %s %s\n", dir, match[1])
				args := b.goCommand("test", "-run", "^$", "-fuzz", "^"+string(match[1])+"$", "-fuzztime", each.String(), "./"+dir)
				if err := command(ctx, "", args...); err != nil {
					return err
				}
			}
		}
	}
	if targets == 0 {
		return errors.New("no fuzz targets")
	}
	fmt.Fprintf(os.Stderr, "build: %d fuzz targets, %v each, no failures\n", targets, each)
	return nil
}
