package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tsplan/tools/plan"
	"tsplan/tools/planner"
	"tsplan/wasm/wasmtest"
)

// home holds the cache that the scripts share, so that the guest is unpacked once for all of them.
const home = "TSPLAN_TEST_HOME"

func TestMain(m *testing.M) {
	testscript.Main(withHome{m}, map[string]func(){"tsplan": main})
}

// withHome gives the tests a home directory for their time.
type withHome struct{ m *testing.M }

func (w withHome) Run() int {
	return wasmtest.Run(func(dir string) (status int, err error) {
		if err := os.Setenv(home, dir); err != nil {
			return 1, err
		}
		return w.m.Run(), nil
	})
}

// TestScripts runs the commands as a user does. What each script is for stands in its first line.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			dir := os.Getenv(home)
			e.Setenv("HOME", dir)
			e.Setenv("XDG_CACHE_HOME", filepath.Join(dir, ".cache"))
			e.Setenv("LocalAppData", dir)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"write":   write,
			"session": session,
			"status":  exits,
			"copies":  copies,
			"apply":   apply,
			"same":    same,
			"empty":   empty,
			"repeat":  repeat,
			"sparse":  sparse,
			"holds":   holds,
			"damage":  damage,
			"digest":  digest,
		},
	})
}

// write FILE "TEXT"... writes texts in Go's quotes, for bytes that a script cannot hold.
func write(ts *testscript.TestScript, _ bool, args []string) {
	var text strings.Builder
	for _, arg := range args[1:] {
		part, err := strconv.Unquote(arg)
		ts.Check(err)
		text.WriteString(part)
	}
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, []byte(text.String()), 0o644))
}

// status N COMMAND [ARG...] runs a command that has to end with exit status N.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, failed := errors.AsType[*exec.ExitError](err); failed {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// session FILE N [ARG...] hands the messages in a file to tsplan, and ends its input when N answers are there, as a client does that waits.
func session(ts *testscript.TestScript, _ bool, args []string) {
	answers, err := strconv.Atoi(args[1])
	ts.Check(err)
	bin, _, _ := strings.Cut(ts.Getenv("PATH"), string(filepath.ListSeparator)) // where testscript.Main puts its commands
	server := exec.Command(filepath.Join(bin, "tsplan"), args[2:]...)
	server.Dir, server.Stderr = ts.MkAbs("."), ts.Stderr()
	server.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"), "XDG_CACHE_HOME="+ts.Getenv("XDG_CACHE_HOME"), "LocalAppData="+ts.Getenv("LocalAppData"))
	in, err := server.StdinPipe()
	ts.Check(err)
	out, err := server.StdoutPipe()
	ts.Check(err)
	ts.Check(server.Start())
	ts.Defer(func() { server.Process.Kill() })
	_, err = io.WriteString(in, ts.ReadFile(args[0]))
	ts.Check(err)
	lines := bufio.NewReader(out)
	for range answers {
		line, err := lines.ReadString('\n')
		ts.Check(err)
		_, err = io.WriteString(ts.Stdout(), line)
		ts.Check(err)
	}
	ts.Check(in.Close())
	_, err = io.Copy(ts.Stdout(), lines)
	ts.Check(err)
	ts.Check(server.Wait())
}

// repeat FILE N LINE writes a line N times, with %d numbered from 0.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var text strings.Builder
	for i := range n {
		text.WriteString(strings.ReplaceAll(args[2], "%d", strconv.Itoa(i)) + "\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text.String()), 0o644))
}

// sparse FILE N makes a file of N MiB that takes no room.
func sparse(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, nil, 0o644))
	ts.Check(os.Truncate(path, n<<20))
}

// copies NAME... makes two copies of the project p for each name.
func copies(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		ts.Check(os.CopyFS(ts.MkAbs(name+".a"), os.DirFS(ts.MkAbs("p"))))
		ts.Check(os.CopyFS(ts.MkAbs(name+".b"), os.DirFS(ts.MkAbs("p"))))
	}
}

// apply PLAN FROM TO carries out a JSON plan for the project FROM in its copy TO.
func apply(ts *testscript.TestScript, _ bool, args []string) {
	var p planner.MoveResult
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &p))
	from, to := ts.MkAbs(args[1]), ts.MkAbs(args[2])
	nameOf := func(path string) string {
		name, err := filepath.Rel(from, path)
		ts.Check(err)
		return name
	}
	inCopy := func(path string) string { return filepath.Join(to, nameOf(path)) }
	for _, f := range p.Edits {
		path := inCopy(f.FilePath)
		data, err := os.ReadFile(path)
		ts.Check(err)
		f.FilePath = filepath.ToSlash(nameOf(f.FilePath))
		data, err = plan.Apply(f, data)
		ts.Check(err)
		ts.Check(os.WriteFile(path, data, 0o644))
	}
	for _, m := range p.FsMoves {
		ts.Check(os.MkdirAll(filepath.Dir(inCopy(m.To)), 0o755))
		ts.Check(os.Rename(inCopy(m.From), inCopy(m.To)))
	}
	if len(p.Edits)+len(p.FsMoves) == 0 {
		ts.Fatalf("the plan is empty")
	}
}

// damage FILE FROM TO overwrites with zeros what lies between two percentages of a file; "*" stands for any text of a name.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	data, path := only(ts, args[0])
	from, err := strconv.Atoi(args[1])
	ts.Check(err)
	to, err := strconv.Atoi(args[2])
	ts.Check(err)
	clear(data[len(data)*from/100 : len(data)*to/100])
	ts.Check(os.WriteFile(path, data, 0o600))
}

// digest FILE fails unless the name of the file ends with the SHA-256 of its bytes.
func digest(ts *testscript.TestScript, _ bool, args []string) {
	data, path := only(ts, args[0])
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); !strings.HasSuffix(path, sum) {
		ts.Fatalf("%s has the digest %s", path, sum)
	}
}

// only reads the one file that a pattern matches.
func only(ts *testscript.TestScript, pattern string) (data []byte, path string) {
	paths, err := filepath.Glob(ts.MkAbs(pattern))
	ts.Check(err)
	if len(paths) != 1 {
		ts.Fatalf("%s matches %v", pattern, paths)
	}
	data, err = os.ReadFile(paths[0])
	ts.Check(err)
	return data, paths[0]
}

// holds DIR FILE... fails unless these are all files below the directory.
func holds(ts *testscript.TestScript, _ bool, args []string) {
	var found []string
	root := ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		found = append(found, filepath.ToSlash(name))
		return err
	}))
	if !slices.Equal(found, args[1:]) {
		ts.Fatalf("%s holds %v, want %v", args[0], found, args[1:])
	}
}

// same A B compares the files of two directories by name and content.
func same(ts *testscript.TestScript, neg bool, args []string) {
	a, b := files(ts, args[0]), files(ts, args[1])
	equal := len(a) == len(b)
	for name, text := range a {
		if b[name] != text {
			equal = false
			if !neg {
				ts.Logf("%s: %q and %q", name, text, b[name])
			}
		}
	}
	if equal == neg {
		ts.Fatalf("%s and %s: same is %v", args[0], args[1], equal)
	}
}

func files(ts *testscript.TestScript, dir string) map[string]string {
	found := map[string]string{}
	root := ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		found[strings.TrimPrefix(path, root)] = string(text)
		return err
	}))
	return found
}

// empty DIR fails if there is any file below the directory.
func empty(ts *testscript.TestScript, _ bool, args []string) {
	for name := range files(ts, args[0]) {
		ts.Fatalf("%s holds %s", args[0], name)
	}
}
