package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)

// fuzz runs every fuzz target for that long, one after the other.
func (b builder) fuzz(ctx context.Context, each time.Duration) error {
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
			args := b.goCommand("test", "-run", "^$", "-fuzz", "^"+string(match[1])+"$", "-fuzztime", each.String(), "./"+dir)
			if err := command(ctx, "", args...); err != nil {
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
	fmt.Fprintf(os.Stderr, "build: %d fuzz targets, %v each, no failures\n", targets, each)
	return nil
}
