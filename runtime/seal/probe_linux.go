package seal

import (
	"os"
	"path/filepath"
	goruntime "runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Probe tries everything that the seal forbids, in a way that does no harm where it is not forbidden, and says what
// each act got. Acts on the project need a file in it; where there is none they are left out. Call it sealed only.
func Probe(p Policy) []Outcome {
	var out []Outcome
	var texts [][]byte // kept where the kernel finds them
	defer func() { goruntime.KeepAlive(texts) }()
	text := func(s string) uintptr {
		b := append([]byte(s), 0)
		texts = append(texts, b)
		return uintptr(unsafe.Pointer(&b[0]))
	}
	try := func(act string, call uintptr, args ...uintptr) {
		args = append(args, make([]uintptr, 6-len(args))...)
		r, _, errno := unix.RawSyscall6(call, args[0], args[1], args[2], args[3], args[4], args[5])
		o := Outcome{Act: act, Got: unix.ErrnoName(errno), OK: errno == unix.EPERM || errno == unix.EACCES || errno == unix.ENOSYS}
		if errno == 0 {
			o.Got = "allowed"
			if call == unix.SYS_OPENAT || call == unix.SYS_SOCKET || call == unix.SYS_MEMFD_CREATE {
				unix.Close(int(r))
			}
		}
		out = append(out, o)
	}
	cwd := uintptr(^uint(99)) // AT_FDCWD, -100
	const nowhere = "/nonexistent/tsplan"
	read := uintptr(unix.O_RDONLY | unix.O_CLOEXEC)

	for _, path := range []string{"/", "/etc/passwd", "/proc/self/environ", "/dev/null"} {
		try("read "+path, unix.SYS_OPENAT, cwd, text(path), read)
	}
	for _, root := range p.Read {
		fresh := filepath.Join(root, ".tsplan-probe")
		write := uintptr(unix.O_WRONLY | unix.O_CLOEXEC)
		try("create a file in the root", unix.SYS_OPENAT, cwd, text(fresh), write|unix.O_CREAT|unix.O_EXCL, 0o600)
		try("make a directory in the root", unix.SYS_MKDIRAT, cwd, text(fresh), 0o700)
		file, ok := someFile(root)
		if !ok {
			continue
		}
		name := text(file)
		try("write to a file of the root", unix.SYS_OPENAT, cwd, name, write)
		try("truncate a file by opening it", unix.SYS_OPENAT, cwd, name, read|unix.O_TRUNC|unix.O_DIRECTORY)
		try("rename a file of the root", unix.SYS_RENAMEAT, cwd, name, cwd, name)
		try("remove a file of the root", unix.SYS_UNLINKAT, cwd, name, unix.AT_REMOVEDIR)
	}
	// The filter refuses these by their number, so what they would act on does not exist.
	gone := text(nowhere)
	try("link", unix.SYS_LINKAT, cwd, gone, cwd, gone)
	try("symlink", unix.SYS_SYMLINKAT, gone, cwd, gone)
	try("make a device", unix.SYS_MKNODAT, cwd, gone, unix.S_IFCHR, 0)
	try("truncate", unix.SYS_TRUNCATE, gone, 0)
	try("chmod", unix.SYS_FCHMODAT, cwd, gone, 0o600)
	try("chown", unix.SYS_FCHOWNAT, cwd, gone, 0, 0)
	try("set times", unix.SYS_UTIMENSAT, cwd, gone)
	try("set an extended attribute", unix.SYS_SETXATTR, gone, gone, gone)
	try("mount", unix.SYS_MOUNT, gone, gone, gone)
	try("change the root", unix.SYS_CHROOT, gone)
	try("execute", unix.SYS_EXECVE, gone)
	try("start a process", unix.SYS_CLONE, unix.CLONE_SIGHAND) // without CLONE_VM it is EINVAL
	try("signal another process", unix.SYS_KILL, 1, 0)
	try("trace another process", unix.SYS_PTRACE, unix.PTRACE_ATTACH, ^uintptr(0)>>33)
	try("read another process", unix.SYS_PROCESS_VM_READV, ^uintptr(0)>>33)
	for _, s := range []struct {
		act            string
		domain, socket uintptr
	}{
		{"TCP", unix.AF_INET, unix.SOCK_STREAM}, {"TCP over IPv6", unix.AF_INET6, unix.SOCK_STREAM},
		{"UDP", unix.AF_INET, unix.SOCK_DGRAM}, {"a Unix socket", unix.AF_UNIX, unix.SOCK_STREAM},
		{"netlink", unix.AF_NETLINK, unix.SOCK_RAW},
	} {
		try("open "+s.act, unix.SYS_SOCKET, s.domain, s.socket|unix.SOCK_CLOEXEC)
	}
	try("new namespaces", unix.SYS_UNSHARE, 0)
	try("io_uring", unix.SYS_IO_URING_SETUP, 0, 0)
	try("bpf", unix.SYS_BPF, ^uintptr(0)>>33)
	try("memory as a file", unix.SYS_MEMFD_CREATE, text("probe"), 0)
	try("open by handle", unix.SYS_OPEN_BY_HANDLE_AT, cwd, 0)
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
