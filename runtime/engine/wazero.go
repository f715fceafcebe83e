//go:build !wasmtime

package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"tsplan/runtime/cache"
	"tsplan/wasm"
)

// Name is the engine's name.
const Name = "wazero"

type wazeroEngine struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// New compiles the module, or takes its compiled code from the cache.
func New(ctx context.Context, module []byte, dir *cache.Dir) (Engine, error) {
	return newWazero(ctx, wazero.NewRuntimeConfig(), module, dir)
}

// NewInterpreter is New with wazero's interpreter instead of its compiler, and without a cache. A test compares the two.
func NewInterpreter(ctx context.Context, module []byte) (Engine, error) {
	return newWazero(ctx, wazero.NewRuntimeConfigInterpreter(), module, nil)
}

func newWazero(ctx context.Context, config wazero.RuntimeConfig, module []byte, dir *cache.Dir) (Engine, error) {
	config = config.WithCoreFeatures(api.CoreFeaturesV2)
	if dir != nil {
		// wazero makes a directory below dir, with wazero's version in the name.
		compiled, err := wazero.NewCompilationCacheWithDir(dir.Path())
		if err != nil {
			return nil, fmt.Errorf("compilation cache: %w", err)
		}
		config = config.WithCompilationCache(compiled)
	}
	r := wazero.NewRuntimeWithConfig(ctx, config)
	compiled, err := r.CompileModule(ctx, module)
	if err == nil {
		err = checkImports(compiled)
	}
	if err == nil {
		err = provideImports(ctx, r)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("guest module: %w", err), r.Close(ctx))
	}
	return &wazeroEngine{r, compiled}, nil
}

// checkImports refuses a module that asks for more than the allow-list has.
func checkImports(module wazero.CompiledModule) error {
	allowed := wasm.Imports()
	for _, f := range module.ImportedFunctions() {
		from, name, _ := f.Import()
		if !slices.Contains(allowed, from+"."+name) {
			return fmt.Errorf("imports %s.%s, which is not on the list of allowed imports", from, name)
		}
	}
	if len(module.ImportedMemories()) > 0 {
		return errors.New("imports a memory; it must bring its own")
	}
	return nil
}

func provideImports(ctx context.Context, r wazero.Runtime) error {
	builders := map[string]wazero.HostModuleBuilder{}
	for _, i := range imports() {
		module, name, _ := strings.Cut(i.name, ".")
		b := builders[module]
		if b == nil {
			b = r.NewHostModuleBuilder(module)
			builders[module] = b
		}
		f := api.GoFunc(func(ctx context.Context, stack []uint64) { stack[0] = uint64(i.call(ctx, stack)) })
		params := slices.Repeat([]api.ValueType{api.ValueTypeI32}, i.params)
		b.NewFunctionBuilder().WithGoFunction(f, params, []api.ValueType{api.ValueTypeI32}).Export(name)
	}
	for _, b := range builders {
		if _, err := b.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

func wholeMemory(m api.Module) []byte {
	memory := m.Memory()
	b, _ := memory.Read(0, memory.Size())
	return b
}

func (e *wazeroEngine) Instantiate(ctx context.Context, limit, size uint64, restore func([]byte) error) (Machine, error) {
	mem, err := reserve(limit, size)
	if err != nil {
		return nil, err
	}
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	if restore != nil {
		config = config.WithStartFunctions()
	}
	allocator := experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return mem })
	m, err := e.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, allocator), e.module, config)
	if err != nil {
		mem.Free()
		return nil, fmt.Errorf("instantiating the guest: %w", err)
	}
	w := &wazeroMachine{module: m}
	sp, ok := m.ExportedGlobal("__stack_pointer").(api.MutableGlobal)
	if !ok {
		return nil, errors.Join(errors.New("guest module: no mutable __stack_pointer"), m.Close(ctx))
	}
	w.sp = sp
	if restore != nil {
		if err := restore(w.Memory()); err != nil {
			return nil, errors.Join(err, m.Close(ctx))
		}
	}
	return w, nil
}

func (e *wazeroEngine) Close(ctx context.Context) error { return e.runtime.Close(ctx) }

type wazeroMachine struct {
	module api.Module
	sp     api.MutableGlobal
	// functions are the exports in use, by the number of calls that are under way when they are called. An api.Function has only one stack:
	// if a guest made a host function call the export from which it was called, the inner call would overwrite the stack of the outer one.
	functions []map[string]api.Function
	depth     int
}

func (w *wazeroMachine) Call(ctx context.Context, export string, args ...uint64) (uint64, error) {
	if w.depth == len(w.functions) {
		w.functions = append(w.functions, map[string]api.Function{})
	}
	f := w.functions[w.depth][export]
	if f == nil {
		if f = w.module.ExportedFunction(export); f == nil {
			return 0, fmt.Errorf("guest module: no export %s", export)
		}
		w.functions[w.depth][export] = f
	}
	w.depth++
	defer func() { w.depth-- }()
	results, err := f.Call(ctx, args...)
	if err != nil || len(results) == 0 {
		return 0, err
	}
	return results[0], nil
}

func (w *wazeroMachine) Memory() []byte                  { return wholeMemory(w.module) }
func (w *wazeroMachine) StackPointer() uint32            { return uint32(w.sp.Get()) }
func (w *wazeroMachine) SetStackPointer(sp uint32)       { w.sp.Set(uint64(sp)) }
func (w *wazeroMachine) Close(ctx context.Context) error { return w.module.Close(ctx) }
