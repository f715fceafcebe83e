package main

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"tsplan/runtime/seal"
)

// sealServer seals a server, and logs what holds. If the roots come from the client, they are not known yet, and there is no seal.
func (s *settings) sealServer(roots []string, log *slog.Logger) error {
	if len(roots) == 0 {
		if s.mustSeal {
			return errors.New("--require-seal: the seal needs to know what may be read: add --root DIR")
		}
		log.Info("unsealed: the roots are not fixed by --root")
		return nil
	}
	holds, warning, err := s.seal(roots)
	switch {
	case err != nil:
		return err
	case warning != "":
		log.Warn(warning, "holds", holds.String())
	default:
		log.Info("sealed", "holds", holds.String())
	}
	return nil
}

// seal takes from the process all rights that reading the roots and keeping the cache do not need. It runs after the cache directory was
// made and before the first byte of input is read. The warning says which part of the seal does not hold; with --require-seal that is an
// error.
func (s *settings) seal(roots []string) (holds seal.State, warning string, err error) {
	policy, err := s.policy(roots)
	if err != nil {
		return seal.State{}, "", err
	}
	holds, err = seal.Apply(policy)
	switch {
	case s.mustSeal && (err != nil || !holds.Whole()):
		return holds, "", fmt.Errorf("--require-seal: %w", errors.Join(seal.ErrUnsupported, err))
	case err != nil:
		warning = "unsealed, at least in part: " + err.Error()
	case holds.None():
		warning = "unsealed: this system offers neither Landlock nor seccomp"
	case !holds.Whole():
		warning = "unsealed in part: this system lacks the rest (" + holds.String() + ")"
	}
	return holds, warning, nil
}

// policy returns the rights that reading the roots and keeping the cache need, and serving connections with --http.
func (s *settings) policy(roots []string) (seal.Policy, error) {
	dir, err := s.cacheOrNone()
	if err != nil {
		return seal.Policy{}, err
	}
	policy := seal.Policy{Accept: s.accept}
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
