package hostile

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// syscallInfo is the kernel's struct ptrace_syscall_info, as far as it is needed.
type syscallInfo struct {
	Op     uint8
	_      [3]uint8
	Arch   uint32
	_      [2]uint64
	Number uint64 // of an entry; of an exit, the result
	Args   [6]uint64
	_      [2]uint64
}

// traced is a system call as it was made.
type traced struct {
	number uint64
	args   [6]uint64
	path   string
	errno  bool // it failed
}

// trace runs a program to its end under ptrace, and returns every system call of every thread. It needs nothing that
// is not in Go.
func trace(t *testing.T, stdin []byte, args ...string) (calls []traced, stdout []byte) {
	t.Helper()
	goruntime.LockOSThread() // the kernel takes ptrace from the thread that started the program only
	defer goruntime.UnlockOSThread()
	var out lockedBuffer
	cmd := exec.Command(program, args...)
	cmd.SysProcAttr = &unix.SysProcAttr{Ptrace: true}
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"HOME=" + cmd.Dir}
	cmd.Stdout = &out
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go feed(in, stdin, &out)
	pid := cmd.Process.Pid
	followCalls(t, pid)
	var status unix.WaitStatus
	entered := map[int]traced{}
	for {
		thread, err := unix.Wait4(-1, &status, unix.WALL|unix.WNOTHREAD, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			break // all are gone
		}
		if status.Exited() || status.Signaled() {
			if thread == pid {
				break
			}
			continue
		}
		signal := 0
		switch stop := status.StopSignal(); {
		case stop == unix.SIGTRAP|0x80:
			if c, ended := callAt(thread, entered); ended {
				calls = append(calls, c)
			}
		case stop != unix.SIGTRAP && stop != unix.SIGSTOP:
			signal = int(stop)
		}
		_ = unix.PtraceSyscall(thread, signal) // a thread that is gone meanwhile is reported by Wait4
	}
	_ = cmd.Wait() // its status was taken above
	for _, c := range entered {
		calls = append(calls, c) // of those that were under way at the end
	}
	return calls, out.Bytes()
}

// feed writes each line of the input once the lines before it are answered, and then closes the input.
func feed(in io.WriteCloser, stdin []byte, out *lockedBuffer) {
	answers := 0
	for line := range bytes.Lines(stdin) {
		_, _ = in.Write(line) // a program that is gone shows in what trace returns
		answers++
		for end := time.Now().Add(timeLimit); bytes.Count(out.Bytes(), []byte("\n")) < answers && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
	}
	in.Close()
}

// followCalls lets a program run that was just started, and has it stop at every system call of every thread.
func followCalls(t *testing.T, pid int) {
	t.Helper()
	var status unix.WaitStatus
	if _, err := unix.Wait4(pid, &status, 0, nil); err != nil || !status.Stopped() {
		t.Fatalf("the program did not stop: %v, %v", status, err)
	}
	const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEFORK |
		unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(pid, options); err != nil {
		t.Fatal(err)
	}
	if err := unix.PtraceSyscall(pid, 0); err != nil {
		t.Fatal(err)
	}
}

// callAt looks at the system call that a thread stopped at. A call that begins is put into entered; a call that ends is taken out
// of entered and returned.
func callAt(thread int, entered map[int]traced) (call traced, ended bool) {
	var info syscallInfo
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO, uintptr(thread),
		unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	if errno != 0 {
		return traced{}, false
	}
	if info.Op == unix.PTRACE_SYSCALL_INFO_ENTRY {
		call = traced{number: info.Number, args: info.Args}
		if at := pathArgument[info.Number]; at > 0 {
			call.path = textAt(thread, uintptr(info.Args[at-1]))
		}
		entered[thread] = call
		return call, false
	}
	call, ended = entered[thread]
	call.errno = int64(info.Number) < 0
	delete(entered, thread)
	return call, ended
}

// pathArgument says which argument is the path, from 1.
var pathArgument = map[uint64]int{
	unix.SYS_OPENAT: 2, unix.SYS_NEWFSTATAT: 2, unix.SYS_MKDIRAT: 2, unix.SYS_RENAMEAT: 4, unix.SYS_RENAMEAT2: 4,
	unix.SYS_UNLINKAT: 2, unix.SYS_READLINKAT: 2, unix.SYS_EXECVE: 1, unix.SYS_OPEN: 1, unix.SYS_CREAT: 1,
}

func textAt(pid int, address uintptr) string {
	data := make([]byte, 4096)
	n, err := unix.PtracePeekData(pid, address, data)
	if err != nil && n == 0 {
		return ""
	}
	text, _, _ := bytes.Cut(data[:n], []byte{0})
	return string(text)
}

// changing are the calls that change a file system; those that a cache needs are looked at by their path.
var changing = map[uint64]string{
	unix.SYS_CREAT: "creat", unix.SYS_MKDIR: "mkdir", unix.SYS_MKDIRAT: "mkdirat", unix.SYS_RENAME: "rename",
	unix.SYS_RENAMEAT: "renameat", unix.SYS_RENAMEAT2: "renameat2", unix.SYS_UNLINK: "unlink", unix.SYS_UNLINKAT: "unlinkat",
	unix.SYS_RMDIR: "rmdir", unix.SYS_LINK: "link", unix.SYS_LINKAT: "linkat", unix.SYS_SYMLINK: "symlink",
	unix.SYS_SYMLINKAT: "symlinkat", unix.SYS_MKNOD: "mknod", unix.SYS_MKNODAT: "mknodat", unix.SYS_CHMOD: "chmod",
	unix.SYS_FCHMOD: "fchmod", unix.SYS_FCHMODAT: "fchmodat", unix.SYS_CHOWN: "chown", unix.SYS_FCHOWN: "fchown",
	unix.SYS_LCHOWN: "lchown", unix.SYS_FCHOWNAT: "fchownat", unix.SYS_TRUNCATE: "truncate", unix.SYS_FTRUNCATE: "ftruncate",
	unix.SYS_UTIMENSAT: "utimensat", unix.SYS_UTIMES: "utimes", unix.SYS_UTIME: "utime", unix.SYS_SETXATTR: "setxattr",
	unix.SYS_FSETXATTR: "fsetxattr", unix.SYS_LSETXATTR: "lsetxattr", unix.SYS_REMOVEXATTR: "removexattr",
	unix.SYS_MOUNT: "mount", unix.SYS_SOCKET: "socket", unix.SYS_CONNECT: "connect", unix.SYS_BIND: "bind",
	unix.SYS_FORK: "fork", unix.SYS_VFORK: "vfork", unix.SYS_PTRACE: "ptrace", unix.SYS_IO_URING_SETUP: "io_uring_setup",
}

// traces is what was seen of all traced sessions.
type traces struct {
	sessions, calls, opens, written int
	distinct                        map[uint64]bool
	afterStart                      map[uint64]bool // those of distinct that come once input is read
}

// check holds for every session, call by call: nothing is opened for writing or changed but in the cache, nothing
// outside the root is opened after the server has begun to read its input, and no program is started and no socket
// opened at all.
func (all *traces) check(t *testing.T, name, root, cache string, calls []traced) {
	t.Helper()
	all.sessions++
	all.calls += len(calls)
	reading := false
	for _, c := range calls {
		all.distinct[c.number] = true
		if reading {
			all.afterStart[c.number] = true
		}
		inCache := cache != "none" && (c.path == cache || strings.HasPrefix(c.path, cache+"/"))
		change := changing[c.number]
		switch {
		case c.number == unix.SYS_READ && c.args[0] == 0:
			reading = true
		case c.number == unix.SYS_EXECVE && reading:
			t.Errorf("%s: execve(%q)", name, c.path)
		case c.number == unix.SYS_CLONE && c.args[0]&unix.CLONE_THREAD == 0:
			t.Errorf("%s: a process was started", name)
		case change != "" && !inCache:
			t.Errorf("%s: %s(%q)", name, change, c.path)
		case c.number == unix.SYS_OPENAT:
			all.opens++
			const writes = unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC
			if c.args[2]&writes != 0 && inCache {
				all.written++
			} else if c.args[2]&writes != 0 {
				t.Errorf("%s: opened %q with flags %#x", name, c.path, c.args[2])
			}
			outside := filepath.IsAbs(c.path) && !inCache && !strings.HasPrefix(c.path+"/", root+"/")
			if reading && outside && !c.errno {
				t.Errorf("%s: opened %q, outside the root", name, c.path)
			}
			if strings.Contains(c.path, "..") {
				t.Errorf("%s: opened %q", name, c.path)
			}
		}
	}
}

// TestTrace follows whole sessions, every tool asked, under ptrace: with a new cache, with a full one and with none,
// and of text cases of the suite.
func TestTrace(t *testing.T) {
	if testing.Short() {
		t.Skip("it stops at every system call, which takes minutes: run without -short")
	}
	tr := newTree(t, map[string]string{"src/user.ts": "import { subject } from './main'\nimport '../../secret'\nexport const twice = subject\n"})
	tr.link(t, "../../secret.ts", "src/evil.ts")
	offered := start(t, tr.home, "--root", tr.root).toolList(t)
	cache := filepath.Join(t.TempDir(), "cache")
	all := &traces{distinct: map[uint64]bool{}, afterStart: map[uint64]bool{}}
	follow := func(t *testing.T, name string, tr *tree, cache string) {
		t.Helper()
		before := tr.merkle(t)
		calls, out := trace(t, session(tr, offered), "serve", "--cache-dir", cache, "--root", tr.root, "--require-seal")
		if got := bytes.Count(out, []byte(`"structuredContent":`)); got == 0 {
			t.Errorf("%s: the session got no answers: %s", name, out)
		}
		tr.leaked(t, "standard output", out)
		all.check(t, name, tr.root, cache, calls)
		if tr.merkle(t) != before {
			t.Errorf("%s: the tree has changed", name)
		}
	}
	follow(t, "new cache", tr, cache)
	follow(t, "full cache", tr, cache)
	follow(t, "no cache", tr, "none")
	cases := textCases(t)
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		if i%5 != 0 && !*allCases {
			continue
		}
		c := cases[name]
		tr := newTree(t, c.files)
		for name, target := range c.links {
			tr.link(t, target, name)
		}
		follow(t, name, tr, cache)
	}
	if all.written == 0 || all.opens == all.written {
		t.Errorf("%d opens, %d of them for writing the cache: the trace does not see what it should", all.opens, all.written)
	}
	t.Logf("%d sessions, %d tools: %d system calls, %d distinct, %d of them once input is read, %d opens: "+
		"0 for writing outside the cache, 0 outside the root once input is read, 0 sockets, 0 processes",
		all.sessions, len(offered), all.calls, len(all.distinct), len(all.afterStart), all.opens)
	t.Logf("after start %v, in all %v", slices.Sorted(maps.Keys(all.afterStart)), slices.Sorted(maps.Keys(all.distinct)))
	if len(all.distinct) > 50 || len(all.afterStart) > 40 {
		t.Errorf("%d distinct system calls, %d of them after the start", len(all.distinct), len(all.afterStart))
	}
}

// session is a whole session: every tool asked, hostile questions, nonsense.
func session(tr *tree, offered []toolInfo) []byte {
	var b bytes.Buffer
	id := 0
	send := func(method string, params any) {
		id++
		line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
		if err != nil {
			panic(err) // of plain maps
		}
		b.Write(append(line, '\n'))
	}
	call := func(tool string, arguments map[string]any) {
		send("tools/call", map[string]any{"name": tool, "arguments": arguments})
	}
	send("initialize", map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "t", "version": "1"}})
	send("tools/list", map[string]any{})
	for _, tool := range offered {
		call(tool.Name, question(tool, tr, nil))
	}
	for _, hostile := range [][2]string{{tr.root, "src/evil.ts"}, {"/", "/etc/passwd"}, {tr.root, "../secret.ts"}} {
		call("planRenameSymbol", map[string]any{
			"projectRoot": hostile[0], "filePath": hostile[1], "line": 0, "character": 13, "newName": "renamed"})
	}
	return b.Bytes()
}
