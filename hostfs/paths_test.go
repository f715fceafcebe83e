package hostfs_test

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tsplan/hostfs"
)

const (
	posix   = hostfs.Posix
	windows = hostfs.Windows
)

func TestValidName(t *testing.T) {
	const good, posixOnly, bad = 0, 1, 2
	for name, want := range map[string]int{
		".": good, "a": good, "a/b.ts": good, ".git": good, "..a": good, "a..b": good, "-rf": good,
		"a b": good, "日本.ts": good, "é.ts": good, "e\u0301.ts": good, "❤\ufe0f.ts": good,
		"%2e%2e": good, "$x": good, "[id].tsx": good, "console.ts": good, "com.ts": good,
		"COM10.ts": good, "COM1x": good, "nully": good, "lpt": good, "COM₁": good,

		"a:b": posixOnly, "f.ts::$DATA": posixOnly, "a.": posixOnly, "a ": posixOnly,
		"a./b": posixOnly, "a /b": posixOnly, "...": posixOnly, "CON": posixOnly, "con.ts": posixOnly,
		"NUL.tar.gz": posixOnly, "aux": posixOnly, "prn.ts": posixOnly, "x/COM1.ts": posixOnly,
		"lpt9": posixOnly, "COM0": posixOnly, "COM¹": posixOnly, "LPT².ts": posixOnly,
		"com³.a.b": posixOnly, "CONIN$": posixOnly, "conout$.ts": posixOnly, "NUL .ts": posixOnly,
		"a?b": posixOnly, "a*b": posixOnly, "a<b": posixOnly, "a>b": posixOnly, "a|b": posixOnly,
		`a"b`: posixOnly, "C:": posixOnly, "C:/x": posixOnly,

		"": bad, "/": bad, "/a": bad, "a/": bad, "a//b": bad, "..": bad, "../a": bad, "a/..": bad,
		"a/../b": bad, "./a": bad, "a/.": bad, "a/./b": bad, `a\b`: bad, `..\a`: bad,
		"a\x00": bad, "a\nb": bad, "a\rb": bad, "a\tb": bad, "\x1b[0m": bad, "a\x7f": bad,
		"a\u0085b": bad, "a\u009bb": bad, "a\u2028b": bad, "a\u2029b": bad, "a\u202eb": bad,
		"a\u2066b": bad, "a\u200bb": bad, "a\u200db": bad, "a\u200eb": bad, "a\ufeffb": bad,
		"a\u00adb": bad, "a\u061cb": bad, "a\u3164b": bad, "a\u115fb": bad, "a\u034fb": bad,
		"a\U000e0041b": bad, "a\U000e0101b": bad, "a\xff": bad, "a\xed\xa0\x80": bad,
		"a\ufffdb": bad, "a\xc0\xafb": bad, "\xff\xfe": bad, "\u202e\u202d": bad,
	} {
		if err := posix.ValidName(name); errors.Is(err, hostfs.ErrName) != (want == bad) {
			t.Errorf("Posix.ValidName(%q) = %v", name, err)
		}
		if err := windows.ValidName(name); errors.Is(err, hostfs.ErrName) != (want != good) {
			t.Errorf("Windows.ValidName(%q) = %v", name, err)
		}
	}
}

func TestIsAbs(t *testing.T) {
	for _, c := range []struct {
		path           string
		posix, windows bool
	}{
		{"/", true, false}, {"/a", true, false}, {"a", false, false}, {"", false, false},
		{`C:\`, false, true}, {`C:/a`, false, true}, {`c:\a`, false, true}, {`C:`, false, false},
		{`C:a`, false, false}, {`\a`, false, false}, {`\\srv\share`, false, true},
		{`//srv/share/a`, true, true}, {`\\srv`, false, false}, {`\\`, false, false},
		{`\\?\C:\a`, false, true}, {`\\.\COM1`, false, true}, {`\??\C:\a`, false, false},
		{`1:\a`, false, false}, {`é:\a`, false, false},
	} {
		if got := posix.IsAbs(c.path); got != c.posix {
			t.Errorf("Posix.IsAbs(%q) = %v", c.path, got)
		}
		if got := windows.IsAbs(c.path); got != c.windows {
			t.Errorf("Windows.IsAbs(%q) = %v", c.path, got)
		}
	}
}

// resolveCases are paths that Resolve gets, with a root and the directory that a relative path begins at.
var resolveCases = []struct {
	style           hostfs.Style
	root, base, arg string
	want            string
	err             error
}{
	{posix, "/t/proj", ".", "src/a.ts", "src/a.ts", nil},
	{posix, "/t/proj", "src", "a.ts", "src/a.ts", nil},
	{posix, "/t/proj", "src", "./b/./../a.ts", "src/a.ts", nil},
	{posix, "/t/proj", "src", "../a.ts", "a.ts", nil},
	{posix, "/t/proj", "src", "..", ".", nil},
	{posix, "/t/proj", "src", "lib/", "src/lib", nil},
	{posix, "/t/proj", "src", "b//a.ts", "src/b/a.ts", nil},
	{posix, "/t/proj", "src", "/t/proj/a.ts", "a.ts", nil},
	{posix, "/t/proj", "src", "/t/proj", ".", nil},
	{posix, "/t/proj", "src", "/t/proj/", ".", nil},
	{posix, "/t/proj", ".", "/t//./proj/x/../a.ts", "a.ts", nil},
	{posix, "/t/proj/", ".", "/t/proj/a.ts", "a.ts", nil},
	{posix, "/", ".", "/etc/passwd", "etc/passwd", nil},
	{posix, "/t/proj", ".", "C:x", "C:x", nil},
	{posix, "/t/proj", ".", "../secret.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", "a", "../../secret.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "a/../../secret.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "../proj/a.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/t/proj/../secret.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/t/proj/../proj/a.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/t/other/../proj/a.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/t/proj-evil/x.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/t/pro", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/t", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/T/proj/a.ts", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "/etc/passwd", "", hostfs.ErrOutside},
	{posix, "/t/proj", ".", "", "", hostfs.ErrName},
	{posix, "/t/proj", ".", "file:///t/proj/a.ts", "", hostfs.ErrName},
	{posix, "/t/proj", ".", "FILE:/t/proj/a.ts", "", hostfs.ErrName},
	{posix, "/t/proj", ".", "https://example.com/a.ts", "", hostfs.ErrName},
	{posix, "/t/proj", ".", "%2e%2e/secret.ts", "", hostfs.ErrName},
	{posix, "/t/proj", ".", "..%2Fsecret.ts", "", hostfs.ErrName},
	{posix, "/t/proj", ".", "..%5csecret.ts", "", hostfs.ErrName},
	{posix, "/t/proj", ".", `src\a.ts`, "", hostfs.ErrName},
	{posix, "/t/proj", ".", "a\x00.ts", "", hostfs.ErrName},
	{posix, "/t/proj", ".", "/t/proj/a\n.ts", "", hostfs.ErrName},
	{posix, "/t/proj", "..", "a.ts", "", hostfs.ErrName},
	{posix, "/t/proj", "/t/proj", "a.ts", "", hostfs.ErrName},

	{windows, `C:\t\proj`, ".", `src\a.ts`, "src/a.ts", nil},
	{windows, `C:\t\proj`, "src", `..\lib/a.ts`, "lib/a.ts", nil},
	{windows, `C:\t\proj`, "src", `C:\t\proj\a.ts`, "a.ts", nil},
	{windows, `C:\t\proj`, "src", `c:/T/Proj/Sub/a.ts`, "Sub/a.ts", nil},
	{windows, `C:\t\proj`, ".", `C:\t\proj\`, ".", nil},
	{windows, `C:\`, ".", `C:\a\b`, "a/b", nil},
	{windows, `\\srv\share\proj`, ".", `\\SRV\Share\proj\a.ts`, "a.ts", nil},
	{windows, `\\srv\share\proj`, ".", `//srv/share/proj/a.ts`, "a.ts", nil},
	{windows, `\\?\C:\t\proj`, ".", `\\?\c:\t\proj\a.ts`, "a.ts", nil},
	{windows, `C:\t\proj`, ".", `%5Fprivate\a.ts`, "%5Fprivate/a.ts", nil},
	{windows, `C:\t\proj`, ".", `..\secret.ts`, "", hostfs.ErrOutside},
	{windows, `C:\t\proj`, ".", `C:\t\proj-evil\x.ts`, "", hostfs.ErrOutside},
	{windows, `C:\t\proj`, ".", `C:\t\proj\..\secret.ts`, "", hostfs.ErrOutside},
	{windows, `C:\t\proj`, ".", `D:\t\proj\a.ts`, "", hostfs.ErrOutside},
	{windows, `C:\t\proj`, ".", `C:x.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `C:`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `\t\proj\a.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `/c/t/proj/a.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `\\?\C:\t\proj\a.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `\??\C:\t\proj\a.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `\\.\COM1`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `\\srv\share\a.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `//srv/share/a.ts`, "", hostfs.ErrName},
	{windows, `\\srv\share\proj`, ".", `\\srv\other\proj\a.ts`, "", hostfs.ErrName},
	{windows, `\\srv\share\proj`, ".", `C:\a.ts`, "", hostfs.ErrOutside},
	{windows, `C:\t\proj`, ".", `NUL.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `src\COM¹`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `f.ts::$DATA`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `C:\t\proj\f.ts:x`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `src.\a.ts`, "", hostfs.ErrName},
	{windows, `C:\t\proj`, ".", `file:///C:/t/proj/a.ts`, "", hostfs.ErrName},
}

func TestResolve(t *testing.T) {
	for _, c := range resolveCases {
		got, err := c.style.Resolve(c.root, c.base, c.arg)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("Resolve(%q, %q, %q) = %q, %v, want %q, %v",
				c.root, c.base, c.arg, got, err, c.want, c.err)
		}
		if !c.style.IsAbs(c.arg) {
			continue
		}
		if rel, ok := c.style.Rel(c.root, c.arg); rel != c.want && ok || ok != (c.err == nil) {
			t.Errorf("Rel(%q, %q) = %q, %v, want %q", c.root, c.arg, rel, ok, c.want)
		}
	}
}

func TestAbs(t *testing.T) {
	for _, c := range []struct {
		style            hostfs.Style
		root, name, want string
	}{
		{posix, "/t/proj", ".", "/t/proj"},
		{posix, "/t/proj", "src/a.ts", "/t/proj/src/a.ts"},
		{posix, "/", "a", "/a"},
		{windows, `C:\t\proj`, "src/a.ts", `C:\t\proj\src\a.ts`},
		{windows, `C:\`, "a", `C:\a`},
		{windows, `\\srv\share`, "a/b", `\\srv\share\a\b`},
		{windows, `\\?\C:\t`, "a", `\\?\C:\t\a`},
	} {
		if got := c.style.Abs(c.root, c.name); got != c.want {
			t.Errorf("Abs(%q, %q) = %q, want %q", c.root, c.name, got, c.want)
		}
	}
}

var seeds = []string{
	"a/b.ts", "../x", "a/../../x", "/t/proj/a", "/t/proj-evil/x", `C:\t\proj\a`, `c:/T/PROJ/a`, "C:x",
	`\\?\C:\t`, `\\srv\share\p\a`, "COM¹", "NUL.ts", "a.", "f::$DATA", "%2e%2e/x", "file:///a",
	"a\x00b", "a\u202eb", "a\xff", "K", "ſ", ".", "",
}

func FuzzValidName(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if posix.ValidName(name) != nil {
			if windows.ValidName(name) == nil {
				t.Errorf("%q is valid on Windows only", name)
			}
			return
		}
		if !fs.ValidPath(name) || path.Clean(name) != name || !utf8.ValidString(name) {
			t.Errorf("%q is not a clean path", name)
		}
		if strings.ContainsAny(name, `\`) || strings.ContainsFunc(name, func(r rune) bool {
			return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == utf8.RuneError
		}) {
			t.Errorf("%q holds what must not be printed", name)
		}
		err := &hostfs.PathError{Op: "read", Name: name, Err: hostfs.ErrOutside}
		if len(name) <= 256 && !strings.Contains(err.Error(), name) {
			t.Errorf("%q is printed as %q", name, err)
		}
	})
}

// FuzzResolve wants a resolved path to lie below the root, by any reading of it, and to become a host path and come back.
func FuzzResolve(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "src")
		f.Add("a/b", s)
	}
	roots := map[hostfs.Style][]string{
		posix:   {"/t/proj", "/", "/t/../t/proj"},
		windows: {`C:\t\proj`, `C:\`, `\\srv\share\p`, `\\?\C:\t`},
	}
	f.Fuzz(func(t *testing.T, arg, base string) {
		for style, list := range roots {
			for _, root := range list {
				name, err := style.Resolve(root, base, arg)
				if err != nil {
					if !errors.Is(err, hostfs.ErrName) && !errors.Is(err, hostfs.ErrOutside) {
						t.Errorf("Resolve(%q, %q, %q): %v", root, base, arg, err)
					}
					continue
				}
				if err := style.ValidName(name); err != nil {
					t.Errorf("Resolve(%q, %q, %q) = %q: %v", root, base, arg, name, err)
				}
				abs := style.Abs(root, name)
				if !strings.HasPrefix(abs, strings.TrimRight(root, `\/`)) || !style.IsAbs(abs) {
					t.Errorf("Abs(%q, %q) = %q", root, name, abs)
				}
				if style == posix && root == "/t/proj" &&
					path.Clean(abs) != "/t/proj" && !strings.HasPrefix(path.Clean(abs), "/t/proj/") {
					t.Errorf("Resolve(%q, %q, %q) = %q escapes", root, base, arg, name)
				}
				if back, ok := style.Rel(root, abs); !ok || back != name {
					t.Errorf("Rel(%q, %q) = %q, %v, want %q", root, abs, back, ok, name)
				}
			}
		}
	})
}
