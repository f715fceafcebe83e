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

// rule allows one system call if its arguments are right. Where they are not, a later rule may still allow the call.
type rule struct {
	call  uintptr
	args  []argument
	errno unix.Errno // not 0: the call fails with it, whatever its arguments are
}

// argument demands that an argument of the call, with mask applied, equals want. The kernel reads only 32 bits of most arguments; their
// mask has no more than 32 bits.
type argument struct {
	index      int
	mask, want uint64
}

const (
	word    = 1<<32 - 1 // the mask of an argument of 32 bits
	pointer = 1<<64 - 1 // the mask of an argument of 64 bits
)

// allowed lists the calls that Go's runtime, reading files and computing need. All other calls fail with EPERM, and so do calls of other
// architectures. Files can be opened for writing only if a directory may be written, and Landlock decides which directory that is.
func allowed(p Policy) []rule {
	var rules []rule
	for _, call := range slices.Concat(plainCalls(), archCalls()) {
		rules = append(rules, rule{call: call})
	}
	// Landlock does not check files that O_PATH opens.
	noFlags := uint64(unix.O_TRUNC | unix.O_TMPFILE&^unix.O_DIRECTORY | unix.O_PATH)
	if p.Write == "" {
		noFlags |= unix.O_ACCMODE | unix.O_CREAT
	}
	newThread := uint64(unix.CLONE_THREAD | unix.CLONE_VM)
	rules = append(rules, []rule{
		{call: unix.SYS_OPENAT, args: []argument{{2, noFlags, 0}}},
		{call: unix.SYS_CLONE, args: []argument{{0, newThread, newThread}}},
		{call: unix.SYS_TGKILL, args: []argument{{0, word, uint64(unix.Getpid())}}}, // preempts threads
		{call: unix.SYS_IOCTL, args: []argument{{1, word, unix.TCGETS}}},            // is it a terminal?
		{call: unix.SYS_PRCTL, args: []argument{{0, word, unix.PR_SET_VMA}}},        // names memory
		{call: unix.SYS_PRLIMIT64, args: []argument{{2, pointer, 0}}},               // reads a limit
		// F_SETOWN and F_SETSIG are not allowed: with them, the kernel sends a signal to any process of the user's.
		{call: unix.SYS_FCNTL, args: []argument{{1, word, unix.F_GETFD}}},
		{call: unix.SYS_FCNTL, args: []argument{{1, word, unix.F_GETFL}}},
		{call: unix.SYS_FCNTL, args: []argument{{1, word, unix.F_SETFL}, {2, unix.O_ASYNC, 0}}},
		{call: unix.SYS_FCNTL, args: []argument{{1, word, unix.F_DUPFD_CLOEXEC}}},
		// The callers of these fall back to older calls that are allowed.
		{call: unix.SYS_CLONE3, errno: unix.ENOSYS},
		{call: unix.SYS_OPENAT2, errno: unix.ENOSYS},
		{call: unix.SYS_FACCESSAT2, errno: unix.ENOSYS},
	}...)
	if p.Write != "" {
		for _, call := range cacheCalls() {
			rules = append(rules, rule{call: call})
		}
	}
	if p.Accept {
		rules = append(rules, connectionRules()...)
	}
	return rules
}

// connectionRules are for serving connections to ports that are open. A connection is read and written as a file is. socket, bind, listen and
// connect stay forbidden, so the process gets no other port and reaches nobody.
func connectionRules() []rule {
	option := func(level, name uint64) rule {
		return rule{call: unix.SYS_SETSOCKOPT, args: []argument{{1, word, level}, {2, word, name}}}
	}
	return []rule{
		{call: unix.SYS_ACCEPT4},
		{call: unix.SYS_GETSOCKNAME}, // package net asks for the address of each connection
		{call: unix.SYS_SHUTDOWN},    // says to a client that nothing more comes, so that it reads the last answer
		// Package net sets these on each connection: notice when a client is gone, and send at once.
		option(unix.SOL_SOCKET, unix.SO_KEEPALIVE),
		option(unix.IPPROTO_TCP, unix.TCP_KEEPIDLE),
		option(unix.IPPROTO_TCP, unix.TCP_KEEPINTVL),
		option(unix.IPPROTO_TCP, unix.TCP_KEEPCNT),
		option(unix.IPPROTO_TCP, unix.TCP_NODELAY),
	}
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
		unix.SYS_FSTAT, unix.SYS_STATX, unix.SYS_READLINKAT, unix.SYS_GETDENTS64, unix.SYS_GETCWD,
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

// Offsets in the kernel's struct seccomp_data.
const (
	callOffset = 0
	archOffset = 4
	argOffset  = 16 // 8 bytes each; the low half comes first on the architectures here
	halfOffset = 4  // of the high half of an argument
)

const (
	opLoad    = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	opAnd     = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	opIfEqual = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	opReturn  = unix.BPF_RET | unix.BPF_K
)

func fail(errno unix.Errno) unix.SockFilter {
	return unix.SockFilter{Code: opReturn, K: unix.SECCOMP_RET_ERRNO | uint32(errno)}
}

// assemble writes the rules as a program for the kernel. It compares the whole number of a call. The numbers of amd64's x32 interface have
// an additional bit, so no rule allows its calls.
func assemble(rules []rule) []unix.SockFilter {
	code := []unix.SockFilter{
		{Code: opLoad, K: archOffset},
		{Code: opIfEqual, K: auditArch, Jt: 1},
		fail(unix.EPERM),
	}
	for _, r := range rules {
		verdict := unix.SockFilter{Code: opReturn, K: unix.SECCOMP_RET_ALLOW}
		if r.errno != 0 {
			verdict = fail(r.errno)
		}
		body := []unix.SockFilter{verdict}
		for _, a := range slices.Backward(r.args) {
			if high := a.mask >> 32; high != 0 {
				body = demand(body, a.index, halfOffset, uint32(high), uint32(a.want>>32))
			}
			body = demand(body, a.index, 0, uint32(a.mask), uint32(a.want))
		}
		code = append(code,
			unix.SockFilter{Code: opLoad, K: callOffset},
			unix.SockFilter{Code: opIfEqual, K: uint32(r.call), Jf: uint8(len(body))})
		code = append(code, body...)
	}
	return append(code, fail(unix.EPERM))
}

// demand puts a test of one half of an argument before the body of a rule. If the test fails, the body is skipped.
func demand(body []unix.SockFilter, index int, half, mask, want uint32) []unix.SockFilter {
	return append([]unix.SockFilter{
		{Code: opLoad, K: argOffset + 8*uint32(index) + half},
		{Code: opAnd, K: mask},
		{Code: opIfEqual, K: want, Jf: uint8(len(body))},
	}, body...)
}
