// Package engine runs a WebAssembly module with wazero, or with wasmtime where the build tag of that name is set. It is
// the only package that imports them.
package engine

import "context"

// Engine is a compiled module, which makes instances.
type Engine interface {
	// Instantiate makes an instance whose memory never grows over limit bytes. If restore is nil, the module's own initialisation runs.
	// Otherwise memory has size bytes, and restore fills it when the module's data segments have been written.
	Instantiate(ctx context.Context, limit, size uint64, restore func(memory []byte) error) (Machine, error)
	Close(ctx context.Context) error
}

// Machine is one instance of the module. It is used by one goroutine at a time, and re-entered by host functions.
type Machine interface {
	// Call calls an export. Arguments and result are i32 or the bits of f64.
	Call(ctx context.Context, export string, args ...uint64) (uint64, error)
	// Memory returns the linear memory. The slice is stale after the next call.
	Memory() []byte
	// StackPointer is the value of the global __stack_pointer.
	StackPointer() uint32
	SetStackPointer(sp uint32)
	Close(ctx context.Context) error
}

// HostImports serves a machine's imports. It travels in the context of each call, since the engine's import
// functions are shared by all instances.
type HostImports interface {
	// HostCall serves a host function. Its name and its arguments are at these addresses of guest memory. The result is
	// the address of its value, or 0 if an exception was thrown.
	HostCall(ctx context.Context, name, nameLen, argc, argv uint32) uint32
	// Interrupted tells whether the running script has to stop.
	Interrupted(ctx context.Context) bool
}

type importsKey struct{}

// WithImports returns a context for calls of a machine: h serves the imports that the module calls meanwhile.
func WithImports(ctx context.Context, h HostImports) context.Context {
	return context.WithValue(ctx, importsKey{}, h)
}

func importsOf(ctx context.Context) (HostImports, bool) {
	h, ok := ctx.Value(importsKey{}).(HostImports)
	return h, ok
}
