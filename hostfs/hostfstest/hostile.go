package hostfstest

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs"
)

// Case is one hostile thing in a repository. Cases do not get in each other's way, so a test may
// make one of them or all.
type Case struct {
	Name string // a few words
	Ask  string // the name that leads to it
	Want error  // the error of every read of Ask; nil if it may be read
	Make func(tb testing.TB, t Tree)
}

// Cases returns the hostile names and links, and where the system has them, the special files.
func Cases() []Case {
	cases := []Case{
		name("parent", "../secret.ts", hostfs.ErrName),
		name("parent by detour", "src/../../secret.ts", hostfs.ErrName),
		name("sibling with the root's prefix", "../proj-evil/x.ts", hostfs.ErrName),
		name("absolute", "/etc/passwd", hostfs.ErrName),
		name("URL", "file:///etc/passwd", hostfs.ErrName),
		name("dots percent-encoded", "%2e%2e/secret.ts", fs.ErrNotExist),
		name("backslashes", `..\secret.ts`, hostfs.ErrName),
		name("NUL", "secret.ts\x00.ts", hostfs.ErrName),
		name("newline", "a\nb.ts", hostfs.ErrName),
		name("escape", "a\x1b[2Jb.ts", hostfs.ErrName),
		name("right to left", "a\u202ests.b", hostfs.ErrName),
		name("zero width", "a\u200bb.ts", hostfs.ErrName),
		name("tag", "a\U000e0041b.ts", hostfs.ErrName),
		name("not UTF-8", "a\xff.ts", hostfs.ErrName),
		name("replacement character", "a\ufffd.ts", hostfs.ErrName),
		name("empty", "", hostfs.ErrName),
		name("slash at the end", "ok.ts/", hostfs.ErrName),

		link("link to the parent's file", "l/file.ts", "../../secret.ts", hostfs.ErrOutside),
		link("link to nothing outside", "l/none.ts", "../../no-such.ts", hostfs.ErrOutside),
		link("link to the sibling", "l/evil.ts", "../../proj-evil/x.ts", hostfs.ErrOutside),
		link("link to the root's parent", "l/up", "../..", hostfs.ErrOutside),
		link("absolute link", "l/passwd", "/etc/passwd", hostfs.ErrOutside),
		link("absolute link to nothing", "l/absent", "/no/such/file", hostfs.ErrOutside),
		link("absolute link to a directory", "l/etc", "/etc", hostfs.ErrOutside),
		link("out and back in", "l/back.ts", "../../proj/ok.ts", hostfs.ErrOutside),
		link("process environment", "l/environ", "/proc/self/environ", hostfs.ErrOutside),
		link("process root", "l/procroot", "/proc/self/root", hostfs.ErrOutside),
		link("standard input", "l/stdin", "/dev/stdin", hostfs.ErrOutside),
		link("descriptor", "l/fd", "/dev/fd/0", hostfs.ErrOutside),
		link("itself", "l/self", "self", fs.ErrNotExist),
		link("dangling", "l/dangling", "no-such.ts", fs.ErrNotExist),
		{"below a link out", "l2/etc/passwd", hostfs.ErrOutside, func(tb testing.TB, t Tree) {
			t.Link(tb, "/etc", "l2/etc")
		}},
		{"absolute link to the sibling", "l2/sibling.ts", hostfs.ErrOutside,
			func(tb testing.TB, t Tree) {
				t.Link(tb, filepath.Join(t.Evil, "x.ts"), "l2/sibling.ts")
			}},
		{"absolute link in and out again", "l2/inout.ts", hostfs.ErrOutside,
			func(tb testing.TB, t Tree) { t.Link(tb, t.Root+"/../secret.ts", "l2/inout.ts") }},
		{"link to a name that is not valid", "l2/name.ts", hostfs.ErrName,
			func(tb testing.TB, t Tree) { t.Link(tb, t.Root+"/x\ny.ts", "l2/name.ts") }},
		{"cycle of two", "l2/ping", fs.ErrNotExist, func(tb testing.TB, t Tree) {
			t.Link(tb, "pong", "l2/ping")
			t.Link(tb, "ping", "l2/pong")
		}},
		{"chain of 41", "chain/41", fs.ErrNotExist, func(tb testing.TB, t Tree) {
			t.Write(tb, "chain/0", "end")
			for i := 1; i <= 41; i++ {
				t.Link(tb, fmt.Sprint(i-1), fmt.Sprint("chain/", i))
			}
		}},
		{"link of 1,200 steps", "steps/link", fs.ErrNotExist, func(tb testing.TB, t Tree) {
			Mkdir(tb, t.path("steps/a"))
			t.Link(tb, strings.Repeat("a/../", 600)+"a", "steps/link")
		}},
		{"file as directory", "plain.ts/x.ts", fs.ErrNotExist, func(tb testing.TB, t Tree) {
			t.Write(tb, "plain.ts", "export {}\n")
		}},
	}
	return append(cases, specials()...)
}

func name(title, ask string, want error) Case {
	return Case{title, ask, want, func(testing.TB, Tree) {}}
}

func link(title, ask, target string, want error) Case {
	return Case{title, ask, want, func(tb testing.TB, t Tree) { t.Link(tb, target, ask) }}
}
