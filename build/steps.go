package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// stampDir holds, for each step that was done, the digest of what went into it.
const stampDir = "bin/.stamps"

// step is one thing the build makes.
type step struct {
	name    string
	inputs  []string // files, or directories with all below them
	outputs []string // if one is missing the step is done again
	do      func() error
}

// run does the step unless its inputs are what they were when it was last done.
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

// digestOf is over the names and contents of files.
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
