package sealtest

import (
	"fmt"
	"os"
	goruntime "runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// become starts the program as on a kernel that does not know the calls in question. It installs a filter that refuses these calls and that
// stays in force when the program starts.
func become(lacks string, command []string) {
	goruntime.LockOSThread()                                                   // the filter belongs to the thread
	code := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}} // the number of the call
	deny := func(call uint32) {
		code = append(code,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 1},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)})
	}
	if lacks != Seccomp {
		deny(unix.SYS_LANDLOCK_CREATE_RULESET)
	}
	if lacks != Landlock {
		deny(unix.SYS_SECCOMP)
	}
	err := install(append(code, allow))
	if err == nil {
		err = unix.Exec(command[0], command, os.Environ())
	}
	fmt.Fprintln(os.Stderr, "start without", lacks, err)
	os.Exit(125)
}

var allow = unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}

// FilterThread gives the calling thread a filter of its own, that refuses nothing. The goroutine has to be locked to the thread.
func FilterThread() error { return install([]unix.SockFilter{allow}) }

// install gives the calling thread a filter.
func install(code []unix.SockFilter) error {
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
}
