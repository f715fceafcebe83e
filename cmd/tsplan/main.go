// Command tsplan plans TypeScript refactorings from a sandbox and changes nothing: an MCP server, and the same plans
// on the command line. This package is wiring: what a plan is and how it is made lives in tools and below.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"tsplan/tools/sanitize"
)

// version is set by the release build.
var version = "0.1.0-dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string) int {
	command := rootCommand()
	command.SetArgs(args)
	err := command.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "tsplan:", sanitize.Lines(message(err)))
	return 1
}
