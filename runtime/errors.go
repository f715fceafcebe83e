package runtime

import (
	"errors"
	"fmt"
	"time"

	"tsplan/runtime/paths"
)

var (
	// ErrMemory reports a guest that reached its memory cap. The instance is gone; the next request starts afresh.
	ErrMemory = errors.New("out of guest memory")
	// ErrClosed reports a runtime that was closed.
	ErrClosed = errors.New("the runtime is closed")
	// ErrRunning reports a guest that did not stop when the runtime was closed.
	ErrRunning = errors.New("a guest did not stop")
)

// DeadlineError reports a request that took longer than it may. Loaded counts the files of a load that goes on.
type DeadlineError struct {
	Limit  time.Duration
	Loaded int
}

func (e *DeadlineError) Error() string {
	if e.Loaded > 0 {
		return fmt.Sprintf("not done within %v: %d files are loaded so far and loading goes on: ask again, or raise --timeout", e.Limit, e.Loaded)
	}
	return fmt.Sprintf("not done within %v: ask again, or raise --timeout", e.Limit)
}

// MemoryError is ErrMemory with the cap that was reached.
type MemoryError struct{ Limit uint64 }

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%v: the cap is %d MiB; raise --max-guest-memory", ErrMemory, e.Limit>>20)
}

func (e *MemoryError) Unwrap() error { return ErrMemory }

// StackError reports a question that needs deeper recursion than the guest's stack allows.
type StackError struct{ Limit uint32 }

func (e *StackError) Error() string {
	return fmt.Sprintf("the code is nested deeper than the guest's stack of %d MiB allows; raise --max-guest-stack", e.Limit>>20)
}

// Unwrap makes it a kind of ErrMemory.
func (e *StackError) Unwrap() error { return ErrMemory }

// AnswerError reports an answer of the guest that is too large to be taken.
type AnswerError struct{ Limit int }

func (e *AnswerError) Error() string {
	return fmt.Sprintf("the answer is larger than %d MiB: ask about less, or raise --max-answer", e.Limit>>20)
}

// FaultError reports a guest that trapped, lied, or failed in a way that nobody foresaw. Detail is for the log.
type FaultError struct {
	Detail string
	Err    error
}

func (e *FaultError) Error() string {
	return "TypeScript's language service failed on this request; the next one starts it afresh"
}

func (e *FaultError) Unwrap() error { return e.Err }

// RequestError is the guest's refusal, worded for the asker. Codes: bad_config, not_found, invalid_argument.
type RequestError struct {
	Code      string
	Message   paths.Message
	Workspace paths.Workspace // the paths in Message are shown relative to it
}

func (e *RequestError) Error() string { return e.Workspace.Say(e.Message) }
