// Package runtime runs TypeScript's language service inside its WebAssembly sandbox: it has the image from which a guest is restored, the
// guest's instances, the limits, and the sessions of each workspace.
//
// It imports wasm (the guest), engine (which executes the guest), host (which answers the guest), hostfs (what the guest may read), cache
// (where images are kept) and paths. Not to be confused with the standard runtime package, which files here import as goruntime.
package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"tsplan/hostfs"
	"tsplan/runtime/cache"
	"tsplan/runtime/engine"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/wasm"
)

// Limits bound what one request may cost. Zero fields mean the defaults.
type Limits struct {
	Memory   uint64        // bytes of guest memory, at most MaxMemory; default 2 GiB
	Time     time.Duration // per request; default 120 s
	Load     time.Duration // of loading a project, which goes on when the request that began it has ended; default 10 min
	Sessions int           // projects kept loaded at a time; default 8
	// AllMemory is the guest memory of all projects that are loaded or being loaded, in bytes; default 4 GiB. The projects share the memory
	// of the guest image. One project may always have Memory bytes.
	AllMemory int64
	Projects  int64         // bytes of project images kept in the cache; default 4 GiB
	Stack     uint32        // bytes of guest stack, at most MaxStack, which is the default
	Answer    int           // bytes of an answer of the guest; default 32 MiB
	Files     hostfs.Limits // limits of a single read
	Budget    hostfs.Budget // limits of a request's reads
}

const (
	defaultMemory   = 2 << 30 // 2 GiB
	defaultTime     = 120 * time.Second
	defaultLoad     = 10 * time.Minute
	defaultSessions = 8
	defaultAll      = 4 << 30  // 4 GiB
	defaultProjects = 4 << 30  // 4 GiB
	defaultAnswer   = 32 << 20 // 32 MiB

	// MaxMemory is below the 4 GiB that 32-bit addresses could reach, so that no size overflows 32 bits.
	MaxMemory = 4<<30 - 64<<10
	// minMemory leaves room for the image and a small project.
	minMemory = 256 << 20 // 256 MiB

	// MaxStack is the stack that the image sets aside, less the reserve for C code.
	MaxStack = stackSize - stackReserve
	// minStack is what a small project needs.
	minStack = 4 << 20 // 4 MiB
)

func (l Limits) withDefaults() (Limits, error) {
	if l.Memory == 0 {
		l.Memory = defaultMemory
	}
	if l.Time == 0 {
		l.Time = defaultTime
	}
	if l.Load == 0 {
		l.Load = defaultLoad
	}
	if l.Sessions == 0 {
		l.Sessions = defaultSessions
	}
	if l.AllMemory == 0 {
		l.AllMemory = defaultAll
	}
	if l.Projects == 0 {
		l.Projects = defaultProjects
	}
	if l.Stack == 0 {
		l.Stack = MaxStack
	}
	if l.Answer == 0 {
		l.Answer = defaultAnswer
	}
	if l.Memory < minMemory || l.Memory > MaxMemory {
		return l, fmt.Errorf("--max-guest-memory: %d bytes: must be from %d to %d", l.Memory, minMemory, uint64(MaxMemory))
	}
	if l.Stack < minStack || l.Stack > MaxStack {
		return l, fmt.Errorf("--max-guest-stack: %d bytes: must be from %d to %d", l.Stack, minStack, MaxStack)
	}
	return l, nil
}

// Runtime holds the compiled guest and the sessions. It is safe for concurrent use. Nothing is compiled, mapped or
// written before the first session is asked for.
type Runtime struct {
	limits Limits
	// typeScript is the major version of TypeScript that every project gets; "" leaves the choice to the project.
	typeScript string
	cache      *cache.Dir // nil for none
	// projects holds the images of projects; nil for none.
	projects *cache.Dir
	engine   func() (engine.Engine, error)
	guests   map[string]func() (*template, error) // by the first number of TypeScript's version
	ctx      context.Context                      // ends with Close; loads under way end with it
	cancel   context.CancelFunc

	stopping time.Duration // see stopsWithin
	log      *slog.Logger
	account  *account // of the memory of all guests

	mu       sync.Mutex
	sessions map[sessionKey]*Session
	clock    uint64 // counts uses, to find the least recently used session
	closed   bool
}

// template is what every instance is made from.
type template struct {
	engine engine.Engine
	guest  wasm.Manifest

	mu     sync.Mutex
	image  *image                 // see base and mend
	whole  *image                 // the image whose digest has been verified
	unpack func() (*image, error) // nil for an image that cannot be damaged
}

// Options are what a runtime is made with. The zero value has the default limits and writes no file.
type Options struct {
	Limits     Limits
	TypeScript string       // "5" or "6" for every project; "" for what the project itself uses
	Cache      *cache.Dir   // for compiled code and unpacked guest images
	Projects   *cache.Dir   // for images of projects
	Logger     *slog.Logger // of images that cannot be opened or saved; nil discards
}

// New returns a runtime.
func New(o Options) (*Runtime, error) {
	limits, err := o.Limits.withDefaults()
	if err != nil {
		return nil, err
	}
	if o.TypeScript != "" && !slices.Contains(wasm.Majors(), o.TypeScript) {
		return nil, fmt.Errorf("no TypeScript %q: there are %s", o.TypeScript, strings.Join(wasm.Majors(), " and "))
	}
	r := &Runtime{
		limits: limits, typeScript: o.TypeScript, cache: o.Cache, projects: o.Projects, stopping: stopsWithin,
		sessions: map[sessionKey]*Session{}, log: o.Logger,
	}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	r.account = newAccount(limits.AllMemory, r.trim)
	r.engine = sync.OnceValues(r.compile)
	r.guests = map[string]func() (*template, error){}
	for _, major := range wasm.Majors() {
		r.guests[major] = sync.OnceValues(func() (*template, error) { return r.load(major) })
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r, nil
}

func (r *Runtime) compile() (engine.Engine, error) {
	module, err := wasm.Module()
	if err != nil {
		return nil, err
	}
	return engine.New(context.Background(), module, r.cache)
}

func (r *Runtime) load(major string) (*template, error) {
	guest, err := wasm.Load(major)
	if err != nil {
		return nil, err
	}
	// Unpacking and compiling are independent, and each takes a while on a machine without a cache, so they run at the same time.
	t := template{guest: guest.Manifest}
	if r.cache != nil {
		t.unpack = func() (*image, error) { return unpackAgain(guest, r.cache) }
	}
	var imageErr error
	var unpacked sync.WaitGroup
	unpacked.Go(func() { t.image, imageErr = openImage(guest, r.cache) })
	t.engine, err = r.engine()
	unpacked.Wait()
	if err := errors.Join(err, imageErr); err != nil {
		return nil, err
	}
	return &t, nil
}

// Warm starts a project's guest before the first request. The project itself is loaded only when no request has come for a while, since a
// request that comes at once may need little of it.
func (r *Runtime) Warm(root, project string) error {
	return r.With(r.ctx, root, project, nil, func(s *Session) error {
		s.ahead = true
		_, err := Ask(s, protocol.Outline, protocol.OutlineParams{Files: []paths.Guest{}})
		return err
	})
}

// stopsWithin is how long Close waits for the sessions. A guest stops at its next interrupt; one that hangs in native code
// has none, and must not keep the process alive.
const stopsWithin = 10 * time.Second

// pausesWithin is how long Close waits for a load to pause, so that an image is saved of what it has loaded. Clients kill
// a server that takes more than a few seconds to end.
const pausesWithin = time.Second

// Close ends every session. Requests under way finish first, loads pause or are interrupted. A session that does not stop
// in time is left as it is, and the error is ErrRunning.
func (r *Runtime) Close() error {
	defer r.cancel()
	defer time.AfterFunc(pausesWithin, r.cancel).Stop()
	r.mu.Lock()
	sessions := r.sessions
	r.sessions, r.closed = nil, true
	r.mu.Unlock()
	for _, s := range sessions {
		s.waiting.Add(1)
	}
	var errs []error
	late := time.After(r.stopping)
	for _, s := range sessions {
		select {
		case <-s.turn:
		default:
			select {
			case <-s.turn:
			case <-late:
				return errors.Join(append(errs, ErrRunning)...)
			}
		}
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}
