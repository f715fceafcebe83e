package seal

import (
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// act is something that the seal forbids: a system call that does no harm where it is allowed.
type act struct {
	name string
	call uintptr
	args [6]uintptr
	undo *act // removes what the act made
	open bool // see Outcome
}

// Probe tries everything that the seal forbids, and returns the outcome of each act. It leaves out the acts on the files of a root if it
// finds no file directly in the root. Call Probe after Apply only.
func Probe(p Policy) []Outcome {
	var texts paths
	defer func() { goruntime.KeepAlive(texts) }()
	var out []Outcome
	for _, a := range acts(p, &texts) {
		out = append(out, a.try())
	}
	return out
}

func (a act) try() Outcome {
	result, errno := a.do()
	if errno != 0 {
		stopped := errno == unix.EPERM || errno == unix.EACCES || errno == unix.ENOSYS
		return Outcome{Act: a.name, Got: unix.ErrnoName(errno), OK: stopped, Open: a.open}
	}
	switch a.call {
	case unix.SYS_OPENAT, unix.SYS_SOCKET, unix.SYS_MEMFD_CREATE:
		_ = unix.Close(int(result)) // nothing was done with it
	}
	if a.undo != nil {
		_, _ = a.undo.do() // a process that could make it can remove it
	}
	return Outcome{Act: a.name, Got: "allowed", Open: a.open}
}

func (a act) do() (uintptr, unix.Errno) {
	result, _, errno := unix.RawSyscall6(a.call, a.args[0], a.args[1], a.args[2], a.args[3], a.args[4], a.args[5])
	return result, errno
}

// paths keeps texts in memory for the kernel to read.
type paths [][]byte

func (p *paths) at(s string) uintptr {
	b := append([]byte(s), 0)
	*p = append(*p, b)
	return uintptr(unsafe.Pointer(&b[0]))
}

const (
	cwd      = ^uintptr(99)       // AT_FDCWD, -100
	noFile   = ^uintptr(0)        // a descriptor that nothing has
	nobody   = ^uintptr(0) >> 33  // a process that does not exist
	highest  = ^uintptr(0)>>1 + 1 // an address whose low 32 bits are 0
	x32      = 0x40000000         // the additional bit in the numbers of amd64's x32 interface
	readOnly = uintptr(unix.O_RDONLY | unix.O_CLOEXEC)
)

func acts(p Policy, texts *paths) []act {
	out := pathActs(p, texts)
	for _, root := range p.Read {
		out = append(out, rootActs(root, texts)...)
	}
	if p.Write != "" {
		unnamed := uintptr(unix.O_WRONLY | unix.O_CLOEXEC | unix.O_TMPFILE)
		out = append(out, act{name: "make a file without a name in the cache", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, texts.at(p.Write), unnamed, 0o600}})
	}
	out = append(out, nowhereActs(texts)...)
	out = append(out, processActs()...)
	out = append(out, socketActs(p)...)
	return append(out, otherActs(texts)...)
}

// pathActs are acts that look at files outside the roots.
func pathActs(p Policy, texts *paths) []act {
	var out []act
	for _, path := range []string{"/", "/etc/passwd", "/proc/self/environ", "/dev/null"} {
		if slices.ContainsFunc(p.Read, func(root string) bool { return strings.HasPrefix(path+"/", strings.TrimSuffix(root, "/")+"/") }) {
			continue // the operator lets it be read
		}
		out = append(out, act{name: "read " + path, call: unix.SYS_OPENAT, args: [6]uintptr{cwd, texts.at(path), readOnly}})
	}
	file, buffer := texts.at("/etc/passwd"), texts.at(string(make([]byte, 4096)))
	return append(out,
		act{name: "open /etc/passwd without reading it (O_PATH)", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, file, readOnly | unix.O_PATH}},
		act{name: "ask whether /etc/passwd may be read", call: unix.SYS_FACCESSAT, args: [6]uintptr{cwd, file, unix.R_OK}},
		act{name: "ask the same with flags", call: unix.SYS_FACCESSAT2, args: [6]uintptr{cwd, file, unix.R_OK}},
		act{name: "read an extended attribute of /etc/passwd", call: unix.SYS_GETXATTR, args: [6]uintptr{file, file, buffer, 1}},
		act{name: "watch /etc/passwd", call: unix.SYS_INOTIFY_ADD_WATCH, args: [6]uintptr{noFile, file, unix.IN_OPEN}},
		act{name: "change the working directory", call: unix.SYS_CHDIR, args: [6]uintptr{texts.at(".")}},
		act{name: "ask for size and times of /etc/passwd", call: unix.SYS_STATX, args: [6]uintptr{cwd, file, 0, unix.STATX_BASIC_STATS, buffer}, open: true},
		act{name: "ask where the link /proc/self leads", call: unix.SYS_READLINKAT, args: [6]uintptr{cwd, texts.at("/proc/self"), buffer, 64}, open: true},
	)
}

// rootActs try to change a root despite the seal.
func rootActs(root string, texts *paths) []act {
	if _, err := os.Stat(root); err != nil {
		return nil // what does not exist is left out of the seal as well
	}
	fresh := texts.at(filepath.Join(root, ".tsplan-probe"))
	write := uintptr(unix.O_WRONLY | unix.O_CLOEXEC)
	unlink := &act{call: unix.SYS_UNLINKAT, args: [6]uintptr{cwd, fresh}}
	rmdir := &act{call: unix.SYS_UNLINKAT, args: [6]uintptr{cwd, fresh, unix.AT_REMOVEDIR}}
	out := []act{
		{name: "create a file in the root", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, fresh, write | unix.O_CREAT | unix.O_EXCL, 0o600}, undo: unlink},
		{name: "create a file in the root, to read it", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, fresh, readOnly | unix.O_CREAT | unix.O_EXCL, 0o600}, undo: unlink},
		{name: "make a file without a name in the root", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, texts.at(root), write | unix.O_TMPFILE, 0o600}},
		{name: "make a directory in the root", call: unix.SYS_MKDIRAT, args: [6]uintptr{cwd, fresh, 0o700}, undo: rmdir},
	}
	path, ok := someFile(root)
	if !ok {
		return out
	}
	file := texts.at(path)
	return append(out,
		act{name: "write to a file of the root", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, file, write}},
		act{name: "read and write a file of the root", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, file, unix.O_RDWR | unix.O_CLOEXEC}},
		// O_DIRECTORY makes it fail before anything is truncated.
		act{name: "truncate a file by opening it", call: unix.SYS_OPENAT, args: [6]uintptr{cwd, file, readOnly | unix.O_TRUNC | unix.O_DIRECTORY}},
		act{name: "rename a file of the root", call: unix.SYS_RENAMEAT, args: [6]uintptr{cwd, file, cwd, file}},
		act{name: "remove a file of the root", call: unix.SYS_UNLINKAT, args: [6]uintptr{cwd, file, unix.AT_REMOVEDIR}},
	)
}

// nowhereActs are refused by their system call number, so the files in their arguments need not exist.
func nowhereActs(texts *paths) []act {
	gone := texts.at("/nonexistent/tsplan")
	return []act{
		{name: "link", call: unix.SYS_LINKAT, args: [6]uintptr{cwd, gone, cwd, gone}},
		{name: "symlink", call: unix.SYS_SYMLINKAT, args: [6]uintptr{gone, cwd, gone}},
		{name: "make a device", call: unix.SYS_MKNODAT, args: [6]uintptr{cwd, gone, unix.S_IFCHR}},
		{name: "truncate", call: unix.SYS_TRUNCATE, args: [6]uintptr{gone}},
		{name: "chmod", call: unix.SYS_FCHMODAT, args: [6]uintptr{cwd, gone, 0o600}},
		{name: "chown", call: unix.SYS_FCHOWNAT, args: [6]uintptr{cwd, gone}},
		{name: "set times", call: unix.SYS_UTIMENSAT, args: [6]uintptr{cwd, gone}},
		{name: "set an extended attribute", call: unix.SYS_SETXATTR, args: [6]uintptr{gone, gone, gone}},
		{name: "mount", call: unix.SYS_MOUNT, args: [6]uintptr{gone, gone, gone}},
		{name: "change the root", call: unix.SYS_CHROOT, args: [6]uintptr{gone}},
		{name: "execute", call: unix.SYS_EXECVE, args: [6]uintptr{gone}},
		{name: "open by a newer call", call: unix.SYS_OPENAT2, args: [6]uintptr{cwd, gone}},
	}
}

// processActs try to reach other processes, or to change the rights of this one.
func processActs() []act {
	parent := uintptr(unix.Getppid())
	limits := "set a limit of a process"
	return []act{
		// If the filter lets one of these calls through, it changes nothing: its arguments are invalid or ask for no change.
		{name: "start a process", call: unix.SYS_CLONE, args: [6]uintptr{unix.CLONE_SIGHAND}},
		{name: "start a process that shares memory", call: unix.SYS_CLONE, args: [6]uintptr{unix.CLONE_VM | unix.CLONE_SIGHAND | unix.CLONE_FS | unix.CLONE_NEWNS}},
		{name: "start a process by a newer call", call: unix.SYS_CLONE3},
		{name: "signal another process", call: unix.SYS_KILL, args: [6]uintptr{parent}},
		{name: "signal a thread of another process", call: unix.SYS_TGKILL, args: [6]uintptr{parent, parent}},
		{name: "have the kernel signal another process (F_SETOWN)", call: unix.SYS_FCNTL, args: [6]uintptr{noFile, unix.F_SETOWN, parent}},
		{name: "say with which signal (F_SETSIG)", call: unix.SYS_FCNTL, args: [6]uintptr{noFile, unix.F_SETSIG, uintptr(unix.SIGKILL)}},
		{name: "have it sent (O_ASYNC)", call: unix.SYS_FCNTL, args: [6]uintptr{noFile, unix.F_SETFL, unix.O_ASYNC}},
		{name: "delay who opens a file (F_SETLEASE)", call: unix.SYS_FCNTL, args: [6]uintptr{noFile, unix.F_SETLEASE}},
		{name: "trace another process", call: unix.SYS_PTRACE, args: [6]uintptr{unix.PTRACE_ATTACH, nobody}},
		{name: "read another process", call: unix.SYS_PROCESS_VM_READV, args: [6]uintptr{nobody}},
		{name: limits, call: unix.SYS_PRLIMIT64, args: [6]uintptr{nobody, unix.RLIMIT_CPU, 1}},
		{name: limits + ", with an address that ends in zeros", call: unix.SYS_PRLIMIT64, args: [6]uintptr{nobody, unix.RLIMIT_CPU, highest}},
		{name: "control the process (prctl)", call: unix.SYS_PRCTL, args: [6]uintptr{unix.PR_GET_DUMPABLE}},
		{name: "type into a terminal (ioctl)", call: unix.SYS_IOCTL, args: [6]uintptr{noFile, unix.TIOCSTI}},
		{name: "new namespaces", call: unix.SYS_UNSHARE},
	}
}

// socketActs try to make more of a socket that is open than the filter allows. No socket has the descriptor, so the kernel only says so if the
// filter lets a call through.
func socketActs(p Policy) []act {
	out := []act{
		{name: "give a socket an address (bind)", call: unix.SYS_BIND, args: [6]uintptr{noFile}},
		{name: "open a port (listen)", call: unix.SYS_LISTEN, args: [6]uintptr{noFile}},
		{name: "connect a socket", call: unix.SYS_CONNECT, args: [6]uintptr{noFile}},
		{name: "send to an address (sendto)", call: unix.SYS_SENDTO, args: [6]uintptr{noFile}},
		{name: "send open files to another process (sendmsg)", call: unix.SYS_SENDMSG, args: [6]uintptr{noFile}},
		{name: "take open files from another process (recvmsg)", call: unix.SYS_RECVMSG, args: [6]uintptr{noFile}},
		{name: "run a filter in the kernel (setsockopt)", call: unix.SYS_SETSOCKOPT, args: [6]uintptr{noFile, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER}},
		{name: "a pair of sockets", call: unix.SYS_SOCKETPAIR, args: [6]uintptr{nobody}},
	}
	if !p.Accept {
		out = append(out, act{name: "accept a connection", call: unix.SYS_ACCEPT4, args: [6]uintptr{noFile}})
	}
	return out
}

// otherActs returns the acts that try networks and other ways into the kernel.
func otherActs(texts *paths) []act {
	socket := func(name string, domain, kind uintptr) act {
		return act{name: "open " + name, call: unix.SYS_SOCKET, args: [6]uintptr{domain, kind | unix.SOCK_CLOEXEC}}
	}
	out := []act{
		socket("TCP", unix.AF_INET, unix.SOCK_STREAM),
		socket("TCP over IPv6", unix.AF_INET6, unix.SOCK_STREAM),
		socket("UDP", unix.AF_INET, unix.SOCK_DGRAM),
		socket("a Unix socket", unix.AF_UNIX, unix.SOCK_STREAM),
		socket("netlink", unix.AF_NETLINK, unix.SOCK_RAW),
		{name: "io_uring", call: unix.SYS_IO_URING_SETUP},
		{name: "bpf", call: unix.SYS_BPF, args: [6]uintptr{nobody}},
		{name: "memory as a file", call: unix.SYS_MEMFD_CREATE, args: [6]uintptr{texts.at("probe")}},
		{name: "open by handle", call: unix.SYS_OPEN_BY_HANDLE_AT, args: [6]uintptr{cwd}},
	}
	if goruntime.GOARCH == "amd64" {
		out = append(out, act{name: "call by the x32 interface", call: x32 | unix.SYS_GETPID})
	}
	return out
}

// someFile finds a regular file in a directory.
func someFile(dir string) (string, bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", false
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			return filepath.Join(dir, e.Name()), true
		}
	}
	return "", false
}
