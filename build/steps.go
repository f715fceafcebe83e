package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stampDir holds, for each step that was done, the digest of its inputs.
const stampDir = "bin/.stamps"

// step is one thing the build makes.
type step struct {
	name    string
	inputs  []string // files, or directories with all below them
	outputs []string // if one is missing the step is done again
	do      func() error
}

// run does the step unless its inputs are the same as when it was last done.
func (s step) run() error {
	digest, err := digestOf(s.inputs)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	stamp := filepath.Join(stampDir, s.name)
	if done, err := os.ReadFile(stamp); err == nil && string(done) == digest && allExist(s.outputs) {
		return nil
	}
	start := time.Now()
	fmt.Fprintf(os.Stderr, "build: %s\n", s.name)
	if err := s.do(); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	fmt.Fprintf(os.Stderr, "build: %s done in %.1f s\n", s.name, time.Since(start).Seconds())
	if err := os.MkdirAll(stampDir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(stamp, []byte(digest), 0o644)
}

func allExist(paths []string) bool {
	return !slices.ContainsFunc(paths, func(p string) bool { _, err := os.Stat(p); return err != nil })
}

// goSources lists the Go files of this module that the packages and their imports consist of, for every system, so that the inputs of a
// step cannot miss one.
func goSources(ctx context.Context, packages ...string) ([]string, error) {
	const files = `{{if not .Standard}}{{if .Module.Main}}{{$dir := .Dir}}` +
		`{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{range .CgoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}` +
		`{{range .IgnoredGoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	out, err := exec.CommandContext(ctx, "go", append([]string{"list", "-deps", "-f", files}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var sources []string
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		source, err := filepath.Rel(here, filepath.FromSlash(line))
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// digestOf returns a digest of the names and contents of files.
func digestOf(paths []string) (string, error) {
	h := sha256.New()
	for _, root := range paths {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			fmt.Fprintf(h, "%s\x00", filepath.ToSlash(path))
			_, err = io.Copy(h, f)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
