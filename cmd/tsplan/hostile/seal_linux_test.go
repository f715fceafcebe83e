package hostile

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tsplan/runtime/seal"
	"tsplan/runtime/seal/sealtest"
)

// TestSealProbe has doctor try every forbidden act inside a sealed process, with a cache directory and without, and as
// serve --http seals itself.
func TestSealProbe(t *testing.T) {
	needSeal(t)
	tr := newTree(t, nil)
	before := tr.merkle(t)
	for _, flags := range [][]string{{"--cache-dir", cacheDir}, {"--cache-dir", "none"}, {"--cache-dir", "none", "--http"}} {
		out, err := exec.Command(program, append([]string{"doctor", "--probe", "--root", tr.root}, flags...)...).CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte(", 0 not stopped, 2 that no seal can stop")) || bytes.Count(out, []byte("\n")) < 60 {
			t.Errorf("%v\n%s", err, out)
		}
		if accepts := !bytes.Contains(out, []byte("EPERM    accept a connection")); accepts != slices.Contains(flags, "--http") {
			t.Errorf("%q: accepting is allowed: %v", flags, accepts)
		}
		if len(flags) == 2 && flags[1] == "none" {
			t.Logf("%s", out)
		}
	}
	if tr.merkle(t) != before {
		t.Error("the tree has changed")
	}
}

func needSeal(t *testing.T) {
	t.Helper()
	if available := seal.Available(); !available.Whole() {
		t.Skipf("NOT SHOWN HERE: this kernel offers %v", available)
	}
}

// unsealed are kernels that lack something, what doctor and the log call that, and acts that get through there.
var unsealed = []struct {
	lacks, doctor, probe, warning string
	allowed                       []string
}{
	{sealtest.Landlock, "seal     in part: ", "UNSEALED IN PART in ", "unsealed in part: ", []string{"read /etc/passwd"}},
	{sealtest.Seccomp, "seal     in part: ", "UNSEALED IN PART in ", "unsealed in part: ", []string{"open /etc/passwd without reading it (O_PATH)"}},
	{sealtest.Both, "seal     no: ", "UNSEALED in ", "unsealed: ", []string{"read /etc/passwd", "write to a file of the root"}},
}

// TestSealProbeUnsealed has doctor try the same where the kernel offers half a seal or none: it says what is not
// stopped, and leaves nothing behind.
func TestSealProbeUnsealed(t *testing.T) {
	needSeal(t)
	for _, c := range unsealed {
		tr := newTree(t, nil)
		out, err := sealtest.Command(c.lacks, program, "doctor", "--probe", "--root", tr.root, "--cache-dir", "none").CombinedOutput()
		text := string(out)
		if err == nil || !strings.Contains(text, "tsplan: "+seal.ErrUnsupported.Error()+" whole: ") {
			t.Errorf("without %s: %v", c.lacks, err)
		}
		for _, want := range []string{"\n" + c.doctor, "\n" + c.probe} {
			if !strings.Contains(text, want) {
				t.Errorf("without %s: %q is missing", c.lacks, want)
			}
		}
		for _, act := range c.allowed {
			if !strings.Contains(text, "\nallowed  "+act+"\n") {
				t.Errorf("without %s: not allowed: %s", c.lacks, act)
			}
		}
		if entries, err := os.ReadDir(tr.root); err != nil || len(entries) != 2 {
			t.Errorf("without %s the probe left %v, %v", c.lacks, entries, err)
		}
		t.Logf("without %s:\n%s", c.lacks, out)
	}
}

// TestSealLackingIsSaid starts a server and a command on such kernels. Both warn, and refuse with --require-seal.
func TestSealLackingIsSaid(t *testing.T) {
	needSeal(t)
	tr := newTree(t, nil)
	for _, c := range unsealed {
		serve := []string{"serve", "--root", tr.root, "--cache-dir", "none"}
		rename := []string{"rename", "--project", tr.root, "--cache-dir", cacheDir, "--verify=false", tr.path("src/main.ts") + ":1:14", "renamed"}
		for _, args := range [][]string{serve, rename} {
			out, err := sealtest.Command(c.lacks, program, args...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), c.warning) || strings.Contains(string(out), "msg=sealed") {
				t.Errorf("%s without %s: %v\n%s", args[0], c.lacks, err, out)
			}
			if args[0] == "serve" && !strings.Contains(string(out), "level=WARN") {
				t.Errorf("without %s the server does not warn: %s", c.lacks, out)
			}
			out, err = sealtest.Command(c.lacks, program, append(args, "--require-seal")...).CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--require-seal: "+seal.ErrUnsupported.Error()) {
				t.Errorf("%s --require-seal without %s: %v\n%s", args[0], c.lacks, err, out)
			}
		}
	}
}

// TestSealRequired refuses to run where nothing says what may be read.
func TestSealRequired(t *testing.T) {
	out, err := exec.Command(program, "serve", "--require-seal", "--cache-dir", "none").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--root") {
		t.Errorf("%v, %s", err, out)
	}
}

// TestSealHolds looks at the server from outside, sealed without being told to, and at how soon it answers.
func TestSealHolds(t *testing.T) {
	needSeal(t)
	tr := newTree(t, nil)
	best := time.Hour
	for range 5 { // the machine may be busy
		began := time.Now()
		s := start(t, tr.home, "--root", tr.root)
		best = min(best, time.Since(began))
		server := strconv.Itoa(s.cmd.Process.Pid)
		if status(t, server, "NoNewPrivs") != 1 || status(t, server, "Seccomp_filters") != status(t, "self", "Seccomp_filters")+1 {
			t.Error("the server's status does not show the seal")
		}
		if a := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields)); a.verdict() != "ok" {
			t.Error(a.Text)
		}
		s.stop(t)
		if !sealedLine(s.stderr.Bytes()) {
			t.Errorf("the log does not say that the server is sealed: %s", s.stderr.Bytes())
		}
	}
	t.Logf("start to the answer to initialize, sealed: %v at best of 5", best)
}

// status is a number from what the kernel says of a process.
func status(t *testing.T, process, name string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", process, "status"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\n"+name+":\t")
	value, _, _ := strings.Cut(after, "\n")
	number, err := strconv.Atoi(value)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// sealedLine says that a log has the line of a server that is sealed whole.
func sealedLine(log []byte) bool {
	whole := regexp.MustCompile(`level=INFO msg=sealed holds="Landlock: version \d+, seccomp: yes"`)
	return whole.Match(log)
}

// TestWorld asks everything on a read-only mount, and as a user who may write nothing.
func TestWorld(t *testing.T) {
	whole := seal.Available().Whole()
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
		if err != nil || sealedLine(log.Bytes()) != whole {
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

// TestSealReplacedRoot puts another directory, and then a link to /, in the place of a sealed server's root. Neither
// is read, and the answer says what to do.
func TestSealReplacedRoot(t *testing.T) {
	needSeal(t)
	tr, other := newTree(t, nil), newTree(t, nil)
	s := start(t, tr.home, "--root", tr.root)
	ask := func(want string) {
		t.Helper()
		for range 2 {
			if a := s.call(t, "planRenameSymbol", question(toolInfo{}, tr, renameFields)); !strings.HasPrefix(a.Text, want) {
				t.Errorf("%.300s, want %s", a.Text, want)
			}
		}
	}
	ask("{")
	if err := os.Rename(tr.root, tr.root+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other.root, tr.root); err != nil {
		t.Fatal(err)
	}
	ask("unreadable: root " + tr.root + ": permission denied: a sealed server may read only")
	if err := os.Remove(tr.root); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/", tr.root); err != nil {
		t.Fatal(err)
	}
	ask("outside_root: what is now at " + tr.root + " is too wide")
	if err := os.Remove(tr.root); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(tr.root+".old", tr.root); err != nil {
		t.Fatal(err)
	}
	ask("{")
}
