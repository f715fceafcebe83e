package main

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"tsplan/runtime/seal"
)

// seal takes from the process all that reading the roots and keeping the cache does not need. It comes after the
// cache directory was made and before the first byte of input is read. Where roots come from the client there is
// nothing to seal around.
func (s *settings) seal(roots []string, log *slog.Logger) error {
	if len(roots) == 0 {
		if s.mustSeal {
			return errors.New("--require-seal: the seal needs to know what may be read: add --root DIR")
		}
		log.Info("not sealed: the roots are not fixed by --root")
		return nil
	}
	policy, err := s.policy(roots)
	if err != nil {
		return err
	}
	state, err := seal.Apply(policy)
	if s.mustSeal && (err != nil || !state.Whole()) {
		return fmt.Errorf("--require-seal: %w", errors.Join(seal.ErrUnsupported, err))
	}
	if err != nil {
		log.Warn("not sealed", "error", err)
		return nil
	}
	log.Info("sealed", "holds", state.String())
	return nil
}

// policy is what reading the roots and keeping the cache needs.
func (s *settings) policy(roots []string) (seal.Policy, error) {
	dir, err := s.cacheOrNone()
	if err != nil {
		return seal.Policy{}, err
	}
	policy := seal.Policy{}
	for _, root := range roots {
		absolute, err := filepath.Abs(root)
		if err != nil {
			return policy, err
		}
		policy.Read = append(policy.Read, absolute)
	}
	if dir != nil {
		policy.Write = dir.Path()
	}
	return policy, nil
}
