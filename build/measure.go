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
	if err := installPackages(ctx, "native TypeScript", bench.NativePackages); err != nil {
		return err
	}
	if err := installPackages(ctx, "packages of the benchmark's workspaces", bench.WorkspacePackages); err != nil {
		return err
	}
	var others []string
	if other := (builder{tags: "wasmtime"}).binary(); other != b.binary() {
		if _, err := os.Stat(other); err == nil {
			others = append(others, other)
		}
	}
	return bench.Run(ctx, b.binary(), others, options)
}
