// Command tsplan plans TypeScript refactorings from a sandbox and changes nothing: an MCP server, and the same plans
// on the command line. This package only connects the parts: plans are defined and made in tools and the packages below it.
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
	command, ran := rootCommand(), false
	command.SetArgs(args)
	noticeRun(command, &ran)
	called, err := command.ExecuteContextC(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tsplan:", sanitize.Lines(forShell(message(err))))
	}
	if !ran && err != nil {
		usage := called.UseLine()
		if !called.HasParent() {
			usage = "tsplan COMMAND; tsplan help lists the commands"
		}
		fmt.Fprintln(os.Stderr, "usage:", usage)
	}
	return status(err, ran)
}
