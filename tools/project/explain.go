package project

import (
	"context"
	"errors"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
	"tsplan/wasm"
)

// Explain turns an error of the packages below into a tool.Error with a known code.
func Explain(err error) error {
	var (
		e        *tool.Error
		refused  *runtime.RequestError
		deadline *runtime.DeadlineError
		memory   *runtime.MemoryError
		fault    *runtime.FaultError
		stack    *runtime.StackError
		answer   *runtime.AnswerError

		uneditable *UneditableError
	)
	switch {
	case err == nil || errors.As(err, &e):
		return err
	case errors.As(err, &refused):
		return tool.Errorf(tool.Code(refused.Code), "%s", sanitize.Lines(refused.Error()))
	case errors.As(err, &deadline):
		return tool.Errorf(tool.Deadline, "%v", deadline)
	case errors.As(err, &memory):
		return tool.Errorf(tool.Memory, "%v", memory)
	case errors.As(err, &stack):
		return tool.Errorf(tool.Memory, "%v", stack)
	case errors.As(err, &answer):
		return tool.Errorf(tool.TooLarge, "%v", answer)
	case errors.Is(err, plan.ErrEncoding):
		return tool.Invalid("%v: convert it, or leave it out of the project", err)
	case errors.As(err, &uneditable):
		return tool.Invalid("%v", uneditable)
	case errors.As(err, &fault):
		return &tool.Error{Code: tool.GuestFault, Message: fault.Error(), Detail: fault.Detail}
	case errors.Is(err, wasm.ErrNotBuilt):
		return tool.Errorf(tool.Internal, "%v", wasm.ErrNotBuilt)
	case errors.Is(err, context.Canceled):
		return err
	case hostfs.Reason(err) != "":
		return tool.Errorf(tool.Code(hostfs.Reason(err)), "%v", err)
	}
	return err
}
