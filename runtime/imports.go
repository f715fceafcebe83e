package runtime

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// What the module imports, beside host_call and host_interrupt, is answered here with nothing: no module loader, no
// time zone, a clock that stands still and a random source that is always the same. The same request has the same answer.
const (
	wasiSuccess = 0
	wasiBadFile = 8        // EBADF
	standstill  = 1 << 30  // nanoseconds: what every clock shows
	randomByte  = byte(42) // what every random byte is
)

func provideImports(ctx context.Context, r wazero.Runtime) error {
	const i32, i64 = api.ValueTypeI32, api.ValueTypeI64
	constant := func(result uint64) api.GoModuleFunc {
		return func(_ context.Context, _ api.Module, stack []uint64) { stack[0] = result }
	}
	env := r.NewHostModuleBuilder("env")
	for name, f := range map[string]struct {
		f               api.GoModuleFunc
		params, results []api.ValueType
	}{
		"host_call": {func(ctx context.Context, _ api.Module, s []uint64) {
			// name, nameLen, this, argc, argv
			var result uint32
			if h, ok := importsOf(ctx); ok {
				result = h.hostCall(ctx, uint32(s[0]), uint32(s[1]), uint32(s[3]), uint32(s[4]))
			}
			s[0] = uint64(result)
		}, []api.ValueType{i32, i32, i32, i32, i32}, []api.ValueType{i32}},
		"host_interrupt": {func(ctx context.Context, _ api.Module, s []uint64) {
			h, ok := importsOf(ctx)
			s[0] = 0
			if !ok || h.interrupted() {
				s[0] = 1
			}
		}, nil, []api.ValueType{i32}},
		"host_get_timezone_offset": {constant(0), []api.ValueType{i32, i32}, []api.ValueType{i32}},
		"host_promise_rejection": {func(context.Context, api.Module, []uint64) {},
			[]api.ValueType{i32, i32, i32}, nil},
		"host_module_normalize": {constant(0), []api.ValueType{i32, i32}, []api.ValueType{i32}},
		"host_module_load":      {constant(0), []api.ValueType{i32, i32}, []api.ValueType{i32}},
	} {
		env.NewFunctionBuilder().WithGoModuleFunction(f.f, f.params, f.results).Export(name)
	}
	if _, err := env.Instantiate(ctx); err != nil {
		return err
	}

	// Not wazero's WASI package: its read-only mounts let a guest create files, and it links what writes.
	wasi := r.NewHostModuleBuilder("wasi_snapshot_preview1")
	for name, f := range map[string]struct {
		f      api.GoModuleFunc
		params []api.ValueType
	}{
		"clock_time_get": {func(_ context.Context, m api.Module, s []uint64) {
			m.Memory().WriteUint64Le(uint32(s[2]), standstill)
			s[0] = wasiSuccess
		}, []api.ValueType{i32, i64, i32}},
		"random_get": {func(_ context.Context, m api.Module, s []uint64) {
			for i := range uint32(s[1]) {
				if !m.Memory().WriteByte(uint32(s[0])+i, randomByte) {
					break
				}
			}
			s[0] = wasiSuccess
		}, []api.ValueType{i32, i32}},
		"fd_close":      {constant(wasiBadFile), []api.ValueType{i32}},
		"fd_fdstat_get": {constant(wasiBadFile), []api.ValueType{i32, i32}},
		"fd_seek":       {constant(wasiBadFile), []api.ValueType{i32, i64, i32, i32}},
		"fd_write":      {constant(wasiBadFile), []api.ValueType{i32, i32, i32, i32}},
	} {
		wasi.NewFunctionBuilder().WithGoModuleFunction(f.f, f.params, []api.ValueType{i32}).Export(name)
	}
	_, err := wasi.Instantiate(ctx)
	return err
}
