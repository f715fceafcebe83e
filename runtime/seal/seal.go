// Package seal takes from the process what it does not need, for good: after Apply it can read the given directories,
// write in one, and open no connection, start no program and change nothing else, whatever code runs in it. On Linux, Landlock restricts paths
// and a seccomp filter everything else. Other systems offer no way in which an unprivileged Go process could restrict itself; there
// Available and Apply return an empty State.
//
// It imports the standard library, golang.org/x/sys and go-landlock, and nothing of tsplan.
package seal

import (
	"errors"
	"fmt"
)

// Policy is what stays allowed. Paths are absolute; those that do not exist are left out.
type Policy struct {
	Read  []string // may be read, with all below
	Write string   // may be read and written, with all below; "" for none

	Accept bool // connections to ports that are open already may be accepted and served
}

// State says what restricts the process, or could do so.
type State struct {
	Landlock int  // the version of the kernel's Landlock, 0 for none
	Seccomp  bool // system calls are filtered
}

// Whole says that paths and system calls are both restricted.
func (s State) Whole() bool { return s.Landlock > 0 && s.Seccomp }

// None says that nothing is restricted.
func (s State) None() bool { return s.Landlock == 0 && !s.Seccomp }

func (s State) String() string {
	landlock, seccomp := "none", "none"
	if s.Landlock > 0 {
		landlock = fmt.Sprintf("version %d", s.Landlock)
	}
	if s.Seccomp {
		seccomp = "yes"
	}
	return fmt.Sprintf("Landlock: %s, seccomp: %s", landlock, seccomp)
}

// ErrUnsupported says that the system offers no seal, or only part of one.
var ErrUnsupported = errors.New("this system cannot seal a process")

// Outcome is the result of a forbidden act.
type Outcome struct {
	Act string
	Got string // the system's word: "EPERM", "EACCES", ...; "allowed" if it was not stopped
	OK  bool   // it was stopped by the seal
	// Open says that neither Landlock nor seccomp can stop the act. SECURITY.md says what the act reveals.
	Open bool
}
