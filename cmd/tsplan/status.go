package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// Exit statuses.
const (
	exitDone      = 0
	exitFailed    = 1 // there is no plan, or nothing was found
	exitWrongCall = 2
	exitNotProven = 3
)

// callError is about the arguments of a command.
type callError struct{ error }

func (e callError) Unwrap() error { return e.error }

// wrong makes an error about the arguments of a command.
func wrong(format string, args ...any) error { return callError{fmt.Errorf(format, args...)} }

// errNotProven says that --require-proof withheld a plan.
var errNotProven = errors.New("the plan is not proven, so it is not printed: --require-proof")

// noticeRun sets ran when the arguments have been read and the command begins. An error before that is cobra's, about the arguments.
func noticeRun(command *cobra.Command, ran *bool) {
	command.PersistentPreRun = func(*cobra.Command, []string) { *ran = true }
}

// status returns the exit status for the error of a command.
func status(err error, ran bool) int {
	var call callError
	switch {
	case err == nil:
		return exitDone
	case !ran || errors.As(err, &call):
		return exitWrongCall
	case errors.Is(err, errNotProven):
		return exitNotProven
	}
	return exitFailed
}
