package runtime

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"tsplan/hostfs"
	"tsplan/runtime/host"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
)

type sessionKey struct {
	root    string
	project string // name below the root
	kind    sessionKind
}

type sessionKind uint8

const (
	own   sessionKind = iota // has the project loaded, or loads it
	aside                    // for questions about single files while the own session is in use
)

// Session serves one workspace: it has a view of the workspace's root, and a guest that loads the workspace. One request at a time uses a
// session.
type Session struct {
	// View is the part of the disk that may be read. During a request it shows one consistent state.
	View *hostfs.View
	// Root is the directory that View reads.
	Root *hostfs.Root

	key      sessionKey
	runtime  *Runtime
	turn     chan struct{} // holds one token: whoever has it has the session
	released bool
	closing  bool            // guarded by Runtime.mu: it will be released
	used     uint64          // from Runtime.clock
	instance *instance       // nil before the first request and after a fault
	pending  hostfs.Changes  // changes that the guest does not know yet
	noticed  hostfs.Changes  // see Noticed
	ctx      context.Context // of the request
	plan     *protocol.Base  // of the request: see SetBase
	progress atomic.Pointer[func(files int, path paths.Guest)]
	loaded   atomic.Int64
	loading  chan struct{} // closed when the load ends whose request has stopped waiting; nil for none
	unwanted atomic.Bool   // nobody waits for the load under way: it pauses for a question
	ahead    bool          // more is to be loaded when nobody asks
	// unfinished is the proof to continue when nobody asks; nil for none.
	unfinished *unfinished
	givenUp    bool // loading ahead has failed
	large      bool // a partial load took too much time or memory

	template *template     // the guest for the project's TypeScript
	base     *image        // image that the instance was made from
	saved    *projectImage // found, but no guest started from it yet
	unsaved  time.Duration // spent on loading since the last image
	complete bool          // every project is loaded
	resting  *time.Timer   // runs whenIdle; nil before it is first needed
	waiting  atomic.Int32  // requests that want the session
	words    host.Words
	due      func(next bool) bool // see askUntil; nil for no limit
}

const (
	// worthSaving is the loading time from which on an image is worth its place on disk. After a restart, the files that changed since the
	// last image cost their loading time again, several times over: the checker begins with nothing.
	worthSaving = 100 * time.Millisecond
	// worthKeeping is the time from which on the types of a question are worth an image: later questions need the same types.
	worthKeeping = 2 * time.Second
	// idle is the time without requests after which the image of a session is saved and more is loaded.
	idle = time.Second
)

// With calls f with the session of a project, which no other request uses meanwhile. The root is a directory that the operator or the
// client allows, and the project is a name below it. The request ends with ctx, or at the time limit.
func (r *Runtime) With(ctx context.Context, root, project string, progress func(files int, path paths.Guest), f func(*Session) error) error {
	return r.with(ctx, sessionKey{root, project, own}, progress, f)
}

// Limited returns a context that ends at the time limit of a request, or with ctx if that is earlier. With it, one limit covers a request
// that uses several sessions.
func (r *Runtime) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, r.limits.Time)
}

func (r *Runtime) with(ctx context.Context, key sessionKey, progress func(files int, path paths.Guest), f func(*Session) error) error {
	ctx, cancel := r.Limited(ctx)
	defer cancel()
	s, err := r.acquire(ctx, key, progress)
	if err != nil {
		return err
	}
	defer s.leave()
	if progress != nil {
		s.progress.Store(&progress)
		defer s.progress.Store(nil)
	}
	if err := s.choose(); err != nil {
		return err
	}
	if err := s.begin(ctx); err != nil {
		return err
	}
	s.ctx, s.plan = ctx, nil
	s.loaded.Store(0)
	s.unwanted.Store(false)
	err = f(s)
	if s.loading == nil {
		err = s.distrust(err)
	}
	return err
}

// discard closes a session whose root is no longer at its path. The next request opens the directory that is there by then. Its token must
// be held.
func (r *Runtime) discard(s *Session) error {
	r.mu.Lock()
	if r.sessions[s.key] == s {
		delete(r.sessions, s.key)
	}
	r.mu.Unlock()
	s.unsaved = 0 // an image would be of a directory that is not there
	return s.release()
}

// leave gives the session's token back, but only after the end of a load that goes on without its request.
func (s *Session) leave() {
	loading := s.loading
	s.loading = nil
	if loading == nil {
		s.rest()
		return
	}
	go func() {
		<-loading
		s.rest()
	}()
}

// rest frees the session. An image is saved and more is loaded only when no request has come for a while, since requests come in bursts.
func (s *Session) rest() {
	if s.unsaved >= worthSaving || s.ahead || s.unfinished != nil {
		if s.resting == nil {
			s.resting = time.AfterFunc(idle, s.whenIdle)
		} else {
			s.resting.Reset(idle)
		}
	}
	s.free()
}

func (s *Session) free() {
	s.unwanted.Store(false)
	s.turn <- struct{}{}
	s.runtime.trim(0)
	s.runtime.account.idle()
}

// choose picks the guest with the project's version of TypeScript. Each request calls it, since a project may change its version. If the
// guest is another one than before, choose looks for an image of the project.
func (s *Session) choose() error {
	major := s.runtime.typeScript
	if major == "" {
		major = typeScriptOf(s.Root, s.key.project)
	}
	t, err := s.runtime.guests[major]()
	if err != nil || t == s.template {
		return err
	}
	if err := s.drop(); err != nil {
		return err
	}
	s.template = t
	if s.IsAside() {
		return nil
	}
	saved, view, err := s.runtime.openProject(t, s.Root, s.key.project)
	if err == nil {
		s.forget()
		s.saved, s.View = saved, view
	} else if !errors.Is(err, fs.ErrNotExist) {
		s.runtime.log.Info("project image not used: the project is loaded again, and the image replaced", "project", s.where(), "reason", err)
	}
	return nil
}

// TypeScript is the version that answers, for example 5.9.3.
func (s *Session) TypeScript() string { return s.template.guest.TypeScript }

// Memory returns the bytes of the guest's memory, and their limit.
func (s *Session) Memory() (used, limit int64) {
	if s.instance != nil {
		used = int64(len(s.instance.guest.machine.Memory()))
	}
	return used, int64(s.runtime.limits.Memory)
}

// acquire waits for the session's token. If a load is under way whose progress is reported to no request, it is reported to the first
// request that waits.
func (r *Runtime) acquire(ctx context.Context, key sessionKey, progress func(files int, path paths.Guest)) (*Session, error) {
	for {
		s, err := r.session(key)
		if err != nil {
			return nil, err
		}
		s.waiting.Add(1)
		if progress != nil {
			s.progress.CompareAndSwap(nil, &progress)
		}
		var ended error
		select {
		case <-s.turn:
		case <-ctx.Done():
			ended = s.ended(ctx)
		}
		s.waiting.Add(-1)
		s.progress.CompareAndSwap(&progress, nil)
		if ended != nil {
			return nil, ended
		}
		if !s.released {
			return s, nil
		}
		s.turn <- struct{}{} // evicted while we waited: other waiting requests must find out, too
	}
}

// session finds or makes a session. If there are too many sessions, the least recently used idle ones are closed.
func (r *Runtime) session(key sessionKey) (*Session, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, ErrClosed
	}
	s := r.sessions[key]
	if s == nil {
		opened, err := hostfs.Open(key.root, r.limits.Files)
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w: a sealed server may read only the directory that was there when it started: restart it", err)
		}
		if err != nil {
			return nil, err
		}
		s = &Session{
			Root: opened, View: hostfs.NewView(opened), key: key,
			runtime: r, turn: make(chan struct{}, 1), words: host.Words{},
		}
		s.turn <- struct{}{}
		go r.release(r.evict(func() bool { return r.open() >= r.limits.Sessions }))
		r.sessions[key] = s
	}
	r.clock++
	s.used = r.clock
	return s, nil
}

// ended returns the error of an ended ctx.
func (s *Session) ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &DeadlineError{Limit: s.runtime.limits.Time, Loaded: int(s.loaded.Load())}
	}
	return ctx.Err()
}

// Context ends with the request.
func (s *Session) Context() context.Context { return s.ctx }

// Ended says why Context ended.
func (s *Session) Ended() error { return s.ended(s.ctx) }

// Load makes the guest load the files that a question will need. If the request ends meanwhile, loading goes on, and the next request finds
// it further on or done. The errors are those of Ask.
func (s *Session) Load(params protocol.LoadParams) error {
	if s.Complete() && len(s.pending.Files)+len(s.pending.Structure) == 0 {
		s.ahead = false
		return nil
	}
	ctx, cancel := context.WithTimeout(s.runtime.ctx, s.runtime.limits.Load)
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		defer cancel()
		start := time.Now()
		var loaded protocol.Loaded
		err = s.ask(ctx, string(protocol.Load), params, &loaded)
		s.complete = loaded.Complete
		s.ahead = loaded.More && !s.givenUp
		s.unsaved += time.Since(start)
	}()
	select {
	case <-done:
		return err
	case <-s.ctx.Done():
		s.unwanted.Store(true)
		s.loading = done
		return s.ended(s.ctx)
	}
}

// LoadAhead is Load for what most questions need. It pauses, unfinished, when a question comes, and goes on when the session is idle again.
func (s *Session) LoadAhead() error { return s.loadAhead(protocol.LoadParams{}) }

// loadAhead is LoadAhead for what one question needs.
func (s *Session) loadAhead(params protocol.LoadParams) error {
	s.unwanted.Store(true)
	return s.Load(params)
}

// start makes the instance if there is none.
func (s *Session) start(ctx context.Context) error {
	if s.instance != nil {
		return nil
	}
	var err error
	s.base = s.template.base()
	size := s.base.size
	if s.saved != nil {
		size = max(size, s.saved.info.Memory)
	}
	if err := s.runtime.account.hold(ctx, s, size); err != nil {
		return s.ended(ctx)
	}
	defer func() {
		if s.instance != nil {
			s.instance.guest.grown = func(ctx context.Context, size int) { _ = s.runtime.account.hold(ctx, s, int64(size)) }
		}
	}()
	if saved := s.saved; saved != nil {
		s.saved = nil
		s.instance, err = newInstance(ctx, s.template, s.base, s.runtime.limits, saved)
		if err = errors.Join(err, saved.close()); err == nil {
			s.runtime.log.Info("project restored from its image", "project", s.where())
			return nil
		}
		s.runtime.log.Warn("project image is damaged: the project is loaded again, and the image replaced", "project", s.where(), "error", err)
		_ = s.drop()
	}
	if s.instance, err = newInstance(ctx, s.template, s.base, s.runtime.limits, nil); err != nil {
		return &FaultError{Detail: err.Error(), Err: err}
	}
	s.pending = hostfs.Changes{} // a new guest knows nothing that could be out of date
	return nil
}

// memory returns the bytes of the guest's memory.
func (s *Session) memory() int64 {
	if s.instance == nil {
		return 0
	}
	return int64(len(s.instance.guest.machine.Memory()))
}

func (s *Session) countFile(path paths.Guest) {
	files := s.loaded.Add(1)
	if report := s.progress.Load(); report != nil {
		(*report)(int(files), path)
	}
}

// drop ends the instance and replaces the view by an empty one. The next request starts a new instance.
func (s *Session) drop() error {
	i := s.instance
	s.instance = nil
	if i == nil {
		return nil
	}
	defer s.runtime.account.free(s)
	s.View = hostfs.NewView(s.Root)
	s.View.SetBudget(s.runtime.limits.Budget) // the request may go on with another guest
	return i.close()
}

// release frees all that the session holds. Its token must be held.
func (s *Session) release() error {
	s.released = true
	s.save(func() bool { return false })
	s.forget()
	return errors.Join(s.drop(), s.Root.Close())
}

// close releases the session, whose token must be held.
func (s *Session) close() error {
	defer func() { s.turn <- struct{}{} }()
	if s.released {
		return nil // evicted while we waited
	}
	return s.release()
}
