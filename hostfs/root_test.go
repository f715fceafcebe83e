package hostfs_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

func open(tb testing.TB, dir string) *hostfs.Root {
	tb.Helper()
	r, err := hostfs.Open(dir, hostfs.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { r.Close() })
	return r
}

// ops is every way to ask for one name. Each returns all text of its answer.
func ops(r *hostfs.Root) map[string]func(name string) (string, error) {
	v := hostfs.NewView(r)
	return map[string]func(string) (string, error){
		"Root.ReadFile": func(n string) (string, error) { f, err := r.ReadFile(n); return string(f.Data), err },
		"Root.Stat":     func(n string) (string, error) { s, err := r.Stat(n); return fmt.Sprint(s), err },
		"Root.ReadDir":  func(n string) (string, error) { l, err := r.ReadDir(n); return fmt.Sprint(l), err },
		"Root.Realpath": func(n string) (string, error) { return r.Realpath(n) },
		"Root.Walk": func(n string) (string, error) {
			t, err := r.Walk(context.Background(), n, hostfs.WalkOptions{})
			return fmt.Sprint(t), err
		},
		"View.ReadFile": func(n string) (string, error) { f, err := v.ReadFile(n); return string(f.Data), err },
		"View.Stat":     func(n string) (string, error) { s, err := v.Stat(n); return fmt.Sprint(s), err },
		"View.Kind":     func(n string) (string, error) { k, err := v.Kind(n); return fmt.Sprint(k), err },
		"View.ReadDir":  func(n string) (string, error) { l, err := v.ReadDir(n); return fmt.Sprint(l), err },
		"View.Realpath": func(n string) (string, error) { return v.Realpath(n) },
	}
}

// Every hostile case against every read.
func TestHostileCases(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "ok.ts", "export {}\n")
	cases := hostfstest.Cases()
	for _, c := range cases {
		c.Make(t, tree)
	}
	r := open(t, tree.Root)
	for _, c := range cases {
		for op, ask := range ops(r) {
			text, err := ask(c.Ask)
			if !errors.Is(err, c.Want) {
				t.Errorf("%s: %s(%q) = %v, want %v", c.Name, op, c.Ask, err, c.Want)
				continue
			}
			for _, leak := range []string{hostfstest.Canary, tree.Parent, "/etc", "/proc"} {
				if said := text + err.Error(); !strings.Contains(c.Ask, leak) && strings.Contains(said, leak) {
					t.Errorf("%s: %s(%q) says %q: %q", c.Name, op, c.Ask, leak, said)
				}
			}
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%s: %s(%q): error holds raw text: %q", c.Name, op, c.Ask, err)
			}
		}
	}
	if f, err := r.ReadFile("ok.ts"); err != nil || string(f.Data) != "export {}\n" {
		t.Errorf("ok.ts = %q, %v after all that", f.Data, err)
	}
}

// An answer does not depend on what lies outside.
func TestNoOracle(t *testing.T) {
	answers := func(outside bool) (list []string) {
		tree := hostfstest.New(t)
		if outside {
			hostfstest.Write(t, filepath.Join(tree.Parent, "maybe", "x.ts"), hostfstest.Canary)
		}
		tree.Link(t, "../maybe", "rel")
		tree.Link(t, filepath.Join(tree.Parent, "maybe"), "abs")
		tree.Link(t, "../maybe/x.ts", "file")
		for op, ask := range ops(open(t, tree.Root)) {
			for _, name := range []string{"rel", "abs", "file", "rel/x.ts", "abs/x.ts", "rel/y.ts"} {
				text, err := ask(name)
				list = append(list, fmt.Sprintln(op, name, text, err))
			}
		}
		slices.Sort(list)
		return list
	}
	if with, without := answers(true), answers(false); !slices.Equal(with, without) {
		t.Errorf("answers differ:\n%v\n%v", with, without)
	}
}

// Links that stay inside work, whatever they are written like.
func TestLinksInside(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "packages/core/src/a.ts", "core\n")
	tree.Link(t, "../packages/core", "node_modules/rel")
	tree.Link(t, filepath.Join(tree.Root, "packages", "core"), "node_modules/abs")
	tree.Link(t, tree.Root+"//packages/./core/src/../src/", "node_modules/odd")
	tree.Link(t, "abs", "node_modules/twice")
	tree.Link(t, tree.Root, "self")
	tree.Link(t, ".", "here")
	tree.Write(t, "chain/0/a.ts", "end\n")
	for i := 1; i <= 40; i++ {
		tree.Link(t, fmt.Sprint(i-1), fmt.Sprint("chain/", i))
	}
	for ask, want := range map[string]string{
		"node_modules/rel/src/a.ts":       "packages/core/src/a.ts",
		"node_modules/abs/src/a.ts":       "packages/core/src/a.ts",
		"node_modules/odd/a.ts":           "packages/core/src/a.ts",
		"node_modules/twice/src/a.ts":     "packages/core/src/a.ts",
		"self/here/node_modules/rel/src":  "packages/core/src",
		"self/self/self/here/here/here":   ".",
		"chain/1/a.ts":                    "chain/0/a.ts",
		"chain/8/a.ts":                    "chain/0/a.ts",
		"chain/9/a.ts":                    "chain/0/a.ts", // os.Root alone follows eight
		"chain/40/a.ts":                   "chain/0/a.ts",
		"packages/core/src/a.ts":          "packages/core/src/a.ts",
		"self/packages/core/src/../a.ts":  "",
		"node_modules/abs/src/missing.ts": "",
	} {
		r := open(t, tree.Root)
		v := hostfs.NewView(r)
		for kind, read := range map[string]interface {
			Realpath(string) (string, error)
			Stat(string) (hostfs.Stat, error)
			ReadFile(string) (hostfs.File, error)
			ReadDir(string) ([]hostfs.Entry, error)
		}{"Root": r, "View": v} {
			real, err := read.Realpath(ask)
			if real != want || (err == nil) != (want != "") {
				t.Errorf("%s.Realpath(%q) = %q, %v, want %q", kind, ask, real, err, want)
			}
			if want == "" {
				continue
			}
			direct, err := read.Stat(want)
			linked, err2 := read.Stat(ask)
			if err != nil || err2 != nil || direct != linked {
				t.Errorf("%s.Stat(%q) = %v, %v, want %v, %v", kind, ask, linked, err2, direct, err)
			}
			if linked.Kind == hostfs.KindDir {
				l1, err1 := read.ReadDir(ask)
				l2, err2 := read.ReadDir(want)
				if err1 != nil || err2 != nil || !slices.Equal(l1, l2) {
					t.Errorf("%s.ReadDir(%q) = %v, %v, want %v, %v", kind, ask, l1, err1, l2, err2)
				}
				continue
			}
			text, err := os.ReadFile(filepath.Join(tree.Root, want))
			if err != nil {
				t.Fatal(err)
			}
			f, err := read.ReadFile(ask)
			if err != nil || string(f.Data) != string(text) || f.SHA256 != sha256.Sum256(text) || f.Stat != linked {
				t.Errorf("%s.ReadFile(%q) = %q %v, %v", kind, ask, f.Data, f.Stat, err)
			}
		}
	}
}

// A root that was given through a link knows absolute links and paths of both spellings.
func TestRootThroughLink(t *testing.T) {
	tree := hostfstest.New(t)
	alias := filepath.Join(tree.Parent, "alias")
	if err := os.Symlink(tree.Root, alias); err != nil {
		t.Fatal(err)
	}
	tree.Write(t, "a.ts", "a\n")
	tree.Link(t, filepath.Join(alias, "a.ts"), "l.ts")
	r := open(t, alias)
	if r.Dir() != tree.Root {
		t.Errorf("Dir() = %q, want %q", r.Dir(), tree.Root)
	}
	if real, err := r.Realpath("l.ts"); real != "a.ts" || err != nil {
		t.Errorf("Realpath = %q, %v", real, err)
	}
	for _, path := range []string{
		filepath.Join(alias, "a.ts"), filepath.Join(tree.Root, "a.ts"), "a.ts", "./x/../a.ts",
	} {
		if name, err := r.Name(".", path); name != "a.ts" || err != nil {
			t.Errorf("Name(%q) = %q, %v", path, name, err)
		}
	}
	for _, path := range []string{filepath.Join(tree.Evil, "x.ts"), alias + "-evil/x.ts", "../alias/a.ts"} {
		if name, err := r.Name(".", path); !errors.Is(err, hostfs.ErrOutside) {
			t.Errorf("Name(%q) = %q, %v, want ErrOutside", path, name, err)
		}
	}
	if _, err := r.Name(".", "a\nb"); !errors.Is(err, hostfs.ErrName) {
		t.Errorf("Name of a newline: %v", err)
	}
	if _, err := r.Name(".", strings.Repeat("a/", 300)+"b"); !errors.Is(err, hostfs.ErrName) {
		t.Errorf("Name beyond Depth: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	tree := hostfstest.New(t)
	for _, c := range hostfstest.Cases() {
		c.Make(t, tree)
	}
	tree.Write(t, "file", "")
	for _, dir := range []string{"", "no-such", tree.Root + "/file", tree.Root + "/l/self", tree.Root + "/s/fifo.ts"} {
		if r, err := hostfs.Open(dir, hostfs.Limits{}); err == nil {
			t.Errorf("Open(%q) = %v", dir, r.Dir())
		}
	}
	_, err := hostfs.Open("no-such", hostfs.Limits{})
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "root no-such: no such file or directory" {
		t.Errorf("Open of nothing: %v", err)
	}
}

func TestReadDir(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "d/b.ts", "")
	tree.Write(t, "d/a/x.ts", "")
	tree.Link(t, "b.ts", "d/l-file")
	tree.Link(t, filepath.Join(tree.Root, "d", "a"), "d/l-dir")
	tree.Link(t, "../../secret.ts", "d/out.ts")
	tree.Link(t, "nothing", "d/dangling")
	tree.Link(t, "loop", "d/loop")
	for _, bad := range []string{"new\nline", "\x1b[1m", "bad\xff", "bad\ufffd", "a\u202eb"} {
		hostfstest.Write(t, filepath.Join(tree.Root, "d", bad), "")
	}
	r := open(t, tree.Root)
	want := []hostfs.Entry{
		{"a", hostfs.KindDir}, {"b.ts", hostfs.KindFile}, {"l-dir", hostfs.KindDir}, {"l-file", hostfs.KindFile},
	}
	if got, err := r.ReadDir("d"); err != nil || !slices.Equal(got, want) {
		t.Errorf("Root.ReadDir = %v, %v", got, err)
	}
	v := hostfs.NewView(r)
	if got, err := v.ReadDir("d"); err != nil || !slices.Equal(got, want) {
		t.Errorf("View.ReadDir = %v, %v", got, err)
	}
	denied, more := v.Denied()
	wantDenied := []hostfs.Denied{
		{"d", "invalid_name", 5}, {"d/loop", "not_found", 1}, {"d/out.ts", "outside_root", 1},
	}
	if more != 0 || !slices.Equal(denied, wantDenied) {
		t.Errorf("Denied = %v, %d", denied, more)
	}
}

func TestLimits(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "fits.ts", strings.Repeat("x", 100))
	tree.Write(t, "over.ts", strings.Repeat("x", 101))
	tree.Write(t, "d/1", "")
	tree.Write(t, "d/2", "")
	tree.Write(t, "e/1", "")
	tree.Write(t, "e/2", "")
	tree.Write(t, "e/bad\n", "")
	sparse := filepath.Join(tree.Root, "sparse.ts")
	hostfstest.Write(t, sparse, "")
	if err := os.Truncate(sparse, 8<<30); err != nil {
		t.Fatal(err)
	}
	r, err := hostfs.Open(tree.Root, hostfs.Limits{FileSize: 100, DirEntries: 4, NameBytes: 20, Depth: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for name, want := range map[string]error{
		"fits.ts":               nil,
		"over.ts":               hostfs.ErrTooLarge,
		"sparse.ts":             hostfs.ErrTooLarge,
		"a/b/c":                 fs.ErrNotExist,
		"a/b/c/d":               hostfs.ErrName,
		strings.Repeat("n", 20): fs.ErrNotExist,
		strings.Repeat("n", 21): hostfs.ErrName,
	} {
		if _, err := r.ReadFile(name); !errors.Is(err, want) {
			t.Errorf("ReadFile(%q) = %v, want %v", name, err, want)
		}
	}
	if _, err := r.ReadDir("d"); err != nil {
		t.Errorf("ReadDir(d) = %v", err)
	}
	for _, name := range []string{".", "e"} {
		l, err := hostfs.Open(tree.Root, hostfs.Limits{DirEntries: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if _, err := l.ReadDir(name); !errors.Is(err, hostfs.ErrTooLarge) {
			t.Errorf("ReadDir(%s) = %v, want ErrTooLarge", name, err)
		}
	}
	// A segment longer than the file system takes is only a name with nothing behind it.
	long := open(t, tree.Root)
	if _, err := long.Stat(strings.Repeat("n", 300)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("long segment: %v", err)
	}
}

func TestKindMismatch(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "d/a.ts", "")
	for op, ask := range ops(open(t, tree.Root)) {
		name, want := "d", hostfs.ErrNotRegular
		if strings.HasSuffix(op, "ReadDir") || strings.HasSuffix(op, "Walk") {
			name, want = "d/a.ts", fs.ErrNotExist
		} else if !strings.HasSuffix(op, "ReadFile") {
			continue
		}
		if _, err := ask(name); !errors.Is(err, want) {
			t.Errorf("%s(%q) = %v, want %v", op, name, err, want)
		}
	}
}

// A hard link cannot be told from the file itself, so nothing is promised about it: it is read.
func TestHardLinkIsRead(t *testing.T) {
	tree := hostfstest.New(t)
	if err := os.Link(filepath.Join(tree.Parent, "secret.ts"), filepath.Join(tree.Root, "hard.ts")); err != nil {
		t.Fatal(err)
	}
	if f, err := open(t, tree.Root).ReadFile("hard.ts"); err != nil || string(f.Data) != hostfstest.Canary {
		t.Errorf("ReadFile = %q, %v: the package comment says otherwise", f.Data, err)
	}
}

func TestWalk(t *testing.T) {
	tree := hostfstest.New(t)
	for _, c := range hostfstest.Cases() {
		if c.Name == "FIFO" {
			c.Make(t, tree)
		}
	}
	tree.Write(t, "src/z.css", "")
	tree.Write(t, "src/a/b.ts", "")
	tree.Write(t, "src/skip/c.ts", "")
	tree.Write(t, "src/bad\n/d.ts", "")
	tree.Link(t, "..", "src/a/up")
	tree.Link(t, "/etc", "src/etc")
	tree.Link(t, "src", "link")
	if err := os.Mkdir(filepath.Join(tree.Root, "src", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	r, ctx := open(t, tree.Root), context.Background()
	skip := func(e hostfs.Entry) bool { return e == hostfs.Entry{Name: "src/skip", Kind: hostfs.KindDir} }
	got, err := r.Walk(ctx, "src", hostfs.WalkOptions{Skip: skip})
	want := []hostfs.Entry{
		{"src/a", hostfs.KindDir}, {"src/a/b.ts", hostfs.KindFile}, {"src/a/up", hostfs.KindLink},
		{"src/empty", hostfs.KindDir}, {"src/etc", hostfs.KindLink}, {"src/z.css", hostfs.KindFile},
	}
	if err != nil || !slices.Equal(got.Entries, want) || got.Unnamed != 1 {
		t.Errorf("Walk = %+v, %v", got, err)
	}
	got, err = r.Walk(ctx, "link", hostfs.WalkOptions{})
	if err != nil || len(got.Entries) != 8 || got.Entries[0].Name != "link/a" {
		t.Errorf("Walk through a link = %+v, %v", got, err)
	}
	got, err = r.Walk(ctx, ".", hostfs.WalkOptions{})
	if err != nil || !slices.Contains(got.Entries, hostfs.Entry{Name: "s/fifo.ts", Kind: hostfs.KindOther}) {
		t.Errorf("Walk(.) = %+v, %v", got, err)
	}
	if _, err := r.Walk(ctx, "src", hostfs.WalkOptions{Entries: 7}); !errors.Is(err, hostfs.ErrBudget) {
		t.Errorf("Walk with a budget of 7: %v", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := r.Walk(ctx, "src", hostfs.WalkOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Walk cancelled: %v", err)
	}
}

// T32c: a tree deeper than any name may be ends the walk, and says that something is missing.
func TestWalkDeep(t *testing.T) {
	tree := hostfstest.New(t)
	at, err := os.OpenRoot(tree.Root)
	if err != nil {
		t.Fatal(err)
	}
	for range 3000 {
		if err := at.Mkdir("d", 0o755); err != nil {
			t.Fatal(err)
		}
		next, err := at.OpenRoot("d")
		if err != nil {
			t.Fatal(err)
		}
		at.Close()
		at = next
	}
	at.Close()
	got, err := open(t, tree.Root).Walk(context.Background(), ".", hostfs.WalkOptions{})
	if err != nil || len(got.Entries) != 256 || got.Unnamed != 1 {
		t.Errorf("Walk = %d entries, %d unnamed, %v", len(got.Entries), got.Unnamed, err)
	}
}

func TestErrors(t *testing.T) {
	r := open(t, hostfstest.New(t).Root)
	_, err := r.ReadFile("src/a.ts")
	var pe *hostfs.PathError
	if !errors.As(err, &pe) || pe.Op != "read" || pe.Name != "src/a.ts" {
		t.Errorf("ReadFile = %#v", err)
	}
	if got, want := err.Error(), "read src/a.ts: file does not exist"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	_, err = r.ReadFile("é\n" + strings.Repeat("é", 1000))
	if msg := err.Error(); len(msg) > 2000 || strings.Contains(msg, "\n") ||
		!strings.Contains(msg, `"\u00e9\n\u00e9`) || !strings.Contains(msg, `"...: not a valid name`) {
		t.Errorf("Error() = %q", msg)
	}
	// A name that is too long is cut between characters.
	_, err = r.ReadFile("a" + strings.Repeat("é", 200))
	if got, want := err.Error(), "read a"+strings.Repeat("é", 127)+"...: file does not exist"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	_, err = r.ReadFile(strings.Repeat("\xff", 300))
	if got, want := err.Error(), `read "`+strings.Repeat(`\xff`, 256)+`"...: not a valid name: not UTF-8`; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	r.Close()
	if _, err := r.ReadFile("src/a.ts"); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("ReadFile after Close = %v", err)
	}
	for err, want := range map[error]string{
		hostfs.ErrOutside:        "outside_root",
		hostfs.ErrNotRegular:     "not_regular",
		hostfs.ErrName:           "invalid_name",
		hostfs.ErrTooLarge:       "too_large",
		hostfs.ErrBudget:         "budget",
		hostfs.ErrChanged:        "changed",
		hostfs.ErrGone:           "changed",
		fs.ErrNotExist:           "not_found",
		fs.ErrPermission:         "unreadable",
		context.Canceled:         "deadline",
		context.DeadlineExceeded: "deadline",
		fs.ErrClosed:             "",
	} {
		if got := hostfs.Reason(&hostfs.PathError{Op: "read", Name: "x", Err: err}); got != want {
			t.Errorf("Reason(%v) = %q, want %q", err, got, want)
		}
	}
}
