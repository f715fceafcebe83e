// Command build makes, tests and measures tsplan from a fresh checkout:
//
//	go run ./build         bin/tsplan, with its guest
//	go run ./build test    builds, then runs every check and test
//	go run ./build demo    builds, then prints a rename plan for a symbol of a real package
//	go run ./build bench   builds, then measures against TypeScript on Node and rewrites BENCHMARKS.md
//
// It needs Go and npm. Steps whose inputs have not changed are skipped.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
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
	command := ""
	if len(args) > 0 {
		command = args[0]
	}
	commands := map[string]func(context.Context) error{
		"": func(context.Context) error { return nil },
	}
	then, ok := commands[command]
	if !ok || len(args) > 1 {
		return fmt.Errorf("unknown arguments %q: go run ./build [test|demo|bench]", args)
	}
	if err := build(ctx); err != nil {
		return err
	}
	return then(ctx)
}
