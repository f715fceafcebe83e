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
	err := step{
		name:    "native TypeScript",
		inputs:  []string{bench.NativePackages + "/package.json", bench.NativePackages + "/package-lock.json"},
		outputs: []string{bench.NativePackages + "/node_modules/typescript/package.json"},
		do:      func() error { return npmInstall(ctx, bench.NativePackages) },
	}.run()
	if err != nil {
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
