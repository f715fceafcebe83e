package runtime

import "context"

// engine is a compiled guest module.
type engine interface {
	// instantiate makes an instance whose memory never grows over limit bytes. Without an image to restore, the
	// module's own initialisation runs; with one, memory has size bytes, and restore fills it when the module's data
	// segments have been written.
	instantiate(ctx context.Context, limit, size uint64, restore func(memory []byte) error) (machine, error)
	close(ctx context.Context) error
}

// machine is one instance of the module. It is used by one goroutine at a time, and re-entered by host functions.
type machine interface {
	// call calls an export. Arguments and result are i32 or the bits of f64.
	call(ctx context.Context, export string, args ...uint64) (uint64, error)
	// memory is the linear memory now; it is stale after the next call.
	memory() []byte
	stackPointer() uint32
	setStackPointer(sp uint32)
	close(ctx context.Context) error
}

// hostImports serves a machine's imports. It travels in the context of each call, since the engine's import
// functions are shared by all instances.
type hostImports interface {
	// hostCall serves a host function; all are pointers into guest memory. 0 means that an exception was thrown.
	hostCall(ctx context.Context, name, nameLen, argc, argv uint32) uint32
	// interrupted tells whether the running script has to stop.
	interrupted(ctx context.Context) bool
}

type importsKey struct{}

func withImports(ctx context.Context, h hostImports) context.Context {
	return context.WithValue(ctx, importsKey{}, h)
}

func importsOf(ctx context.Context) (hostImports, bool) {
	h, ok := ctx.Value(importsKey{}).(hostImports)
	return h, ok
}
