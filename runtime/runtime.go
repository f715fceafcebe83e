// Package runtime runs TypeScript's language service inside its WebAssembly sandbox: the engine, the image the guest is
// restored from, the functions the guest may call, the limits, and one session per project.
//
// It imports wasm (the guest) and hostfs (what the guest may read), and is the only package that imports the engine.
// Not to be confused with the standard runtime package, which files here import as goruntime.
package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tsplan/hostfs"
	"tsplan/runtime/cache"
	"tsplan/wasm"
)

// Limits bound what one request may cost. Zero fields mean the defaults.
type Limits struct {
	Memory   uint64        // bytes of guest memory, at most MaxMemory; 2 GiB
	Time     time.Duration // of one request; 120 s
	Load     time.Duration // of loading a project, which goes on when the request that began it has ended; 10 min
	Sessions int           // projects kept loaded at a time; 8
	Projects int64         // bytes of project images kept in the cache; 4 GiB
	Files    hostfs.Limits // what may be read
}

const (
	defaultMemory   = 2 << 30 // 2 GiB
	defaultTime     = 120 * time.Second
	defaultLoad     = 10 * time.Minute
	defaultSessions = 8
	defaultProjects = 4 << 30 // 4 GiB

	// MaxMemory is below the 4 GiB that 32-bit addresses could reach, so that no size overflows one.
	MaxMemory = 4<<30 - 64<<10
	// minMemory leaves room for the image and a small project.
	minMemory = 256 << 20 // 256 MiB
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
	if l.Projects == 0 {
		l.Projects = defaultProjects
	}
	if l.Memory < minMemory || l.Memory > MaxMemory {
		return l, fmt.Errorf("guest memory of %d bytes: must be from %d to %d", l.Memory, minMemory, uint64(MaxMemory))
	}
	return l, nil
}

// Runtime holds the compiled guest and the sessions. It is safe for concurrent use. Nothing is compiled, mapped or
// written before the first session is asked for.
type Runtime struct {
	limits Limits
	cache  *cache.Dir // nil for none
	// projects holds the images of projects; nil for none.
	projects *cache.Dir
	start    func() (*template, error)
	ctx      context.Context // ends with Close, and with it whatever still loads
	cancel   context.CancelFunc

	mu       sync.Mutex
	sessions map[sessionKey]*Session
	clock    uint64 // counts uses, for the least recently used
	closed   bool
}

// template is what every instance is made from.
type template struct {
	engine engine
	image  *image
	guest  wasm.Manifest
}

// New returns a runtime that keeps compiled code and the unpacked guest image in dir, and the images of projects in
// projects. Either may be nil, for none.
func New(limits Limits, dir, projects *cache.Dir) (*Runtime, error) {
	limits, err := limits.withDefaults()
	if err != nil {
		return nil, err
	}
	r := &Runtime{limits: limits, cache: dir, projects: projects, sessions: map[sessionKey]*Session{}}
	r.start = sync.OnceValues(r.load)
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r, nil
}

func (r *Runtime) load() (*template, error) {
	guest, err := wasm.Load()
	if err != nil {
		return nil, err
	}
	// Unpacking and compiling do not need each other, and each takes a while on a machine without a cache.
	t := template{guest: guest.Manifest}
	var imageErr error
	var unpacked sync.WaitGroup
	unpacked.Go(func() { t.image, imageErr = openImage(guest, r.cache) })
	t.engine, err = newEngine(context.Background(), guest.ModuleBytes, r.cache)
	unpacked.Wait()
	if err := errors.Join(err, imageErr); err != nil {
		return nil, err
	}
	return &t, nil
}

// Warm loads a project ahead of the first request, which waits for it if it comes sooner. It returns when the project
// is loaded or cannot be.
func (r *Runtime) Warm(root, project string) error {
	return r.With(r.ctx, root, project, nil, func(s *Session) error { return s.Load(struct{}{}) })
}

// Close ends every session. Requests under way finish first, loads do not.
func (r *Runtime) Close() error {
	r.cancel()
	r.mu.Lock()
	sessions := r.sessions
	r.sessions, r.closed = nil, true
	r.mu.Unlock()
	var errs []error
	for _, s := range sessions {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}
