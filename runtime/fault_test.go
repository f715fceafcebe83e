package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tsplan/hostfs/hostfstest"
	"tsplan/runtime/engine"
	"tsplan/runtime/engine/enginetest"
	"tsplan/runtime/host"
	"tsplan/runtime/paths"
	"tsplan/wasm"
)

// lyingScript is a guest in JavaScript that does whatever its request says.
const lyingScript = `
const root = "` + string(paths.Mount) + `"
globalThis.tsplanPreload = () => "lies"
const deep = () => deep() + 1
const nested = { toString: () => hostReadFile(nested) }
const faults = {
  fine: () => JSON.stringify({ ok: { fine: true } }),
  circles: () => {
    for (let i = 0; i < 3000; i++) { const o = { bytes: new ArrayBuffer(1 << 20) }; o.self = o }
    return faults.fine()
  },
  loop: () => { for (;;) {} },
  grow: () => { const kept = []; for (let i = 0; i < 100; i++) kept.push(new Uint8Array(1 << 20)); return faults.fine() },
  growAndLoop: () => { const kept = []; for (let i = 0; i < 100; i++) kept.push(new Uint8Array(1 << 20)); for (;;) {} },
  caughtLoop: () => { for (;;) { try { for (;;) {} } catch {} } },
  regex: () => /^(a+)+$/.test("a".repeat(40) + "b"),
  recursion: () => deep(),
  bomb: () => new ArrayBuffer(2 ** 31 - 8),
  strings: () => { let s = "x"; for (;;) s += s + "y" },
  objects: () => { let o = {}; for (;;) o = { o, p: [o, o, 1, 2, 3] } },
  thrown: () => { throw { toString() { throw 1 } } },
  error: () => { throw new Error("a".repeat(1 << 20)) },
  shortError: () => { throw new TypeError("a short one") },
  notText: () => 7,
  notJSON: () => "{",
  endless: () => "x".repeat(1 << 21),
  wrongShape: () => JSON.stringify({ ok: [1, 2, 3] }),
  unknownCode: () => JSON.stringify({ error: { code: "internal", message: ["m"] } }),
  longName: () => hostReadFile(root + "/" + "x".repeat(1 << 20)),
  nested: () => hostReadFile(nested),
  noArgument: () => hostReadFile(),
  twoArguments: () => hostReadFile("a", "b"),
  symbol: () => hostReadFile(Symbol("s")),
  outside: () => JSON.stringify({ ok: [hostReadFile("/etc/passwd"), hostReadFile(root + "/../etc/passwd"),
    hostRealpath(root + "/../../"), hostKind("/etc"), hostReadDir(root + "/..")] }),
  host: () => hostReadFile(root + "/a.ts"),
}
globalThis.tsplanHandle = (text) => faults[JSON.parse(text).method]()
`

// embedded is the module that the build made.
var embedded = sync.OnceValues(wasm.Module)

// lying returns a runtime whose guest is the script, and a root to ask it about. All runtimes share what was compiled.
func lying(t testing.TB, limits Limits) (*Runtime, string) {
	t.Helper()
	made, err := lyingImage()
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(Options{Cache: cacheDir, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	for major := range r.guests {
		r.guests[major] = func() (*template, error) { return made, nil }
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.ts"), []byte("export {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return r, root
}

var lyingImage = sync.OnceValues(func() (*template, error) {
	module, err := embedded()
	if err != nil {
		return nil, err
	}
	made, err := BuildImage(context.Background(), module, lyingScript, nil)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(context.Background(), module, nil)
	if err != nil {
		return nil, err
	}
	// In a file, so that it is mapped and not copied a thousand times.
	file, err := os.CreateTemp("", "tsplan-lying")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name()) // an open file stays readable where that works
	if _, err := file.Write(made.Memory); err != nil {
		return nil, err
	}
	return &template{
		engine: e,
		image:  &image{file: file, size: int64(len(made.Memory))},
		guest:  wasm.Manifest{State: made.State},
	}, nil
})

func (r *Runtime) askOnce(root, method string, out any) error {
	return r.With(context.Background(), root, ".", nil, func(s *Session) error { return s.ask(s.ctx, method, nil, out) })
}

// mustWork asks the question whose answer is known.
func mustWork(t testing.TB, r *Runtime, root string) {
	t.Helper()
	var out struct{ Fine bool }
	if err := r.askOnce(root, "fine", &out); err != nil || !out.Fine {
		t.Fatalf("the next request got %+v, %v", out, err)
	}
}

// TestFaults has the guest fail in every way there is. Each time the error is of the right kind, and the next request
// is answered.
func TestFaults(t *testing.T) {
	limits := Limits{Memory: minMemory, Time: 300 * time.Millisecond, Answer: 1 << 20}
	var (
		deadline *DeadlineError
		memory   *MemoryError
		stack    *StackError
		answer   *AnswerError
		fault    *FaultError
	)
	for method, want := range map[string]any{
		"loop": &deadline, "caughtLoop": &deadline, "regex": &deadline,
		"recursion": &stack, "bomb": &memory, "objects": &memory,
		"thrown":  &memory, // its text cannot be had, as when memory is out
		"strings": &fault, "error": &fault, "notText": &fault, "notJSON": &fault, "wrongShape": &fault,
		"unknownCode": &fault, "endless": &answer,
		"longName": &fault, "nested": &fault, "noArgument": &fault, "twoArguments": &fault, "symbol": &fault,
	} {
		t.Run(method, func(t *testing.T) {
			limits := limits
			if want != any(&deadline) {
				limits.Time = 30 * time.Second
			}
			r, root := lying(t, limits)
			err := r.askOnce(root, method, &struct{ Fine bool }{})
			if !errors.As(err, want) {
				fault = &FaultError{}
				errors.As(err, &fault)
				t.Errorf("got %T %v (%.600s), want %T", err, err, fault.Detail, want)
			}
			if err != nil && len(err.Error()) > 1000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
			mustWork(t, r, root)
		})
	}
}

// TestThrownDetail has the guest throw, and wants the message and the stack in the error's detail.
func TestThrownDetail(t *testing.T) {
	r, root := lying(t, Limits{})
	var fault *FaultError
	err := r.askOnce(root, "shortError", new(any))
	if !errors.As(err, &fault) || !strings.Contains(fault.Detail, "a short one\n") || !strings.Contains(fault.Detail, "at shortError") {
		t.Errorf("got %v with detail %q", err, fault)
	}
}

// The guest asks the host for what is not its business.
func TestGuestOutside(t *testing.T) {
	r, root := lying(t, Limits{})
	var got json.RawMessage
	if err := r.askOnce(root, "outside", &got); err != nil || string(got) != `[null,null,null,0,"dtsplan-root-8c1f0e6d4b7a2953\n"]` {
		t.Errorf("got %s, %v", got, err)
	}
}

// A host function that panics costs its request and nothing else.
func TestHostPanics(t *testing.T) {
	r, root := lying(t, Limits{})
	var fault *FaultError
	err := r.With(context.Background(), root, ".", nil, func(s *Session) error {
		s.View = nil
		return try(s, "host")
	})
	if !errors.As(err, &fault) || !strings.Contains(fault.Detail, "nil pointer") {
		t.Errorf("got %v", err)
	}
	mustWork(t, r, root)
	// So does one outside of any host function, here in decoding the answer.
	err = r.askOnce(root, "fine", &panicking{})
	if !errors.As(err, &fault) || !strings.Contains(fault.Detail, "at the disco") {
		t.Errorf("got %v", err)
	}
	mustWork(t, r, root)
}

type panicking struct{}

func (panicking) UnmarshalJSON([]byte) error { panic("at the disco") }

var faults = flag.Int("faults", 100, "how many of each kind TestManyFaults and TestHostileModes make")

// stayOnThread keeps a test on its thread where the engine is wasmtime, which leaves with each thread the stack that it
// used and what the allocator of a library in C keeps of what it freed.
func stayOnThread(t *testing.T) {
	t.Helper()
	if engine.Name == "wasmtime" {
		goruntime.LockOSThread()
		t.Cleanup(goruntime.UnlockOSThread)
	}
}

// TestManyFaults leaves everything as it was after a thousand faults of each kind, and the next request is answered.
func TestManyFaults(t *testing.T) {
	stayOnThread(t)
	r, root := lying(t, Limits{Memory: minMemory, Time: 10 * time.Second, Answer: 64 << 10})
	r.limits.Stack = minStack / 8 // a stack that overflows soon
	quick, _ := lying(t, Limits{Memory: minMemory, Time: time.Millisecond})
	for _, method := range []string{
		"loop", "caughtLoop", "regex", "recursion", "bomb", "strings", "thrown", "error", "notText", "notJSON", "wrongShape",
		"unknownCode", "endless", "longName", "nested", "twoArguments", "symbol", "host panic", "decoding panic",
	} {
		once := func() {
			var err error
			switch method {
			case "loop", "caughtLoop", "regex":
				err = quick.askOnce(root, method, new(any))
			case "host panic":
				err = r.With(context.Background(), root, ".", nil, func(s *Session) error {
					s.View = nil
					return try(s, "host")
				})
			case "decoding panic":
				err = r.askOnce(root, "fine", &panicking{})
			default:
				err = r.askOnce(root, method, &struct{ Fine bool }{})
			}
			if err == nil {
				t.Fatalf("%s: no error", method)
			}
		}
		for range 20 {
			once()
		}
		before := hostfstest.Measure(t)
		for range *faults {
			once()
		}
		after := hostfstest.Measure(t)
		mustWork(t, r, root)
		t.Logf("%s: %d faults: %v before, %v after, %+.1f %%", method, *faults, before, after, after.Drift(before))
		if after.Grown(before) {
			t.Errorf("%s: %v before, %v after", method, before, after)
		}
	}
}

// hostileTemplate is the hand-written guest as a template, with an image of one page.
func hostileTemplate(e engine.Engine) *template {
	page := make([]byte, 64<<10)
	return &template{engine: e, image: &image{bytes: page, size: int64(len(page))}, guest: wasm.Manifest{}}
}

// hostileValues are addresses and lengths that a liar would try on a memory of one page.
var hostileValues = []uint64{
	0, 1, 4, 8, 0xfff8, 0xfffc, 0xffff, 0x10000, 0x10001, 0x7fffffff, 0x80000000, 0xfffffff0, 0xfffffffc, 0xffffffff,
}

// TestHostileModule passes nonsense to every import, from a module whose every export answers with nonsense.
func TestHostileModule(t *testing.T) {
	ctx := context.Background()
	e, err := engine.New(ctx, enginetest.HostileModule(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(ctx)
	made := hostileTemplate(e)
	i, err := newInstance(ctx, made, made.base(), Limits{Memory: minMemory, Stack: MaxStack, Answer: 1 << 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer i.close()
	g := i.guest
	calls, faults := 0, 0
	random := rand.New(rand.NewPCG(1, 2))
	pick := func() uint64 { return hostileValues[random.IntN(len(hostileValues))] }
	for range 100_000 {
		if _, err := g.call(ctx, "set answer", pick()); err != nil {
			t.Fatal(err)
		}
		for _, imported := range enginetest.Imports() {
			args := make([]uint64, imported.Params)
			for a := range args {
				args[a] = pick()
			}
			if imported.Name == "env.host_call" && random.IntN(2) == 0 {
				args[3] = 1 // as many arguments as there have to be
			}
			g.host, g.fault = nil, nil
			if _, err := g.call(engine.WithImports(ctx, g), "poke "+imported.Name, args...); err != nil {
				t.Fatalf("%s(%x): %v", imported.Name, args, err)
			}
			if strings.Contains(fmt.Sprint(g.fault), "goroutine") {
				t.Fatalf("%s(%x): the host panicked: %v", imported.Name, args, g.fault)
			}
			calls++
			if g.fault != nil {
				faults++
			}
		}
		if _, err := g.invoke(engine.WithImports(ctx, g), "tsplanHandle", "{}"); err == nil && len(g.machine.Memory()) != 64<<10 {
			t.Fatal("the guest's memory has grown")
		}
	}
	t.Logf("%d calls with hostile arguments, %d refused, 0 panics", calls, faults)

	// Without a maximum of its own, memory still ends at the host's.
	if got, err := g.call(ctx, "grow", 60_000); err != nil || int32(got) != -1 {
		t.Errorf("memory grew to %d, %v", got, err)
	}
}

// TestHostileModes are traps, a stack that overflows and host functions that call each other, in instances that are
// dropped, as a session does.
func TestHostileModes(t *testing.T) {
	ctx := context.Background()
	e, err := engine.New(ctx, enginetest.HostileModule(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(ctx)
	stayOnThread(t)
	for mode, want := range map[uint64]string{
		enginetest.ModeReenter: errGuestDepth.Error(), enginetest.ModeTrap: "unreachable", enginetest.ModeOverflow: "stack overflow",
	} {
		before, many := hostfstest.Footprint{}, *faults
		if mode == enginetest.ModeOverflow {
			many = (many + 9) / 10 // each takes the engine a tenth of a second
		}
		hostile := hostileTemplate(e)
		for n := range 20 + many {
			if n == 20 {
				before = hostfstest.Measure(t)
			}
			i, err := newInstance(ctx, hostile, hostile.base(), Limits{Memory: minMemory, Stack: MaxStack, Answer: 1 << 10}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for set, value := range map[string]uint64{"set answer": 16, "set mode": mode} {
				if _, err := i.guest.call(ctx, set, value); err != nil {
					t.Fatal(err)
				}
			}
			withGuest := engine.WithImports(ctx, i.guest)
			if mode == enginetest.ModeReenter {
				i.guest.host, i.guest.request = &host.Functions{}, ctx
				_, err = i.guest.call(withGuest, "poke env.host_call", 0, 0, 0, 1, 0)
				err = errors.Join(err, i.guest.fault)
			} else {
				_, err = i.guest.invoke(withGuest, "tsplanHandle", "{}")
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Fatalf("mode %d: got %v, want %s", mode, err, want)
			}
			if err := i.close(); err != nil {
				t.Fatal(err)
			}
		}
		after := hostfstest.Measure(t)
		t.Logf("%s: %d faults: %v before, %v after, %+.1f %%", want, many, before, after, after.Drift(before))
		if after.Grown(before) {
			t.Errorf("%s: %v before, %v after", want, before, after)
		}
	}
}

// FuzzGuestBoundary calls the imports as a guest whose every word is chosen by the attacker.
func FuzzGuestBoundary(f *testing.F) {
	ctx := context.Background()
	e, err := engine.New(ctx, enginetest.HostileModule(), nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { e.Close(ctx) })
	hostile := hostileTemplate(e)
	i, err := newInstance(ctx, hostile, hostile.base(), Limits{Memory: minMemory, Stack: MaxStack, Answer: 1 << 10}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { i.close() })
	f.Add(uint8(0), uint32(8), uint32(0xffff), uint32(0xffffffff), uint32(1), uint32(4), uint32(0xfffc), []byte("hostReadFile"))
	f.Add(uint8(7), uint32(0), uint32(0x10000), uint32(1), uint32(0), uint32(0), uint32(0), []byte{})
	f.Fuzz(func(t *testing.T, which uint8, answer, a, b, c, d, e uint32, memory []byte) {
		g := i.guest
		copy(g.machine.Memory()[:1<<10], memory)
		g.host, g.request, g.fault = &host.Functions{}, ctx, nil
		if _, err := g.call(ctx, "set answer", uint64(answer)); err != nil {
			t.Fatal(err)
		}
		imported := enginetest.Imports()[int(which)%len(enginetest.Imports())]
		args := []uint64{uint64(a), uint64(b), uint64(c), uint64(d), uint64(e)}[:imported.Params]
		if _, err := g.call(engine.WithImports(ctx, g), "poke "+imported.Name, args...); err != nil {
			t.Fatalf("%s(%x): %v", imported.Name, args, err)
		}
		// Where the guest's words happen to name a host function, there is no view, which is found out by a panic.
		if strings.Contains(fmt.Sprint(g.fault), "goroutine") && !strings.Contains(fmt.Sprint(g.fault), "hostfs.(*View)") {
			t.Fatalf("%s(%x): the host panicked: %v", imported.Name, args, g.fault)
		}
	})
}
