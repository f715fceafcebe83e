package tools

import (
	"context"
	"errors"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/tools/plan"
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
		stack    *runtime.StackError
		answer   *runtime.AnswerError
	)
	switch {
	case err == nil || errors.As(err, &e):
		return err
	case errors.As(err, &refused):
		return Errorf(Code(refused.Code), "%s", refused.Message)
	case errors.As(err, &deadline):
		return Errorf(Deadline, "%v", deadline)
	case errors.As(err, &memory):
		return Errorf(Memory, "%v", memory)
	case errors.As(err, &stack):
		return Errorf(Memory, "%v", stack)
	case errors.As(err, &answer):
		return Errorf(TooLarge, "%v", answer)
	case errors.Is(err, plan.ErrEncoding):
		return invalid("%v: convert it, or leave it out of the project", err)
	case errors.As(err, &fault):
		return &Error{Code: GuestFault, Message: fault.Error(), Detail: fault.Detail}
	case errors.Is(err, wasm.ErrNotBuilt):
		return Errorf(Internal, "%v", wasm.ErrNotBuilt)
	case errors.Is(err, context.Canceled):
		return err
	case hostfs.Reason(err) != "":
		return Errorf(Code(hostfs.Reason(err)), "%v", err)
	}
	return err
}
