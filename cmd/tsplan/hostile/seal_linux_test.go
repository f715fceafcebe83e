package hostile

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tsplan/runtime/seal"
)

// TestSealProbe has doctor try every forbidden act inside a sealed process, with a cache directory and without.
func TestSealProbe(t *testing.T) {
	if available := seal.Available(); !available.Whole() {
		// Nothing to show here, but that doctor and --require-seal say so.
		out, err := exec.Command(program, "doctor", "--probe", "--cache-dir", "none").CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte(seal.ErrUnsupported.Error())) {
			t.Errorf("on a system without a seal (%v) doctor says %s, %v", available, out, err)
		}
		t.Logf("NOT SHOWN HERE: this kernel offers %v", available)
		return
	}
	tr := newTree(t, nil)
	before := tr.merkle(t)
	for _, cache := range []string{cacheDir, "none"} {
		out, err := exec.Command(program, "doctor", "--probe", "--root", tr.root, "--cache-dir", cache).CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte(", 0 not stopped")) || bytes.Count(out, []byte("\n")) < 35 {
			t.Errorf("%v\n%s", err, out)
		}
		if cache == "none" {
			t.Logf("%s", out)
		}
	}
	if tr.merkle(t) != before {
		t.Error("the tree has changed")
	}
}

// TestSealRequired refuses to run where nothing says what may be read.
func TestSealRequired(t *testing.T) {
	out, err := exec.Command(program, "serve", "--require-seal", "--cache-dir", "none").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--root") {
		t.Errorf("%v, %s", err, out)
	}
}

// TestSealHolds looks at the sealed server from outside, and at how soon it answers.
func TestSealHolds(t *testing.T) {
	tr := newTree(t, nil)
	best := time.Hour
	for range 5 { // the machine may be busy
		began := time.Now()
		s := start(t, tr.home, "--root", tr.root, "--require-seal")
		best = min(best, time.Since(began))
		status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid), "status"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"NoNewPrivs:\t1", "Seccomp:\t2"} {
			if !strings.Contains(string(status), line) {
				t.Errorf("the server's status lacks %q", line)
			}
		}
		if a := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields)); a.verdict() != "ok" {
			t.Error(a.Text)
		}
		s.stop(t)
	}
	t.Logf("start to the answer to initialize, sealed: %v at best of 5", best)
}

// TestWorld asks everything on a read-only mount, and as a user who may write nothing.
func TestWorld(t *testing.T) {
	tr := newTree(t, nil)
	if err := os.Chmod(tr.parent, 0o755); err != nil {
		t.Fatal(err)
	}
	before := tr.merkle(t)
	questions := session(tr, start(t, tr.home, "--root", tr.root).toolList(t))
	ask := func(name string, cmd *exec.Cmd) {
		t.Helper()
		cmd.Stdin = bytes.NewReader(questions)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent"}
		var out, log bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &log
		err := cmd.Run()
		if err != nil || !bytes.Contains(log.Bytes(), []byte("sealed")) {
			t.Errorf("%s: %v\n%s", name, err, log.Bytes())
		}
		tr.leaked(t, name, out.Bytes())
		if bytes.Count(out.Bytes(), []byte("\n")) != bytes.Count(questions, []byte("\n")) {
			t.Errorf("%s: the answers are\n%s", name, out.Bytes())
		}
	}
	serve := []string{"serve", "--root", tr.root, "--cache-dir", "none"}

	// All requests come at once and input ends, so those behind the first may be abandoned; what counts is that
	// nothing needs to write.
	mounted := "mount --bind " + tr.parent + " " + tr.parent + " && mount -o remount,bind,ro " + tr.parent +
		" && ! touch " + tr.root + "/x 2>/dev/null && exec \"$0\" \"$@\""
	args := append([]string{"-m", "sh", "-c", mounted, program}, serve...)
	if err := exec.Command("unshare", "-m", "sh", "-c", "mount --bind "+tr.parent+" "+tr.parent).Run(); err != nil {
		t.Logf("NOT SHOWN HERE: a read-only mount: unshare: %v", err)
	} else {
		ask("read-only mount", exec.Command("unshare", args...))
		t.Log("read-only mount: every request answered, nothing written")
	}

	nobody := exec.Command(program, serve...)
	if os.Geteuid() == 0 {
		for _, dir := range []string{filepath.Dir(program), filepath.Dir(tr.parent)} {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		nobody.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		nobody.Dir = "/"
	}
	ask("unprivileged user", nobody)
	t.Log("unprivileged user: every request answered, nothing written")
	if tr.merkle(t) != before {
		t.Error("the tree has changed")
	}
}
