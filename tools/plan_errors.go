package tools

import (
	"context"
	"errors"
	"io/fs"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/wasm"
)

func invalid(format string, args ...any) *Error { return Errorf(InvalidArgument, format, args...) }

// explain turns what went wrong below into an Error of the closed list.
func explain(err error) error {
	var (
		e        *Error
		refused  *runtime.RequestError
		deadline *runtime.DeadlineError
		memory   *runtime.MemoryError
		fault    *runtime.FaultError
	)
	switch {
	case err == nil || errors.As(err, &e):
		return err
	case errors.As(err, &refused):
		return &Error{Code(refused.Code), refused.Message}
	case errors.As(err, &deadline):
		return &Error{Deadline, deadline.Error()}
	case errors.As(err, &memory):
		return &Error{Memory, memory.Error()}
	case errors.As(err, &fault):
		return &Error{GuestFault, fault.Error()}
	case errors.Is(err, wasm.ErrNotBuilt):
		return &Error{Internal, wasm.ErrNotBuilt.Error()}
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, hostfs.ErrName), hostfs.Reason(err) != "":
		return &Error{Code(hostfs.Reason(err)), err.Error()}
	}
	return err
}
