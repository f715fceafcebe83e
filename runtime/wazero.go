package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"tsplan/runtime/cache"
	"tsplan/wasm"
)

type wazeroEngine struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// newEngine compiles the module, or takes what it was compiled to from the cache.
func newEngine(ctx context.Context, module []byte, dir *cache.Dir) (engine, error) {
	config := wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2)
	if dir != nil {
		sub, err := dir.Subdirectory("wazero")
		if err != nil {
			return nil, err
		}
		compiled, err := wazero.NewCompilationCacheWithDir(sub.Path())
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

func (e *wazeroEngine) instantiate(ctx context.Context, mem *memory, restore func() error) (machine, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	if restore != nil {
		config = config.WithStartFunctions()
	}
	allocator := experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return mem })
	m, err := e.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, allocator), e.module, config)
	if err != nil {
		return nil, fmt.Errorf("instantiating the guest: %w", err)
	}
	w := &wazeroMachine{module: m, functions: map[string]api.Function{}}
	sp, ok := m.ExportedGlobal("__stack_pointer").(api.MutableGlobal)
	if !ok {
		return nil, errors.Join(errors.New("guest module: no mutable __stack_pointer"), m.Close(ctx))
	}
	w.sp = sp
	if restore != nil {
		if err := restore(); err != nil {
			return nil, errors.Join(err, m.Close(ctx))
		}
	}
	return w, nil
}

func (e *wazeroEngine) close(ctx context.Context) error { return e.runtime.Close(ctx) }

type wazeroMachine struct {
	module    api.Module
	sp        api.MutableGlobal
	functions map[string]api.Function
}

func (w *wazeroMachine) call(ctx context.Context, export string, args ...uint64) (uint64, error) {
	f := w.functions[export]
	if f == nil {
		if f = w.module.ExportedFunction(export); f == nil {
			return 0, fmt.Errorf("guest module: no export %s", export)
		}
		w.functions[export] = f
	}
	results, err := f.Call(ctx, args...)
	if err != nil || len(results) == 0 {
		return 0, err
	}
	return results[0], nil
}

func (w *wazeroMachine) memory() []byte {
	m := w.module.Memory()
	b, _ := m.Read(0, m.Size())
	return b
}

func (w *wazeroMachine) stackPointer() uint32            { return uint32(w.sp.Get()) }
func (w *wazeroMachine) setStackPointer(sp uint32)       { w.sp.Set(uint64(sp)) }
func (w *wazeroMachine) close(ctx context.Context) error { return w.module.Close(ctx) }
