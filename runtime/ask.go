package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"tsplan/hostfs"
	"tsplan/runtime/host"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
)

// errLarge is the error of Early if an earlier partial load took too much time or memory.
var errLarge = errors.New("a partial load of this project took too much time or memory: it is loaded wholly")

// Early asks the guest a question, as Ask does. The guest may answer it before the whole project is loaded. Early stops after three quarters of
// the request's time. In the last quarter the caller can begin to load the whole project, and that load goes on after the request.
// The guest may fail during Early, for example when it runs out of memory. A new guest then takes its place and loads the whole project. Before
// it has done so, Early only returns errLarge: if the new guest failed as well, the files that it has loaded would be lost.
func Early[P, A any](s *Session, method protocol.Method[P, A], params P) (answer A, err error) {
	if s.large && !s.Complete() {
		return answer, errLarge
	}
	limit := s.runtime.limits.Time / 4 * 3
	ctx, cancel := context.WithTimeout(s.ctx, limit)
	defer cancel()
	start, files := time.Now(), s.loaded.Load()
	err = s.ask(ctx, string(method), params, &answer)
	if late, ok := errors.AsType[*DeadlineError](err); ok && s.ctx.Err() == nil {
		late.Limit = limit // and not that of the request
	}
	if s.loaded.Load() > files {
		s.unsaved += time.Since(start)
		s.ahead = !s.givenUp
	}
	s.large = s.large || s.instance == nil
	return answer, err
}

// SetBase sets a plan. The guest answers all further questions of this request as if the plan were carried out. Nil removes it, so that the
// guest sees the disk as it is.
func (s *Session) SetBase(base *protocol.Base) { s.plan = base }

// Ask sends a question to the guest. The end of the request interrupts it. Errors: RequestError, DeadlineError, MemoryError, FaultError,
// hostfs.ErrBudget, hostfs.ErrChanged, and the context's.
func Ask[P, A any](s *Session, method protocol.Method[P, A], params P) (answer A, err error) {
	start := time.Now()
	err = s.ask(s.ctx, string(method), params, &answer)
	if took := time.Since(start); took > worthKeeping {
		s.unsaved += took
	}
	return answer, err
}

// Prove asks for a proof that may take as long as the budget. When the budget has run out, the guest answers with the
// findings that it has by then. The clock starts with the guest's first call of hostDue, which it makes when it has loaded its
// programs. It ends earlier if the next step may not fit in. A budget of 0 is no limit.
func (s *Session) Prove(budget time.Duration, params protocol.VerifyParams) (protocol.Proof, error) {
	if budget == 0 {
		return Ask(s, protocol.Verify, params)
	}
	clock := proofClock{budget: budget}
	return s.proveUntil(func(next bool) bool { return clock.isDue(time.Now(), next) }, params)
}

// proveUntil asks for a proof that ends when isDue is true. The argument of isDue is true before a step, and false within one.
func (s *Session) proveUntil(isDue func(next bool) bool, params protocol.VerifyParams) (protocol.Proof, error) {
	s.due = isDue
	defer func() { s.due = nil }()
	return Ask(s, protocol.Verify, params)
}

func (s *Session) ask(ctx context.Context, method string, params, out any) error {
	err := s.distrust(s.askOnce(ctx, method, params, out))
	if err == nil || s.instance != nil || errors.Is(err, context.Canceled) {
		return err
	}
	// The guest is gone. It may have been made from a damaged image.
	if ctx.Err() != nil {
		go s.mend(s.template, s.base) // for the next question: this one is at its limit of time
		return err
	}
	if !s.mend(s.template, s.base) {
		return err
	}
	if err := s.begin(ctx); err != nil {
		return err
	}
	return s.distrust(s.askOnce(ctx, method, params, out))
}

// mend reports whether an image was damaged and has been unpacked again.
func (s *Session) mend(t *template, used *image) bool {
	mended, err := t.mend(used)
	switch {
	case err != nil:
		s.runtime.log.Warn("the guest image is damaged and cannot be unpacked again", "error", err)
	case mended:
		s.runtime.log.Warn("the guest image was damaged and has been unpacked again")
	}
	return mended
}

func (s *Session) askOnce(ctx context.Context, method string, params, out any) (err error) {
	defer func() {
		// A panic leaves the guest in the middle of something.
		if r := recover(); r != nil {
			err = errors.Join(&FaultError{Detail: fmt.Sprintf("panic: %v\n%s", r, debug.Stack())}, s.drop())
		}
	}()
	s.runtime.account.begin(s)
	defer func() { s.runtime.account.end(s, s.memory()) }()
	if err := s.start(ctx); err != nil {
		return err
	}
	h := &host.Functions{View: s.View, Progress: s.countFile, Due: s.due, Words: s.words}
	if method == string(protocol.Load) {
		h.Pause = func() bool { return s.unwanted.Load() && s.waiting.Load() > 0 }
	}
	reply, err := s.instance.call(ctx, h, protocol.Request{
		Method: method, Params: params,
		Directory: paths.InGuest(s.key.project), Changes: guestChanges(s.pending), Base: s.plan,
	})
	var refused *RequestError
	if errors.As(err, &refused) {
		refused.Workspace = paths.Workspace(s.key.project)
	} else if err != nil {
		return errors.Join(err, s.drop())
	}
	s.pending = hostfs.Changes{}
	if collectErr := s.instance.collect(ctx); collectErr != nil {
		return errors.Join(&FaultError{Detail: collectErr.Error(), Err: collectErr}, s.drop())
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(reply, out); err != nil {
		return &FaultError{Detail: fmt.Sprintf("answer to %s: %v", method, err), Err: err}
	}
	return nil
}
