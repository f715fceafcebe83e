package runtime

import (
	"errors"
	"path/filepath"

	"tsplan/runtime/cache"
)

// distrust drops the guest, and removes the image of the project, if the guest failed or gave an answer that does not hold: the image could
// have been made of the same broken state.
func (s *Session) distrust(err error) error {
	if _, fault := errors.AsType[*FaultError](err); !fault {
		return err
	}
	s.forget()
	s.unsaved = 0
	if s.runtime.projects != nil && !s.IsAside() {
		if err := s.runtime.projects.Remove(ProjectFile(s.Root.Dir(), s.key.project)); err != nil {
			s.runtime.log.Warn("the image of a project that failed was not removed", "project", s.where(), "error", err)
		}
	}
	return errors.Join(err, s.drop())
}

// whenIdle saves an image, loads ahead and goes on with an unfinished proof, unless a request has the session or wants it meanwhile.
func (s *Session) whenIdle() {
	select {
	case <-s.turn:
	default:
		return // whoever has it leaves it later
	}
	defer s.free()
	if s.released {
		return
	}
	wanted := func() bool { return s.waiting.Load() > 0 }
	s.save(wanted)
	if !s.ahead && s.unfinished == nil || wanted() {
		return
	}
	ahead := s.ahead
	s.ahead, s.ctx, s.plan = false, s.runtime.ctx, nil
	err := s.begin(s.ctx)
	if err == nil && ahead {
		err = s.LoadAhead()
	}
	if err == nil {
		err = s.goOn(wanted)
	}
	if s.loading != nil {
		<-s.loading // the runtime is closed
		s.loading = nil
	}
	if s.givenUp = err != nil; s.givenUp {
		s.runtime.log.Info("not loaded ahead", "project", s.where(), "reason", err)
		return
	}
	s.save(wanted)
}

// forget closes the saved image if no guest started from it.
func (s *Session) forget() {
	if s.saved != nil {
		_ = s.saved.close() // it was only read from
		s.saved = nil
	}
}

// save writes the project's image if much was loaded since the last one. An image is a short cut: without one the
// project is loaded again, so failing to write it (a full disk) fails nothing else.
func (s *Session) save(wanted func() bool) {
	if s.runtime.projects == nil || s.IsAside() || s.instance == nil || s.unsaved < worthSaving || len(s.pending.Files)+len(s.pending.Structure) > 0 {
		return
	}
	info, err := s.runtime.projectInfo(s.template, s.Root, s.key.project)
	if err != nil {
		return
	}
	err = saveProject(s.runtime.projects, info, s.base, s.instance.guest.machine.Memory(), s.View, wanted)
	if errors.Is(err, errBusy) {
		return
	}
	s.unsaved = 0
	if err = errors.Join(err, s.runtime.projects.Trim(cache.ProjectImage, s.runtime.limits.Projects)); err != nil {
		s.runtime.log.Warn("project image not saved: the next start loads the project again", "project", s.where(), "error", err)
	}
}

// where is the project's directory, for the log.
func (s *Session) where() string { return filepath.Join(s.key.root, filepath.FromSlash(s.key.project)) }
