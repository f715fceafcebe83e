package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// testPackages are npm packages with TypeScript sources, and the clients that the tests talk to tsplan with.
const testPackages = "testdata/npm"

func installTestPackages(ctx context.Context) error {
	return installPackages(ctx, "test packages", testPackages)
}

// checked are the packages whose tests need neither the guest nor a package of npm.
var checked = []string{
	"./hostfs", "./runtime/host", "./runtime/outline", "./runtime/protocol", "./runtime/paths", "./tools/plan", "./tools/locate", "./tools/namepath",
	"./tools/sanitize", "./tools/review", "./tools/tool", "./tools/message", "./tools/stdio", "./tools/httpserve", "./build/bench", "./build/bench/peer",
}

// check is the first test of a change. It takes less than a minute.
func (b builder) check(ctx context.Context) error {
	if err := npmStep(ctx).run(); err != nil {
		return err
	}
	if err := b.lint(ctx); err != nil {
		return err
	}
	return command(ctx, "", b.goCommand("test", append([]string{"-short"}, checked...)...)...)
}

// lint runs every check that is no test.
func (b builder) lint(ctx context.Context) error {
	if err := checkFormat(ctx); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"node", nodeModules + "/typescript/bin/tsc", "-p", "wasm/guest/tsconfig.json"},
		b.goCommand("vet", "./..."),
		{"go", "vet", "-tags", "wine", "./build/release"}, // its test under Wine is not part of any other check
		{"go", "tool", "staticcheck", "-tags", b.tags, "./..."},
	} {
		if err := command(ctx, "", args...); err != nil {
			return err
		}
	}
	return nil
}

// compilerCases are cases of TypeScript's own tests, which are not part of the repository.
const compilerCases = "../shared/corpus/compiler-cases.json"

// fullTests are the packages whose tests do more in CI, with the flags that make them do so.
var fullTests = map[string][]string{
	"tsplan/tools":              {"-extent=ci"},
	"tsplan/hostfs":             {"-opens=1000000"},
	"tsplan/runtime":            {"-faults=1000"},
	"tsplan/build/release":      {"-systems"},
	"tsplan/cmd/tsplan/hostile": {"-load=20s", "-trees=20", "-all-cases", "-both-engines"},
}

// raced lists the packages that start goroutines or share memory. Their tests also run with Go's race detector, which needs a C compiler.
var raced = []string{"./runtime", "./tools/kept", "./tools/stdio", "./tools/httpserve", "./tools/plan"}

// measuring matches the tests that compare memory before and after. The race detector keeps memory of its own, so they run without it.
const measuring = "^(TestManyFaults|TestHostileModes)$"

// test runs every check, then every test; with full the long comparisons, the race detector and the fuzz targets, too.
func (b builder) test(ctx context.Context, full bool) error {
	if err := installTestPackages(ctx); err != nil {
		return err
	}
	if err := b.lint(ctx); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.FromSlash(compilerCases)); err != nil && os.Getenv("CI") != "true" {
		fmt.Fprintf(os.Stderr, "build: no compiler cases at %s: TestCorpus is left out; testdata/plans has cases of its own\n", compilerCases)
	}
	return b.runTests(ctx, full)
}

// runTests tests the package tools, which takes longest, and at the same time all other packages, one after the other. With full, the race
// detector and the fuzz targets follow these; they take one core, too. The tests of tools run one at a time, since several would take the
// core from tests that measure time and memory or trace system calls.
func (b builder) runTests(ctx context.Context, full bool) error {
	out, err := exec.CommandContext(ctx, "go", "list", "./...").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	run := func(packages []string, flags ...string) error {
		return command(ctx, "", b.goCommand("test", slices.Concat([]string{"-p", "1", "-timeout", "75m"}, packages, flags)...)...)
	}
	more := func(name string) []string {
		if full {
			return fullTests[name]
		}
		return nil
	}
	const longest = "tsplan/tools"
	var inTools, inOthers error
	var wait sync.WaitGroup
	wait.Go(func() { inTools = run([]string{longest}, append([]string{"-parallel", "1"}, more(longest)...)...) })
	wait.Go(func() {
		var plain []string
		for _, name := range strings.Fields(string(out)) {
			if fullTests[name] == nil {
				plain = append(plain, name)
			} else if name != longest {
				inOthers = errors.Join(inOthers, run([]string{name}, more(name)...))
			}
		}
		inOthers = errors.Join(inOthers, run(plain))
		if full {
			inOthers = errors.Join(inOthers, run(raced, "-race", "-skip", measuring), b.fuzz(ctx, fuzzing{each: 25 * time.Second, workers: 1}))
		}
	})
	wait.Wait()
	return errors.Join(inTools, inOthers)
}

func checkFormat(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, "gofmt", "-l", "build", "cmd", "hostfs", "runtime", "tools", "wasm/wasm.go", "wasm/wasmtest").Output()
	if err != nil {
		return fmt.Errorf("gofmt: %w", err)
	}
	if files := bytes.TrimSpace(out); len(files) > 0 {
		return errors.New("not gofmt'd:\n" + string(files))
	}
	return nil
}
