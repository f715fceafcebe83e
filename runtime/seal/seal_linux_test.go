//go:build amd64 || arm64

package seal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"tsplan/runtime/seal/sealtest"
)

func TestMain(m *testing.M) {
	sealtest.Main()
	if len(os.Args) > 1 && os.Args[1] == "sealed" {
		os.Exit(sealed(os.Args[2], os.Args[3], os.Args[4] == "accept"))
	}
	if len(os.Args) > 1 && os.Args[1] == "a thread with a filter" {
		filtered := make(chan error)
		go func() {
			goruntime.LockOSThread()
			filtered <- sealtest.FilterThread()
			select {}
		}()
		err := <-filtered
		state, applied := Apply(Policy{})
		fmt.Println(err, state.Seccomp, applied)
		return
	}
	os.Exit(m.Run())
}

// report is what a process says that has sealed itself.
type report struct {
	Available, State State
	Failed           string            // by Apply
	Works            map[string]string // what the program needs, with the error it got
	Outcomes         []Outcome
}

// sealed seals this process, tries what it needs and what it must not do, and reports.
func sealed(root, cache string, accept bool) int {
	r := report{Available: Available(), Works: map[string]string{}}
	missing := filepath.Join(root, "missing")
	p := Policy{Read: []string{missing, root}, Write: cache, Accept: accept}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	client, err := net.Dial("tcp", port.Addr().String()) // waits to be accepted
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if r.State, err = Apply(p); err != nil {
		r.Failed = err.Error()
	}
	try := func(what string, err error) { r.Works[what] = fmt.Sprint(err) }
	_, err = os.ReadFile(filepath.Join(root, "a.ts"))
	try("read a file", err)
	_, err = os.ReadDir(root)
	try("list a directory", err)
	done := make(chan bool)
	for range 20 {
		go func() { <-done }()
	}
	close(done)
	if cache != "" {
		try("make a directory", os.Mkdir(filepath.Join(cache, "dir"), 0o700))
		try("keep a file", keep(cache))
	}
	if accept {
		try("serve a connection", answer(port, client))
	}
	r.Outcomes = Probe(p)
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		return 1
	}
	return 0
}

// answer does what a server does with a connection.
func answer(port net.Listener, client net.Conn) error {
	server, err := port.Accept()
	if err != nil {
		return err
	}
	tcp := server.(*net.TCPConn)
	if server.LocalAddr() == nil {
		return errors.New("no address")
	}
	if _, err := io.WriteString(client, "question"); err != nil {
		return err
	}
	text := make([]byte, 8)
	if _, err := io.ReadFull(server, text); err != nil {
		return err
	}
	if _, err := server.Write(text); err != nil {
		return err
	}
	err = errors.Join(tcp.SetNoDelay(true), tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true}), tcp.CloseWrite())
	got, errRead := io.ReadAll(client)
	if string(got) != "question" {
		errRead = errors.Join(errRead, fmt.Errorf("got %q", got))
	}
	return errors.Join(err, errRead, server.Close(), client.Close(), port.Close())
}

// keep does what package cache does.
func keep(dir string) error {
	f, err := os.CreateTemp(dir, "file")
	if err != nil {
		return err
	}
	_, err = f.WriteString("text")
	name := filepath.Join(dir, "file")
	return errors.Join(err, f.Sync(), f.Close(), os.Rename(f.Name(), name), os.Remove(name))
}

// ask starts a process that seals itself, on a kernel that lacks what lacks names.
func ask(t *testing.T, lacks string, cache bool) report {
	t.Helper()
	return askWith(t, lacks, cache, "")
}

// askWith is ask, for a process that serves connections if mode is accept.
func askWith(t *testing.T, lacks string, cache bool, mode string) report {
	t.Helper()
	root, dir := t.TempDir(), ""
	if err := os.WriteFile(filepath.Join(root, "a.ts"), []byte("export {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if cache {
		dir = t.TempDir()
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, "sealed", root, dir, mode)
	if lacks != "" {
		command = sealtest.Command(lacks, self, "sealed", root, dir, mode)
	}
	out, err := command.Output()
	if err != nil {
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			out = ended.Stderr
		}
		t.Fatalf("%v\n%s", err, out)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(root, ".tsplan-probe")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a probe left something in the root: %v", err)
	}
	for what, got := range r.Works {
		if got != "<nil>" {
			t.Errorf("%s: %s", what, got)
		}
	}
	return r
}

// acts are the names of the acts that were stopped, or not, without those that nothing can stop.
func (r report) acts(stopped bool) []string {
	var names []string
	for _, o := range r.Outcomes {
		if o.OK == stopped && !o.Open {
			names = append(names, o.Act)
		}
	}
	return names
}

// kernel asks the kernel, and not Available, what it offers.
func kernel() State {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, 1)
	if errno != 0 {
		version = 0
	}
	_, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0)
	return State{Landlock: int(version), Seccomp: err == nil}
}

// TestSealed tries every forbidden act with each half of the seal alone, with both and with neither.
func TestSealed(t *testing.T) {
	here := kernel()
	if !here.Whole() {
		t.Skipf("this kernel offers %v", here)
	}
	tried := 66 // by name in the output of doctor --probe, but for the two that nothing can stop
	if goruntime.GOARCH != "amd64" {
		tried-- // there is no x32 interface
	}
	for _, cache := range []bool{false, true} {
		whole := ask(t, "", cache)
		if whole.State != here || whole.Available != here || whole.Failed != "" {
			t.Errorf("cache %v: %+v, want %v", cache, whole, here)
		}
		if left := whole.acts(false); len(left) > 0 {
			t.Errorf("cache %v: not stopped: %q", cache, left)
		}
		if cache {
			tried++ // one act is about the cache
		}
		if n := len(whole.acts(true)); n != tried {
			t.Errorf("cache %v: %d acts were stopped, want %d", cache, n, tried)
		}

		filter := ask(t, sealtest.Landlock, cache)
		if filter.State != (State{Seccomp: true}) || filter.Available != filter.State || filter.Failed != "" {
			t.Errorf("cache %v, without Landlock: %+v", cache, filter)
		}
		for _, name := range filter.acts(false) {
			if !forLandlock[name] && !(cache && forLandlockWithCache[name]) {
				t.Errorf("cache %v: the filter does not stop: %s", cache, name)
			}
		}

		paths := ask(t, sealtest.Seccomp, cache)
		if paths.State != (State{Landlock: here.Landlock}) || paths.Available != paths.State || paths.Failed != "" {
			t.Errorf("cache %v, without seccomp: %+v", cache, paths)
		}
		for _, what := range []map[string]bool{forLandlock, forLandlockWithCache} {
			for name := range what {
				if slices.Contains(paths.acts(false), name) {
					t.Errorf("cache %v: Landlock does not stop: %s", cache, name)
				}
			}
		}

		nothing := ask(t, sealtest.Both, cache)
		if !nothing.State.None() || !nothing.Available.None() || nothing.Failed != "" {
			t.Errorf("cache %v, without both: %+v", cache, nothing)
		}
		for name := range forLandlock {
			if !slices.Contains(nothing.acts(false), name) {
				t.Errorf("cache %v, without both: stopped: %s", cache, name)
			}
		}
	}
}

// TestSealedServer accepts and serves a connection inside the seal, and is stopped at all else, with each half of the seal.
func TestSealedServer(t *testing.T) {
	here := kernel()
	if !here.Whole() {
		t.Skipf("this kernel offers %v", here)
	}
	plain := len(ask(t, "", true).Outcomes)
	for _, lacks := range []string{"", sealtest.Landlock, sealtest.Seccomp, sealtest.Both} {
		r := askWith(t, lacks, true, "accept") // fails if the connection is not served
		if r.Failed != "" || r.Works["serve a connection"] != "<nil>" || len(r.Outcomes) != plain-1 {
			t.Errorf("without %q: %+v", lacks, r)
		}
		if left := r.acts(false); lacks == "" && len(left) > 0 {
			t.Errorf("not stopped: %q", left)
		}
	}
}

// TestThreadWithFilter has a thread that the filter cannot be put on: the process does not count as sealed.
func TestThreadWithFilter(t *testing.T) {
	if !kernel().Whole() {
		t.Skipf("this kernel offers %v", kernel())
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(self, "a thread with a filter").CombinedOutput()
	if want := "<nil> false seccomp: a thread has a filter of its own\n"; err != nil || string(out) != want {
		t.Errorf("%s, %v; want %s", out, err, want)
	}
}

// TestState words what holds.
func TestState(t *testing.T) {
	for _, c := range []struct {
		state       State
		text        string
		whole, none bool
	}{
		{State{}, "Landlock: none, seccomp: none", false, true},
		{State{Landlock: 7}, "Landlock: version 7, seccomp: none", false, false},
		{State{Seccomp: true}, "Landlock: none, seccomp: yes", false, false},
		{State{7, true}, "Landlock: version 7, seccomp: yes", true, false},
	} {
		if c.state.String() != c.text || c.state.Whole() != c.whole || c.state.None() != c.none {
			t.Errorf("%q, %v, %v; want %q, %v, %v", c.state, c.state.Whole(), c.state.None(), c.text, c.whole, c.none)
		}
	}
}
