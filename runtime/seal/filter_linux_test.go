//go:build amd64 || arm64

package seal

import (
	"encoding/binary"
	"maps"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// verdict runs a filter as the kernel does, and returns what it answers a system call.
func verdict(t *testing.T, code []unix.SockFilter, arch uint32, call uintptr, args [6]uint64) uint32 {
	t.Helper()
	data := make([]byte, 64) // struct seccomp_data
	binary.LittleEndian.PutUint32(data, uint32(call))
	binary.LittleEndian.PutUint32(data[4:], arch)
	for i, a := range args {
		binary.LittleEndian.PutUint64(data[16+8*i:], a)
	}
	var accumulator uint32
	for at := 0; ; at++ {
		switch op := code[at]; op.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			accumulator = binary.LittleEndian.Uint32(data[op.K:])
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			accumulator &= op.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			if accumulator == op.K {
				at += int(op.Jt)
			} else {
				at += int(op.Jf)
			}
		case unix.BPF_RET | unix.BPF_K:
			return op.K
		default:
			t.Fatalf("instruction %d: %#x", at, op.Code)
		}
	}
}

const (
	yes     = unix.SECCOMP_RET_ALLOW
	no      = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// alwaysAllowed says for each call that is allowed whatever its arguments are what needs it. Whoever allows another
// one has to say so here.
var alwaysAllowed = map[string][]uintptr{
	"reading and writing what is open": {
		unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_LSEEK,
	},
	"looking at files and directories": {
		unix.SYS_FSTAT, fstatat, unix.SYS_STATX, unix.SYS_READLINKAT, unix.SYS_GETDENTS64, unix.SYS_GETCWD,
	},
	"memory": {
		unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK,
	},
	"signals to itself": {
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
		unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_DELETE, unix.SYS_RESTART_SYSCALL,
	},
	"threads": {
		unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ,
		unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	},
	"who it is": {
		unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETPPID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID,
		unix.SYS_GETEGID, unix.SYS_UNAME, unix.SYS_GETRUSAGE,
	},
	"time and random numbers": {
		unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRANDOM,
	},
	"waiting for input": {
		unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2,
		unix.SYS_PIPE2,
	},
}

var forConnections = []uintptr{unix.SYS_ACCEPT4, unix.SYS_GETSOCKNAME, unix.SYS_SHUTDOWN}

var forTheCache = []uintptr{unix.SYS_MKDIRAT, unix.SYS_RENAMEAT, unix.SYS_UNLINKAT, unix.SYS_FSYNC, unix.SYS_PWRITE64}

// sometimes says for which arguments a call is allowed under a policy.
var sometimes = map[uintptr]func(args [6]uint64, p Policy) bool{
	unix.SYS_OPENAT: func(args [6]uint64, p Policy) bool {
		never := uint64(unix.O_TRUNC | 0x400000 /* the bit of O_TMPFILE that is not O_DIRECTORY */ | unix.O_PATH)
		return args[2]&never == 0 && (p.Write != "" || args[2]&(unix.O_WRONLY|unix.O_RDWR|unix.O_CREAT) == 0)
	},
	unix.SYS_CLONE: func(args [6]uint64, _ Policy) bool {
		return args[0]&unix.CLONE_THREAD != 0 && args[0]&unix.CLONE_VM != 0
	},
	unix.SYS_TGKILL:    func(args [6]uint64, _ Policy) bool { return uint32(args[0]) == uint32(unix.Getpid()) },
	unix.SYS_IOCTL:     func(args [6]uint64, _ Policy) bool { return uint32(args[1]) == unix.TCGETS },
	unix.SYS_PRCTL:     func(args [6]uint64, _ Policy) bool { return uint32(args[0]) == unix.PR_SET_VMA },
	unix.SYS_PRLIMIT64: func(args [6]uint64, _ Policy) bool { return args[2] == 0 },
	unix.SYS_FCNTL: func(args [6]uint64, _ Policy) bool {
		switch uint32(args[1]) {
		case unix.F_GETFD, unix.F_GETFL, unix.F_DUPFD_CLOEXEC:
			return true
		case unix.F_SETFL:
			return args[2]&unix.O_ASYNC == 0
		}
		return false
	},
	unix.SYS_SETSOCKOPT: func(args [6]uint64, p Policy) bool {
		switch level, name := uint32(args[1]), uint32(args[2]); level {
		case unix.SOL_SOCKET:
			return p.Accept && name == unix.SO_KEEPALIVE
		case unix.IPPROTO_TCP:
			return p.Accept && slices.Contains([]uint32{unix.TCP_NODELAY, unix.TCP_KEEPIDLE, unix.TCP_KEEPINTVL, unix.TCP_KEEPCNT}, name)
		}
		return false
	},
}

var policies = []Policy{{}, {Write: "/cache"}, {Accept: true}, {Write: "/cache", Accept: true}}

// TestFilter compares the filter with what it is to allow: for every number of a call, and for every bit of the
// arguments that count.
func TestFilter(t *testing.T) {
	for _, p := range policies {
		code := assemble(allowed(p))
		always := slices.Concat(slices.Collect(maps.Values(alwaysAllowed))...)
		always = append(always, otherAllowed...)
		if p.Write != "" {
			always = append(always, forTheCache...)
		}
		if p.Accept {
			always = append(always, forConnections...)
		}
		check := func(call uintptr, args [6]uint64) {
			t.Helper()
			want := no
			switch may := sometimes[call]; {
			case slices.Contains([]uintptr{unix.SYS_CLONE3, unix.SYS_OPENAT2, unix.SYS_FACCESSAT2}, call):
				want = unknown
			case slices.Contains(always, call), may != nil && may(args, p):
				want = yes
			}
			if got := verdict(t, code, auditArch, call, args); got != want {
				t.Errorf("call %d%#x, %+v: %#x, want %#x", call, args, p, got, want)
			}
			for _, other := range []uint32{unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM, 0} {
				if got := verdict(t, code, other, call, args); got != no {
					t.Errorf("call %d of another architecture: %#x", call, got)
				}
			}
		}
		for call := range uintptr(1024) {
			check(call, [6]uint64{})
			check(call|x32, [6]uint64{})
		}
		for call := range sometimes {
			for _, base := range [][6]uint64{
				{}, {unix.CLONE_THREAD | unix.CLONE_VM}, {uint64(unix.Getpid())}, {0, unix.TCGETS}, {unix.PR_SET_VMA},
				{0, unix.F_GETFD}, {0, unix.F_GETFL}, {0, unix.F_SETFL}, {0, unix.F_DUPFD_CLOEXEC},
				{0, unix.SOL_SOCKET, unix.SO_KEEPALIVE}, {0, unix.IPPROTO_TCP, unix.TCP_NODELAY}, {0, unix.IPPROTO_TCP, unix.TCP_KEEPIDLE},
			} {
				check(call, base)
				for argument := range base {
					for bit := range 64 {
						flipped := base
						flipped[argument] ^= 1 << bit
						check(call, flipped)
					}
				}
			}
		}
	}
}

// TestActsAreRefused asks the filter about the acts of Probe. Those that it allows are for Landlock to refuse.
func TestActsAreRefused(t *testing.T) {
	var texts paths
	tried := Policy{Read: []string{t.TempDir()}, Write: t.TempDir()}
	for _, p := range policies {
		code := assemble(allowed(p))
		tried.Accept = p.Accept
		for _, a := range acts(tried, &texts) {
			var args [6]uint64
			for i, arg := range a.args {
				args[i] = uint64(arg)
			}
			refused := verdict(t, code, auditArch, a.call, args) != yes
			if want := !a.open && !(forLandlock[a.name] || p.Write != "" && forLandlockWithCache[a.name]); refused != want {
				t.Errorf("%s, %+v: refused is %v, want %v", a.name, p, refused, want)
			}
		}
	}
}

// TestActsOutsideTheRoots leaves out the reads that a root allows.
func TestActsOutsideTheRoots(t *testing.T) {
	for root, want := range map[string]int{"/": 0, "/etc": 3, "/etc/": 3, "/etcetera": 4, "/proc/self": 3} {
		var texts paths
		reads := 0
		for _, a := range acts(Policy{Read: []string{root}}, &texts) {
			if forLandlock[a.name] {
				reads++
			}
		}
		if reads != want {
			t.Errorf("%s: %d reads, want %d", root, reads, want)
		}
	}
}

// forLandlock are the acts that only a path tells from what is allowed.
var forLandlock = map[string]bool{
	"read /": true, "read /etc/passwd": true, "read /proc/self/environ": true, "read /dev/null": true,
}

// forLandlockWithCache are those that are like keeping the cache.
var forLandlockWithCache = map[string]bool{
	"create a file in the root": true, "create a file in the root, to read it": true, "make a directory in the root": true,
	"write to a file of the root": true, "read and write a file of the root": true,
	"rename a file of the root": true, "remove a file of the root": true,
}
