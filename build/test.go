package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
)

// testPackages are npm packages with TypeScript sources, and the clients that the tests talk to tsplan with.
const testPackages = "testdata/npm"

func installTestPackages(ctx context.Context) error {
	return step{
		name:    "test packages",
		inputs:  []string{testPackages + "/package.json", testPackages + "/package-lock.json"},
		outputs: []string{testPackages + "/node_modules/typescript/package.json"},
		do:      func() error { return npmInstall(ctx, testPackages) },
	}.run()
}

// test runs every check, then every test.
func (b builder) test(ctx context.Context) error {
	if err := installTestPackages(ctx); err != nil {
		return err
	}
	if err := checkFormat(ctx); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"node", nodeModules + "/typescript/bin/tsc", "-p", "wasm/guest/tsconfig.json"},
		b.goCommand("vet", "./..."),
		{"go", "tool", "staticcheck", "-tags", b.tags, "./..."},
		b.goCommand("test", "-timeout", "75m", "./..."),
	} {
		if err := command(ctx, "", args...); err != nil {
			return err
		}
	}
	return nil
}

func checkFormat(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, "gofmt", "-l", "build", "cmd", "hostfs", "runtime", "tools", "wasm/wasm.go").Output()
	if err != nil {
		return fmt.Errorf("gofmt: %w", err)
	}
	if files := bytes.TrimSpace(out); len(files) > 0 {
		return errors.New("not gofmt'd:\n" + string(files))
	}
	return nil
}
