// Command build makes, tests and measures tsplan from a fresh checkout:
//
//	go run ./build         bin/tsplan, with its guest
//	go run ./build check   formatting, vet, staticcheck, tsc, and the tests that need no guest: for every change
//	go run ./build test    builds, then runs every check and test; with --full all that CI runs
//	go run ./build demo    builds, then prints a rename plan for a symbol of a real package
//	go run ./build bench   builds, then measures against TypeScript's servers and rewrites BENCHMARKS.md
//	go run ./build fuzz    runs every fuzz target, for --time each
//	go run ./build release builds, then makes what people install, in bin/release
//	go run ./build windows builds, then runs the Windows binary under Wine
//	go run ./build hosts        builds, then sets tsplan up in agent hosts from npm, and has them list it
//	go run ./build conformance  builds, then runs MCP's official conformance suite against serve --http
//	go run ./build browser builds, then looks at the page of a plan in Chromium
//	go run ./build mutate  negates every guard, one at a time, and demands that a test fails; places may be named
//
// With --engine wasmtime before the command, the command is about the binary with the optional engine, which needs cgo.
//
// It needs Go and npm. Steps whose inputs have not changed are skipped.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"time"

	"tsplan/build/bench"
	"tsplan/build/mutate"
	"tsplan/build/release"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if _, err := os.Stat("go.mod"); err != nil {
		return errors.New("run it from the directory that holds go.mod")
	}
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	engine := flags.String("engine", "wazero", "what executes the guest: wazero or wasmtime")
	fuzzTime := flags.Duration("time", time.Minute, "how long fuzz runs each target")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b := builder{}
	switch *engine {
	case "wazero":
	case "wasmtime":
		b.tags = "wasmtime"
	default:
		return fmt.Errorf("unknown engine %q: wazero or wasmtime", *engine)
	}
	if slices.Equal(flags.Args(), []string{"check"}) {
		return b.check(ctx)
	}
	then := func(context.Context) error { return nil }
	if command := flags.Arg(0); command != "" {
		commands := map[string]func(context.Context) error{
			"test":    func(ctx context.Context) error { return b.test(ctx, false) },
			"demo":    b.demo,
			"windows": b.windows,
			"browser": b.browser,
			"hosts":   b.hosts,

			"conformance": b.conformance,
			"fuzz":        func(ctx context.Context) error { return b.fuzz(ctx, fuzzing{*fuzzTime, runtime.GOMAXPROCS(0)}) },
		}
		rest := flags.Args()[1:]
		if command == "bench" {
			options, err := bench.Parse(rest)
			if err != nil {
				return err
			}
			commands[command] = func(ctx context.Context) error { return b.measure(ctx, options) }
			rest = nil
		}
		if command == "test" && slices.Equal(rest, []string{"--full"}) {
			commands[command] = func(ctx context.Context) error { return b.test(ctx, true) }
			rest = nil
		}
		if command == "release" {
			options, err := release.Parse(rest)
			if err != nil {
				return err
			}
			commands[command] = func(ctx context.Context) error { return b.release(ctx, options) }
			rest = nil
		}
		if command == "mutate" {
			places := rest
			commands[command] = func(ctx context.Context) error {
				if err := installTestPackages(ctx); err != nil {
					return err
				}
				return mutate.Run(ctx, b.goCommand, places)
			}
			rest = nil
		}
		if then = commands[command]; then == nil || len(rest) > 0 {
			return fmt.Errorf("unknown arguments %q: go run ./build [--engine NAME] [check|test [--full]|demo|bench|fuzz|release|windows|browser|hosts|conformance|mutate]", flags.Args())
		}
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	return then(ctx)
}

// builder holds the tags of the binary to build.
type builder struct {
	tags string // build tags, "" for none
}

// goCommand is the go command with the builder's tags.
func (b builder) goCommand(subcommand string, args ...string) []string {
	command := []string{"go", subcommand}
	if b.tags != "" {
		command = append(command, "-tags", b.tags)
	}
	return append(command, args...)
}
