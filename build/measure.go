package main

import (
	"context"

	"tsplan/build/bench"
)

// measure installs what tsplan is measured against, and measures.
func measure(ctx context.Context, options bench.Options) error {
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
	return bench.Run(ctx, binary(), options)
}
