package engine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tsplan/runtime/engine/enginetest"
	"tsplan/wasm"
)

// The hostile module imports what the engine provides, and the engine provides what the list allows.
func TestImports(t *testing.T) {
	var provided []enginetest.Import
	var names []string
	for _, i := range imports() {
		provided, names = append(provided, enginetest.Import{Name: i.name, Params: i.params}), append(names, i.name)
	}
	if !slices.Equal(provided, enginetest.Imports()) || !slices.Equal(names, wasm.Imports()) {
		t.Errorf("the engine provides %v, the hostile module imports %v, the list has %v", provided, enginetest.Imports(), wasm.Imports())
	}
}

// A machine whose context has nobody to serve its imports gets an exception and is interrupted. Its memory has the size
// that it is restored with, and ends at the limit.
func TestMachine(t *testing.T) {
	const page = 64 << 10 // 64 KiB
	ctx := t.Context()
	e, err := New(ctx, enginetest.HostileModule(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(ctx)
	m, err := e.Instantiate(ctx, 4*page, 2*page, func(memory []byte) error {
		memory[len(memory)-1] = 7
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close(ctx)
	if memory := m.Memory(); len(memory) != 2*page || memory[2*page-1] != 7 {
		t.Errorf("restored %d bytes of memory, want %d", len(memory), 2*page)
	}
	for _, c := range []struct {
		export string
		args   []uint64
		want   int32
	}{
		{"poke env.host_call", make([]uint64, 5), 0},
		{"poke env.host_interrupt", nil, 1},
		{"grow", []uint64{3}, -1},
		{"grow", []uint64{2}, 2},
		{"grow", []uint64{1}, -1},
	} {
		if got, err := m.Call(ctx, c.export, c.args...); err != nil || int32(got) != c.want {
			t.Errorf("%s(%d) = %d, %v, want %d", c.export, c.args, int32(got), err, c.want)
		}
	}
	if len(m.Memory()) != 4*page {
		t.Errorf("memory has %d bytes, want %d", len(m.Memory()), 4*page)
	}
	m.SetStackPointer(page)
	if sp := m.StackPointer(); sp != page {
		t.Errorf("the stack pointer is %d, want %d", sp, page)
	}
	if _, err := m.Call(ctx, "none"); err == nil {
		t.Error("an export that is not there was called")
	}
	damaged := errors.New("damaged")
	if _, err := e.Instantiate(ctx, 4*page, page, func([]byte) error { return damaged }); !errors.Is(err, damaged) {
		t.Errorf("a machine that cannot be restored: %v", err)
	}
}

// A module that asks for more than the list has does not even start.
func TestForbiddenImports(t *testing.T) {
	for _, name := range []string{
		"wasi_snapshot_preview1.path_open", "wasi_snapshot_preview1.proc_exit", "wasi_snapshot_preview1.sock_open",
		"env.host_exec", "env2.host_call", "env.memory",
	} {
		if e, err := New(context.Background(), enginetest.HostileModule(name), nil); err == nil {
			e.Close(context.Background())
			t.Errorf("a module that imports %s was taken", name)
		}
	}
}
