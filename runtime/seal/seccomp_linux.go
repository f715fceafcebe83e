package seal

import (
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

func seccomp[T any](operation, flags uintptr, argument *T) (uintptr, error) {
	r, _, errno := unix.Syscall(unix.SYS_SECCOMP, operation, flags, uintptr(unsafe.Pointer(argument)))
	if errno != 0 {
		return 0, errno
	}
	return r, nil
}

// rule allows one system call, if its arguments are right; otherwise it fails with errno, or EPERM if that is 0.
type rule struct {
	call  uintptr
	args  []argument
	errno unix.Errno // not 0: never allowed
}

// argument demands that the low 32 bits of an argument, under mask, are want.
type argument struct {
	index      int
	mask, want uint32
}

// allowed lists what Go's runtime, reading files and computing take. All else fails with EPERM, and so do calls of
// other architectures. Files are opened for writing only where a directory may be written, and Landlock says which.
func allowed(writable bool) []rule {
	var rules []rule
	for _, call := range slices.Concat(plainCalls(), archCalls()) {
		rules = append(rules, rule{call: call})
	}
	noFlags := uint32(unix.O_TRUNC | unix.O_TMPFILE&^unix.O_DIRECTORY)
	if !writable {
		noFlags |= unix.O_ACCMODE | unix.O_CREAT
	}
	newThread := uint32(unix.CLONE_THREAD | unix.CLONE_VM)
	rules = append(rules,
		rule{call: unix.SYS_OPENAT, args: []argument{{2, noFlags, 0}}},
		rule{call: unix.SYS_CLONE, args: []argument{{0, newThread, newThread}}},
		rule{call: unix.SYS_TGKILL, args: []argument{{0, ^uint32(0), uint32(unix.Getpid())}}}, // preempts threads
		rule{call: unix.SYS_IOCTL, args: []argument{{1, ^uint32(0), unix.TCGETS}}},            // is it a terminal?
		rule{call: unix.SYS_PRCTL, args: []argument{{0, ^uint32(0), unix.PR_SET_VMA}}},        // names memory
		rule{call: unix.SYS_PRLIMIT64, args: []argument{{2, ^uint32(0), 0}}},                  // reads a limit
		// These have forerunners that are allowed, to which their callers fall back.
		rule{call: unix.SYS_CLONE3, errno: unix.ENOSYS},
		rule{call: unix.SYS_OPENAT2, errno: unix.ENOSYS},
		rule{call: unix.SYS_FACCESSAT2, errno: unix.ENOSYS},
	)
	if writable {
		for _, call := range cacheCalls() {
			rules = append(rules, rule{call: call})
		}
	}
	return rules
}

// cacheCalls are for keeping files; Landlock confines them to one directory.
func cacheCalls() []uintptr {
	return []uintptr{
		unix.SYS_MKDIRAT, unix.SYS_RENAMEAT, unix.SYS_UNLINKAT, unix.SYS_FSYNC, unix.SYS_PWRITE64,
	}
}

func plainCalls() []uintptr {
	return []uintptr{
		unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_LSEEK,
		unix.SYS_FSTAT, unix.SYS_STATX, unix.SYS_READLINKAT, unix.SYS_GETDENTS64, unix.SYS_GETCWD, unix.SYS_FCNTL,
		unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
		unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETPPID, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_FUTEX,
		unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_UNAME,
		unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_RESTART_SYSCALL, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ,
		unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRUSAGE,
		unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2, unix.SYS_PIPE2,
		unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_DELETE, unix.SYS_GETRANDOM,
	}
}

// Where the kernel puts things in struct seccomp_data.
const (
	callOffset = 0
	archOffset = 4
	argOffset  = 16 // 8 bytes each; the low half comes first on the architectures here
)

// assemble writes the rules as a program for the kernel.
func assemble(rules []rule) []unix.SockFilter {
	const (
		load    = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		and     = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
		ifEqual = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		ifOver  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		ret     = unix.BPF_RET | unix.BPF_K
		x32     = 0x40000000 // system calls of amd64's other interface start here
	)
	allow := unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ALLOW}
	fail := func(errno unix.Errno) unix.SockFilter {
		return unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ERRNO | uint32(errno)}
	}
	code := []unix.SockFilter{
		{Code: load, K: archOffset},
		{Code: ifEqual, K: auditArch, Jt: 1},
		fail(unix.EPERM),
		{Code: load, K: callOffset},
		{Code: ifOver, K: x32, Jf: 1},
		fail(unix.EPERM),
	}
	for _, r := range rules {
		var body []unix.SockFilter
		for _, a := range r.args {
			body = append(body,
				unix.SockFilter{Code: load, K: argOffset + 8*uint32(a.index)},
				unix.SockFilter{Code: and, K: a.mask},
				unix.SockFilter{Code: ifEqual, K: a.want, Jt: 1},
				fail(unix.EPERM))
		}
		if r.errno != 0 {
			body = append(body, fail(r.errno))
		} else {
			body = append(body, allow)
		}
		code = append(code, unix.SockFilter{Code: ifEqual, K: uint32(r.call), Jf: uint8(len(body))})
		code = append(code, body...)
	}
	return append(code, fail(unix.EPERM))
}
