package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"tsplan/runtime/engine"
	"tsplan/runtime/host"
	"tsplan/wasm"
)

// Image is a guest's memory after its scripts and the lib files have been loaded.
type Image struct {
	Memory     []byte
	State      wasm.State
	TypeScript string // the version that the guest reports
}

// gcNever is a collector threshold that no allocation reaches: the collector walks the whole heap and dirties every
// copy-on-write page, so it runs only when asked to.
const gcNever = 1<<32 - 1

// BuildImage evaluates script in a fresh guest, loads the lib files (name to text) and returns the guest's memory as an image. The same
// inputs give the same bytes. Only the build calls it.
func BuildImage(ctx context.Context, module []byte, script string, libs map[string]string) (_ *Image, err error) {
	e, err := engine.New(ctx, module, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close(ctx)) }()
	m, err := e.Instantiate(ctx, defaultMemory, 0, nil)
	if err != nil {
		return nil, err
	}
	g := &guest{machine: m, answer: defaultAnswer}
	ctx = engine.WithImports(ctx, g)
	if err := g.boot(ctx, script); err != nil {
		return nil, err
	}
	text, err := json.Marshal(libs) // sorted by name
	if err != nil {
		return nil, err
	}
	image := new(Image)
	if image.TypeScript, err = g.invoke(ctx, "tsplanPreload", string(text)); err != nil {
		return nil, fmt.Errorf("loading the lib files: %w", describe(err))
	}
	if _, err := g.call(ctx, "qjs_run_gc"); err != nil {
		return nil, err
	}
	for target, export := range map[*uint32]string{
		&image.State.Runtime: "qjs_get_runtime_ptr",
		&image.State.Context: "qjs_get_context_ptr",
	} {
		if *target, err = g.call(ctx, export); err != nil {
			return nil, err
		}
	}
	image.State.StackPointer = m.StackPointer()
	image.Memory = append([]byte(nil), m.Memory()...)
	return image, nil
}

// boot initialises QuickJS, gives it the large stack and the host functions, and evaluates the script.
func (g *guest) boot(ctx context.Context, script string) error {
	if status, err := g.call(ctx, "qjs_init"); err != nil || status != 0 {
		return errors.Join(err, fmt.Errorf("qjs_init: status %d", status))
	}
	rt, err := g.call(ctx, "qjs_get_runtime_ptr")
	if err != nil {
		return err
	}
	stack, err := g.call(ctx, "wasm_malloc", stackSize)
	if err != nil || stack == 0 {
		return errors.Join(err, ErrMemory)
	}
	g.machine.SetStackPointer((stack + stackSize - 64) &^ 15)
	for _, c := range []struct {
		export string
		args   []uint64
	}{
		{"JS_UpdateStackTop", []uint64{uint64(rt)}},
		{"JS_SetMaxStackSize", []uint64{uint64(rt), stackSize - stackReserve}},
		{"qjs_set_gc_threshold", []uint64{gcNever}},
		{"qjs_set_interrupt_handler", []uint64{1}},
	} {
		if _, err := g.call(ctx, c.export, c.args...); err != nil {
			return err
		}
	}
	global, err := g.call(ctx, "qjs_get_global")
	if err != nil {
		return err
	}
	for _, name := range host.Names() {
		_, err := g.withString(ctx, name, func(p uint32) (uint32, error) {
			f, err := g.call(ctx, "qjs_new_host_function", uint64(p), uint64(len(name)), 0)
			if err != nil {
				return 0, err
			}
			return g.call(ctx, "qjs_set_prop_string", uint64(global), uint64(p), uint64(f))
		})
		if err != nil {
			return err
		}
	}
	return g.evaluate(ctx, script)
}

func (g *guest) evaluate(ctx context.Context, script string) error {
	_, err := g.withString(ctx, script, func(p uint32) (uint32, error) {
		return g.withString(ctx, "guest.js", func(name uint32) (uint32, error) {
			v, err := g.call(ctx, "qjs_eval", uint64(p), uint64(len(script)), uint64(name), 0)
			if err != nil {
				return 0, err
			}
			return g.check(ctx, v)
		})
	})
	if err != nil {
		return fmt.Errorf("evaluating the guest: %w", describe(err))
	}
	return nil
}

// describe adds the JavaScript stack to err, for the developer of the guest.
func describe(err error) error {
	var thrown *exception
	if errors.As(err, &thrown) {
		return fmt.Errorf("%w\n%s", err, thrown.stack)
	}
	return err
}
