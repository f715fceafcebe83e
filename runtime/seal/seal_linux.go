package seal

import (
	"errors"
	"fmt"
	"time"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

const (
	// go-landlock's RODirs is not used: it lets the process execute the files that it reads.
	readAccess = ll.AccessFSReadFile | ll.AccessFSReadDir
	// These rights are enough to keep files in a directory: no devices, links, pipes or sockets.
	writeAccess = readAccess | ll.AccessFSWriteFile | ll.AccessFSTruncate |
		ll.AccessFSMakeReg | ll.AccessFSMakeDir | ll.AccessFSRemoveFile | ll.AccessFSRemoveDir
)

// Available says what the kernel offers.
func Available() State {
	var s State
	if version, err := ll.LandlockGetABIVersion(); err == nil {
		s.Landlock = version
	}
	s.Seccomp = seccompAvailable()
	return s
}

// Apply seals every thread of the process and those it will start. Open files stay open. Apply returns what holds now, which is less than
// Whole if the kernel offers less. An error means that the kernel offers a restriction that could not be applied.
func Apply(p Policy) (State, error) {
	_, _ = time.Now().Zone() // reads the time zone while that is possible
	var s State
	if version, err := ll.LandlockGetABIVersion(); err == nil {
		rules := []landlock.Rule{landlock.PathAccess(readAccess, p.Read...).IgnoreIfMissing()}
		if p.Write != "" {
			rules = append(rules, landlock.PathAccess(writeAccess, p.Write).IgnoreIfMissing())
		}
		if err := landlock.V11.BestEffort().Restrict(rules...); err != nil {
			return s, fmt.Errorf("landlock: %w", err)
		}
		s.Landlock = version
	}
	if !seccompAvailable() {
		return s, nil
	}
	if err := filterCalls(p); err != nil {
		return s, fmt.Errorf("seccomp: %w", err)
	}
	s.Seccomp = true
	return s, nil
}

func seccompAvailable() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, err := seccomp(unix.SECCOMP_GET_ACTION_AVAIL, 0, &action)
	return err == nil && auditArch != 0
}

// filterCalls installs the filter on all threads.
func filterCalls(p Policy) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	code := assemble(allowed(p))
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	thread, err := seccomp(unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, &program)
	if err == nil && thread != 0 {
		err = errors.New("a thread has a filter of its own")
	}
	return err
}
