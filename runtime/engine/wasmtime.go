//go:build wasmtime

package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"tsplan/runtime/cache"
	"tsplan/wasm"
)

// Name is the engine's name.
const Name = "wasmtime"

// nativeStack is how much of a thread's stack compiled code may use; the guest's own stack is in guest memory. Threads usually have 8 MiB,
// and the process ends if one needs more.
const nativeStack = 6 << 20 // 6 MiB

type wasmtimeEngine struct {
	engine *wasmtime.Engine
	module *wasmtime.Module
}

// New compiles the module, or takes its compiled code from the cache.
func New(_ context.Context, module []byte, dir *cache.Dir) (Engine, error) {
	config := wasmtime.NewConfig()
	config.SetMaxWasmStack(nativeStack)
	config.SetWasmThreads(false)
	config.SetMemoryInitCOWSet(false) // it makes files in memory, which the seal forbids
	e := wasmtime.NewEngineWithConfig(config)
	compiled, err := compileWasmtime(e, module, dir)
	if err == nil {
		err = checkWasmtimeImports(compiled)
	}
	if err != nil {
		e.Close()
		return nil, fmt.Errorf("guest module: %w", err)
	}
	return &wasmtimeEngine{e, compiled}, nil
}

func compileWasmtime(e *wasmtime.Engine, module []byte, dir *cache.Dir) (*wasmtime.Module, error) {
	if dir == nil {
		return wasmtime.NewModule(e, module)
	}
	name := cache.EngineCode.File(fmt.Sprintf("%x", sha256.Sum256(append([]byte(wasmtimeVersion), module...))))
	if f, err := dir.Open(name); err == nil {
		code, err := io.ReadAll(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		// wasmtime refuses code of another version or processor, and the module is compiled again.
		if m, err := wasmtime.NewModuleDeserialize(e, code); err == nil {
			return m, nil
		}
	}
	m, err := wasmtime.NewModule(e, module)
	if err != nil {
		return nil, err
	}
	code, err := m.Serialize()
	if err != nil {
		return nil, err
	}
	return m, dir.Write(name, func(w io.Writer) error {
		_, err := w.Write(code)
		return err
	})
}

const wasmtimeVersion = "39"

// checkWasmtimeImports refuses a module that asks for more than the allow-list has.
func checkWasmtimeImports(module *wasmtime.Module) error {
	allowed := wasm.Imports()
	for _, i := range module.Imports() {
		name := i.Module()
		if i.Name() != nil {
			name += "." + *i.Name()
		}
		if i.Type().FuncType() == nil || !slices.Contains(allowed, name) {
			return fmt.Errorf("imports %s, which is not on the list of allowed imports", name)
		}
	}
	return nil
}

func (e *wasmtimeEngine) Close(context.Context) error {
	e.module.Close()
	e.engine.Close()
	return nil
}

func (e *wasmtimeEngine) Instantiate(ctx context.Context, limit, size uint64, restore func([]byte) error) (Machine, error) {
	m := &wasmtimeMachine{store: wasmtime.NewStore(e.engine), functions: map[string]*wasmtime.Func{}}
	m.store.Limiter(int64(limit), -1, 1, 1, 1)
	linker := wasmtime.NewLinker(e.engine)
	defer linker.Close()
	for _, i := range imports() {
		if err := m.provide(linker, i); err != nil {
			m.store.Close()
			return nil, err
		}
	}
	if err := m.begin(ctx, e, linker, size, restore); err != nil {
		m.store.Close()
		return nil, fmt.Errorf("instantiating the guest: %w", err)
	}
	return m, nil
}

type wasmtimeMachine struct {
	store     *wasmtime.Store
	instance  *wasmtime.Instance
	linear    *wasmtime.Memory
	sp        *wasmtime.Global
	functions map[string]*wasmtime.Func
	ctx       context.Context // of the call under way
}

func (m *wasmtimeMachine) begin(ctx context.Context, e *wasmtimeEngine, linker *wasmtime.Linker, size uint64, restore func([]byte) error) error {
	instance, err := linker.Instantiate(m.store, e.module)
	if err != nil {
		return err
	}
	m.instance = instance
	linear, sp := instance.GetExport(m.store, "memory"), instance.GetExport(m.store, "__stack_pointer")
	if linear == nil || linear.Memory() == nil || sp == nil || sp.Global() == nil {
		return errors.New("guest module: no memory or no __stack_pointer")
	}
	m.linear, m.sp = linear.Memory(), sp.Global()
	if restore == nil {
		_, err := m.Call(ctx, "_initialize")
		return err
	}
	const wasmPage = 64 << 10 // 64 KiB
	if now := uint64(m.linear.DataSize(m.store)); now < size {
		if _, err := m.linear.Grow(m.store, (size-now)/wasmPage); err != nil {
			return err
		}
	}
	return restore(m.Memory())
}

// provide defines an import.
func (m *wasmtimeMachine) provide(linker *wasmtime.Linker, i hostImport) error {
	module, name, _ := strings.Cut(i.name, ".")
	number := wasmtime.NewValType(wasmtime.KindI32)
	kind := wasmtime.NewFuncType(slices.Repeat([]*wasmtime.ValType{number}, i.params), []*wasmtime.ValType{number})
	return linker.FuncNew(module, name, kind, func(_ *wasmtime.Caller, values []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
		args := make([]uint64, len(values))
		for n, v := range values {
			args[n] = uint64(uint32(v.I32()))
		}
		return []wasmtime.Val{wasmtime.ValI32(int32(i.call(m.ctx, args)))}, nil
	})
}

func (m *wasmtimeMachine) Call(ctx context.Context, export string, args ...uint64) (uint64, error) {
	f := m.functions[export]
	if f == nil {
		if f = m.instance.GetFunc(m.store, export); f == nil {
			return 0, fmt.Errorf("guest module: no export %s", export)
		}
		m.functions[export] = f
	}
	params := f.Type(m.store).Params()
	if len(params) != len(args) {
		return 0, fmt.Errorf("guest module: %s takes %d arguments, not %d", export, len(params), len(args))
	}
	values := make([]any, len(args))
	for n, p := range params {
		switch p.Kind() {
		case wasmtime.KindF64:
			values[n] = math.Float64frombits(args[n])
		case wasmtime.KindI64:
			values[n] = int64(args[n])
		default:
			values[n] = int32(uint32(args[n]))
		}
	}
	outer := m.ctx
	m.ctx = ctx
	defer func() { m.ctx = outer }()
	result, err := f.Call(m.store, values...)
	if err != nil {
		return 0, withoutBacktrace(err)
	}
	switch v := result.(type) {
	case int32:
		return uint64(uint32(v)), nil
	case int64:
		return uint64(v), nil
	case float64:
		return math.Float64bits(v), nil
	}
	return 0, nil
}

// withoutBacktrace returns the error without its backtrace, which has a line for each function under way, maybe some hundred thousand, and
// frees the backtrace. A stack overflow gets the same message as with wazero.
func withoutBacktrace(err error) error {
	var trap *wasmtime.Trap
	if !errors.As(err, &trap) {
		return err
	}
	defer trap.Close()
	if code := trap.Code(); code != nil && *code == wasmtime.StackOverflow {
		return errors.New("stack overflow")
	}
	_, cause, _ := strings.Cut(trap.Message(), "wasm trap: ")
	cause, _, _ = strings.Cut(cause, "\n")
	return fmt.Errorf("wasm trap: %s", cause)
}

func (m *wasmtimeMachine) Memory() []byte { return m.linear.UnsafeData(m.store) }

func (m *wasmtimeMachine) StackPointer() uint32 { return uint32(m.sp.Get(m.store).I32()) }

func (m *wasmtimeMachine) SetStackPointer(sp uint32) {
	// Cannot fail: the export was found to be a mutable i32 when the guest was built.
	_ = m.sp.Set(m.store, wasmtime.ValI32(int32(sp)))
}

func (m *wasmtimeMachine) Close(context.Context) error {
	m.store.Close()
	return nil
}
