package main

import (
	"context"
	"os"

	"tsplan/build/bench"
)

// measure installs the programs that tsplan is compared with and runs the benchmarks. With the portable binary it also measures the one
// with the other engine, if that is built.
func (b builder) measure(ctx context.Context, options bench.Options) error {
	if err := installTestPackages(ctx); err != nil {
		return err
	}
	for dir, name := range map[string]string{bench.NativePackages: "native TypeScript", bench.WorkspacePackages: "packages of the benchmark's workspaces"} {
		err := step{
			name:    name,
			inputs:  []string{dir + "/package.json", dir + "/package-lock.json"},
			outputs: []string{dir + "/node_modules/.package-lock.json"},
			do:      func() error { return npmInstall(ctx, dir) },
		}.run()
		if err != nil {
			return err
		}
	}
	var others []string
	if other := (builder{tags: "wasmtime"}).binary(); other != b.binary() {
		if _, err := os.Stat(other); err == nil {
			others = append(others, other)
		}
	}
	return bench.Run(ctx, b.binary(), others, options)
}
