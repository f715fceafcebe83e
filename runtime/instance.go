package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime/engine"
	"tsplan/runtime/host"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/wasm"
)

// instance is one guest, restored from the image. After an error other than a RequestError it must be dropped.
type instance struct {
	guest  *guest
	limits Limits
	// collected is the size of guest memory when its cycles were last collected.
	collected int
}

// newInstance restores a guest: from a project's image, or from the guest image alone if saved is nil.
func newInstance(ctx context.Context, t *template, base *image, limits Limits, saved *projectImage) (*instance, error) {
	size := base.size
	if saved != nil {
		size = max(size, saved.info.Memory)
	}
	m, err := t.engine.Instantiate(ctx, limits.Memory, uint64(size), func(memory []byte) error {
		if err := mapImage(memory, base); err != nil || saved == nil {
			return err
		}
		return saved.restore(memory)
	})
	if err != nil {
		return nil, err
	}
	g := &guest{machine: m, answer: limits.Answer, collector: collector{limit: limits.Memory}}
	if err := g.restore(ctx, t.guest.State, limits.Stack); err != nil {
		return nil, errors.Join(err, m.Close(ctx))
	}
	return &instance{guest: g, limits: limits, collected: int(size)}, nil
}

// restore sets the guest's stack pointer and limit, its runtime and its context.
func (g *guest) restore(ctx context.Context, s wasm.State, stack uint32) error {
	g.machine.SetStackPointer(s.StackPointer)
	if _, err := g.call(ctx, "qjs_set_runtime_and_context", uint64(s.Runtime), uint64(s.Context)); err != nil {
		return err
	}
	_, err := g.call(ctx, "JS_SetMaxStackSize", uint64(s.Runtime), uint64(stack))
	return err
}

// call asks the guest. The context's end interrupts it.
func (i *instance) call(ctx context.Context, h *host.Functions, request protocol.Request) (json.RawMessage, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	i.guest.host, i.guest.request = h, ctx
	defer func() { i.guest.host, i.guest.request = nil, nil }()
	running := engine.WithImports(context.WithoutCancel(ctx), i.guest)
	if err := i.guest.collector.start(running, i.guest); err != nil {
		return nil, i.explain(ctx, err)
	}
	reply, err := i.guest.invoke(running, "tsplanHandle", string(text))
	if err != nil {
		return nil, i.explain(ctx, err)
	}
	var answer protocol.Reply[json.RawMessage]
	if err := json.Unmarshal([]byte(reply), &answer); err != nil {
		return nil, &FaultError{Detail: "answer is not JSON", Err: err}
	}
	switch e := answer.Error; {
	case e == nil:
		return answer.OK, nil
	case e.Code == "guest_fault":
		return nil, i.explain(ctx, errors.New(paths.Workspace(".").Say(e.Message)))
	case e.Code == "bad_config" || e.Code == "not_found" || e.Code == "invalid_argument":
		return nil, &RequestError{Code: e.Code, Message: e.Message}
	default:
		return nil, &FaultError{Detail: "refusal with an unknown code: " + e.Code + ": " + paths.Workspace(".").Say(e.Message)}
	}
}

// Messages of QuickJS's exceptions when memory or stack is exhausted. The guest returns them unchanged.
const (
	jsOutOfMemory      = "out of memory"
	jsNoMemoryForError = "null" // no memory even for the exception
	jsStackOverflow    = "Maximum call stack size exceeded"
)

// full reports that memory has grown to more than seven eighths of its limit: the rest may be too little for the allocation that failed.
func (i *instance) full() bool {
	return uint64(len(i.guest.machine.Memory())) > i.limits.Memory-i.limits.Memory/8
}

func stackOverflow(err error) bool {
	// QuickJS stops at its own limit before the engine's stack is full, unless C code recurses without checking.
	return strings.HasPrefix(err.Error(), jsStackOverflow) || strings.Contains(err.Error(), "stack overflow")
}

// explain finds out why a call failed.
func (i *instance) explain(ctx context.Context, err error) error {
	var thrown *exception
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &DeadlineError{Limit: i.limits.Time}
	case ctx.Err() != nil:
		return ctx.Err()
	case hostfs.Reason(i.guest.fault) != "":
		return i.guest.fault
	case i.guest.fault != nil:
		return &FaultError{Detail: i.guest.fault.Error(), Err: i.guest.fault}
	case errors.Is(err, errGuestText):
		return &AnswerError{i.limits.Answer}
	case stackOverflow(err):
		return &StackError{i.limits.Stack}
	case errors.Is(err, ErrMemory) || strings.HasPrefix(err.Error(), jsOutOfMemory) || i.full() && err.Error() == jsNoMemoryForError:
		return &MemoryError{i.limits.Memory}
	case errors.As(err, &thrown):
		return &FaultError{Detail: thrown.message + "\n" + thrown.stack, Err: err}
	}
	return &FaultError{Detail: err.Error(), Err: err}
}

func (i *instance) close() error { return i.guest.machine.Close(context.Background()) }
