package engine

import "context"

// hostImport is one function that the module may import, the same for every engine. Parameters and result are i32.
type hostImport struct {
	name   string // module.name
	params int
	call   func(ctx context.Context, args []uint64) uint32
}

func imports() []hostImport {
	return []hostImport{
		{"env.host_call", 5, hostCallImport},
		{"env.host_interrupt", 0, interruptImport},
	}
}

// hostCallImport takes name, nameLen, this, argc, argv.
func hostCallImport(ctx context.Context, args []uint64) uint32 {
	h, ok := importsOf(ctx)
	if !ok {
		return 0
	}
	return h.HostCall(ctx, uint32(args[0]), uint32(args[1]), uint32(args[3]), uint32(args[4]))
}

func interruptImport(ctx context.Context, _ []uint64) uint32 {
	if h, ok := importsOf(ctx); ok && !h.Interrupted(ctx) {
		return 0
	}
	return 1
}
