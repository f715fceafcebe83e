package runtime

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"

	"tsplan/runtime/engine"
	"tsplan/runtime/host"
)

// guest calls QuickJS's C interface in a machine. A JavaScript value is passed as the address of a box in guest memory that holds it.
//
// The guest's answers are not trusted: every address and length is checked against memory as it is now, and every text is
// copied before the guest runs again.
type guest struct {
	machine engine.Machine
	host    *host.Functions // nil while the image is made, when there is nothing to read
	request context.Context // ends with the request that host answers for; nil where host is nil
	fault   error           // what went wrong inside a host function, which can only return 0
	answer  int             // most bytes of invoke's answer
	depth   int             // host functions under way, each called from within the one before

	collector collector
	size      int                                 // size of memory when grown was last called
	grown     func(ctx context.Context, size int) // may wait; nil for none
}

// stackSize is the stack that boot allocates for TypeScript's recursion; the module's own stack has 1 MiB.
const (
	stackSize    = 64 << 20 // 64 MiB
	stackReserve = 1 << 20  // left for C code when JavaScript has used up its share
)

// Limits of the texts that are copied out of the guest, except its answer. A longer text is cut or refused.
const (
	maxMessage = 64 << 10 // 64 KiB of an exception

	// Without this limit, a guest whose toString calls a host function could use up the host's stack, which would end the process.
	maxDepth = 8
)

var (
	errGuestRange = errors.New("guest: address out of range")
	errGuestText  = errors.New("guest: text too long")
	errGuestDepth = errors.New("guest: host functions nested too deep")
)

func (g *guest) call(ctx context.Context, export string, args ...uint64) (uint32, error) {
	v, err := g.machine.Call(ctx, export, args...)
	return uint32(v), err
}

func (g *guest) free(ctx context.Context, pointer uint32) error {
	_, err := g.call(ctx, "wasm_free", uint64(pointer))
	return err
}

func (g *guest) freeValue(ctx context.Context, value uint32) error {
	_, err := g.call(ctx, "qjs_free_value", uint64(value))
	return err
}

// write copies bytes into guest memory, zero-terminated.
func (g *guest) write(ctx context.Context, s string) (uint32, error) {
	p, err := g.call(ctx, "wasm_malloc", uint64(len(s))+1)
	if err != nil {
		return 0, err
	}
	if p == 0 {
		return 0, ErrMemory
	}
	memory := g.machine.Memory()
	if uint64(p)+uint64(len(s))+1 > uint64(len(memory)) {
		return 0, errGuestRange
	}
	copy(memory[p:], s)
	memory[int(p)+len(s)] = 0
	return p, nil
}

// withString calls f with s in guest memory and frees it again.
func (g *guest) withString(ctx context.Context, s string, f func(p uint32) (uint32, error)) (uint32, error) {
	p, err := g.write(ctx, s)
	if err != nil {
		return 0, err
	}
	v, err := f(p)
	return v, errors.Join(err, g.free(ctx, p))
}

func (g *guest) newString(ctx context.Context, s string) (uint32, error) {
	return g.withString(ctx, s, func(p uint32) (uint32, error) {
		return g.call(ctx, "qjs_new_string", uint64(p), uint64(len(s)))
	})
}

func (g *guest) newNumber(ctx context.Context, n float64) (uint32, error) {
	return g.call(ctx, "qjs_new_number", math.Float64bits(n))
}

func (g *guest) property(ctx context.Context, object uint32, name string) (uint32, error) {
	return g.withString(ctx, name, func(p uint32) (uint32, error) {
		return g.call(ctx, "qjs_get_prop_string", uint64(object), uint64(p))
	})
}

func (g *guest) uint32At(p uint32) (uint32, error) {
	memory := g.machine.Memory()
	if uint64(p)+4 > uint64(len(memory)) {
		return 0, errGuestRange
	}
	return binary.LittleEndian.Uint32(memory[p:]), nil
}

func (g *guest) bytesAt(p, n uint32) (string, error) {
	memory := g.machine.Memory()
	if uint64(p)+uint64(n) > uint64(len(memory)) {
		return "", errGuestRange
	}
	return string(memory[p : uint64(p)+uint64(n)]), nil
}

// str returns a JavaScript value as a string, converted as String() does. It returns errGuestText if the string has more bytes than the
// limit most.
func (g *guest) str(ctx context.Context, value uint32, most int) (string, error) {
	lengthAt, err := g.call(ctx, "wasm_malloc", 4)
	if err != nil {
		return "", err
	}
	if lengthAt == 0 {
		return "", ErrMemory
	}
	p, err := g.call(ctx, "qjs_get_string_len", uint64(value), uint64(lengthAt))
	if err != nil {
		return "", err
	}
	if p == 0 {
		return "", ErrMemory
	}
	n, err := g.uint32At(lengthAt)
	if err != nil {
		return "", err
	}
	if uint64(n) > uint64(most) {
		return "", errGuestText
	}
	s, err := g.bytesAt(p, n)
	if err != nil {
		return "", err
	}
	_, err = g.call(ctx, "qjs_free_cstring", uint64(p))
	s = strings.ToValidUTF8(s, "\uFFFD") // replaces lone surrogates
	return s, errors.Join(err, g.free(ctx, lengthAt))
}

// exception is a JavaScript exception that nothing in the guest caught.
type exception struct{ message, stack string }

func (e *exception) Error() string { return e.message }

// check turns the exception marker into an error.
func (g *guest) check(ctx context.Context, value uint32) (uint32, error) {
	if g.fault != nil {
		return 0, g.fault
	}
	if value == 0 {
		return 0, ErrMemory
	}
	is, err := g.call(ctx, "qjs_is_exception", uint64(value))
	if err != nil || is == 0 {
		return value, err
	}
	thrown, err := g.call(ctx, "qjs_get_exception")
	if err != nil {
		return 0, err
	}
	e := new(exception)
	e.message, err = g.str(ctx, thrown, maxMessage)
	if errors.Is(err, errGuestText) {
		e.message, err = "a message too long to show", nil
	}
	if err != nil {
		return 0, err
	}
	if stack, err := g.property(ctx, thrown, "stack"); err == nil {
		e.stack, _ = g.str(ctx, stack, maxMessage) // only for the log
	}
	// Without memory for an error, QuickJS throws null.
	if strings.Contains(e.message, "out of memory") || e.message == "null" {
		return 0, ErrMemory
	}
	return 0, e
}

// invoke calls a global function of one string argument that returns a string.
func (g *guest) invoke(ctx context.Context, function, argument string) (string, error) {
	global, err := g.call(ctx, "qjs_get_global")
	if err != nil {
		return "", err
	}
	f, err := g.property(ctx, global, function)
	if err != nil {
		return "", err
	}
	arg, err := g.newString(ctx, argument)
	if err != nil {
		return "", err
	}
	argv, err := g.call(ctx, "wasm_malloc", 4)
	if err != nil {
		return "", err
	}
	memory := g.machine.Memory()
	if argv == 0 || uint64(argv)+4 > uint64(len(memory)) {
		return "", ErrMemory
	}
	binary.LittleEndian.PutUint32(memory[argv:], arg)
	g.fault = nil
	result, err := g.call(ctx, "qjs_call", uint64(f), uint64(global), 1, uint64(argv))
	if err != nil {
		return "", errors.Join(err, g.fault)
	}
	if result, err = g.check(ctx, result); err != nil {
		return "", err
	}
	answer, err := g.str(ctx, result, g.answer)
	for _, value := range []uint32{result, arg, f, global} {
		err = errors.Join(err, g.freeValue(ctx, value))
	}
	return answer, errors.Join(err, g.free(ctx, argv))
}

// HostCall serves the guest's host functions. A guest that passes nonsense gets an exception, and so does one whose
// call fails; the reason is kept in fault.
func (g *guest) HostCall(ctx context.Context, name, nameLen, argc, argv uint32) (result uint32) {
	defer func() {
		if r := recover(); r != nil {
			g.fault = fmt.Errorf("host function: %v\n%s", r, debug.Stack())
			result = 0
		}
	}()
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > maxDepth {
		g.fault = errGuestDepth
		return 0
	}
	value, err := g.serve(ctx, name, nameLen, argc, argv)
	if err != nil {
		g.fault = errors.Join(g.fault, err)
		return 0
	}
	return value
}

func (g *guest) serve(ctx context.Context, name, nameLen, argc, argv uint32) (uint32, error) {
	function, err := g.bytesAt(name, min(nameLen, 64))
	if err != nil {
		return 0, err
	}
	if argc != 1 || g.host == nil {
		return 0, fmt.Errorf("host function %q: takes one argument, got %d", function, argc)
	}
	box, err := g.uint32At(argv)
	if err != nil {
		return 0, err
	}
	argument, err := g.str(ctx, box, host.LongestArgument(function))
	if err != nil {
		return 0, err
	}
	answer, err := g.host.Call(function, argument)
	switch {
	case err != nil:
		return 0, err
	case answer.Kind == host.String:
		return g.newString(ctx, answer.Text)
	case answer.Kind == host.Number:
		return g.newNumber(ctx, answer.Number)
	}
	return g.call(ctx, "qjs_get_undefined")
}

// Interrupted reports whether the script must stop: its request has ended, or a host function has failed.
func (g *guest) Interrupted(ctx context.Context) bool {
	if g.host == nil {
		return false
	}
	if g.grown != nil {
		if size := len(g.machine.Memory()); size > g.size {
			g.size = size
			g.grown(g.request, size) // if the request ends the wait, the script stops below
		}
	}
	if err := g.collector.interrupt(ctx, g); err != nil {
		g.fault = errors.Join(g.fault, err)
	}
	return g.fault != nil || g.request.Err() != nil
}
