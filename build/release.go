package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tsplan/build/release"
)

// release makes the files that people install. It deletes the files of the last release first.
func (b builder) release(ctx context.Context, options release.Options) error {
	if b.tags != "" {
		return errors.New("a release has the portable engine: leave --engine out")
	}
	if err := os.RemoveAll(release.Dir); err != nil {
		return err
	}
	files, err := release.Run(ctx, release.Dir, options)
	if err != nil {
		return err
	}
	for _, name := range files {
		info, err := os.Stat(filepath.Join(release.Dir, name))
		if err != nil {
			return err
		}
		fmt.Printf("%10d %s\n", info.Size(), filepath.Join(release.Dir, name))
	}
	if options.Repository == "" {
		fmt.Fprintln(os.Stderr, "build: no --repository: the packages, the formula and server.json name a place that does not exist, so do not publish them")
	}
	if !options.Check {
		return nil
	}
	return b.checkRelease(ctx)
}

// releaseTools is the directory of the npm packages that check a release.
const releaseTools = "testdata/release"

// checkRelease checks the files of the release with other people's tools.
func (b builder) checkRelease(ctx context.Context) error {
	if err := installPackages(ctx, "release tools", releaseTools); err != nil {
		return err
	}
	return command(ctx, "", "node", releaseTools+"/check.mjs", release.Dir)
}

// windows runs the Windows binary under Wine: on the command line, and over MCP with the official clients.
func (b builder) windows(ctx context.Context) error {
	if err := installTestPackages(ctx); err != nil {
		return err
	}
	return command(ctx, "", "go", "test", "-count=1", "-tags", "wine", "-run", "TestWine", "./build/release")
}
