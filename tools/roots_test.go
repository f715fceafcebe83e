package tools

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/tools/tool"
)

// posixPolicy and windowsPolicy are policies of a server that was started in the directory of a project. rootCases change them.
var (
	posixPolicy   = RootPolicy{Env: projectDirIs(""), Getwd: startedIn("/srv/app", nil), Home: "/home/u", Style: hostfs.Posix}
	windowsPolicy = RootPolicy{Env: projectDirIs(""), Getwd: startedIn(`D:\app`, nil), Home: `C:\Users\u`, Style: hostfs.Windows}
)

// projectDirIs is an environment in which CLAUDE_PROJECT_DIR is the only variable.
func projectDirIs(dir string) func(string) string {
	return func(name string) string {
		if name == "CLAUDE_PROJECT_DIR" {
			return dir
		}
		return ""
	}
}

func startedIn(dir string, err error) func() (string, error) {
	return func() (string, error) { return dir, err }
}

func linkTo(link, target string) func(string) string {
	return func(path string) string {
		if path == link {
			return target
		}
		return path
	}
}

func policyWith(p RootPolicy, change func(*RootPolicy)) RootPolicy {
	change(&p)
	return p
}

// rootCases are policies, the roots that a client gives, and the roots that may be asked about then.
var rootCases = []struct {
	name   string
	policy RootPolicy
	client []string
	want   []string
	err    string
}{
	{name: "working directory", policy: posixPolicy, want: []string{"/srv/app"}},
	{name: "flags count alone", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Fixed = []string{"/a", "/"}; p.Wide = p.WideRoots(); p.Env = projectDirIs("/c") }),
		client: []string{"file:///b"}, want: []string{"/a", "/"}},
	{name: "flags, of which one leads to / since the start", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Fixed = []string{"/a", "/b"}; p.Real = linkTo("/b", "/") }),
		want: []string{"/a"}},
	{name: "a flag that leads to home since the start", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Fixed = []string{"/b"}; p.Real = linkTo("/b", "/home/u") }),
		err: "what is now at /b is too wide"},
	{name: "a flag that leads elsewhere since the start", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Fixed = []string{"/b"}; p.Real = linkTo("/b", "/c") }),
		want: []string{"/b"}},
	{name: "client", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Env = projectDirIs("/c") }),
		client: []string{"file:///b", "file://localhost/d%20e"}, want: []string{"/b", "/d e"}},
	{name: "client without any", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Env = projectDirIs("/c") }),
		client: []string{}, want: []string{"/c"}},
	{name: "client without files", policy: posixPolicy,
		client: []string{"https://x/y", "file://host/x", "file:x", "", "%", "file:///a#b", "file:///a?b", "file://u@/a", "file:///a%00", "/plain"},
		want:   []string{"/srv/app"}},
	{name: "environment", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Env = projectDirIs("/c") }), want: []string{"/c"}},
	{name: "environment is relative", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Env = projectDirIs("c") }), err: "not absolute"},
	{name: "environment is home", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Env = projectDirIs("/home/u/") }), err: "--root"},
	{name: "started in /", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Getwd = startedIn("/", nil) }), err: "the working directory / is too wide"},
	{name: "started in / spelled oddly", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Getwd = startedIn("//./", nil) }), err: "--root"},
	{name: "started at home", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Getwd = startedIn("/home/u", nil) }), err: "--root"},
	{name: "started where all homes are", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Getwd = startedIn("/home", nil) }), err: "--root"},
	{name: "started below home", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Getwd = startedIn("/home/u/p", nil) }), want: []string{"/home/u/p"}},
	{name: "no home", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Home = "" }), want: []string{"/srv/app"}},
	{name: "home through a link", policy: policyWith(posixPolicy, func(p *RootPolicy) {
		p.Getwd = startedIn("/data/u", nil)
		p.Real = func(path string) string { return strings.Replace(path, "/home/", "/data/", 1) }
	}), err: "--root"},
	{name: "link to home", policy: policyWith(posixPolicy, func(p *RootPolicy) {
		p.Getwd = startedIn("/srv/link", nil)
		p.Real = func(path string) string { return strings.Replace(path, "/srv/link", "/home/u", 1) }
	}), err: "--root"},
	{name: "no working directory", policy: policyWith(posixPolicy, func(p *RootPolicy) { p.Getwd = startedIn("", errors.New("gone")) }), err: "--root"},
	{name: "client gives /", policy: posixPolicy, client: []string{"file:///"}, err: "--root"},
	{name: "client gives / too", policy: posixPolicy, client: []string{"file:///", "file:///b"}, want: []string{"/b"}},

	{name: "windows", policy: windowsPolicy, want: []string{`D:\app`}},
	{name: "windows drive", policy: policyWith(windowsPolicy, func(p *RootPolicy) { p.Getwd = startedIn(`D:\`, nil) }), err: "--root"},
	{name: "windows home", policy: policyWith(windowsPolicy, func(p *RootPolicy) { p.Getwd = startedIn(`c:\users\U`, nil) }), err: "--root"},
	{name: "windows client", policy: windowsPolicy,
		client: []string{"file:///C:/x%20y", "file:///c%3A/z", "file://server/share/p", "file:///x", "file:///C:"},
		want:   []string{`C:\x y`, `c:\z`, `\\server\share\p`}},
	{name: "windows client gives a drive", policy: windowsPolicy, client: []string{"file:///C:/"}, err: "--root"},
}

func TestRootPolicyAllowed(t *testing.T) {
	for _, test := range rootCases {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.policy.Allowed(test.client)
			checkError(t, err, tool.OutsideRoot, test.err)
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestRootPolicyFind(t *testing.T) {
	posix := toyPolicy()
	linked := toyPolicy()
	linked.Real = func(path string) string { return strings.Replace(path, "/srv/", "/private/srv/", 1) }
	windows := RootPolicy{
		Getwd: func() (string, error) { return `C:\app\sub`, nil },
		Style: hostfs.Windows,
	}
	place := func(root, name string) tool.Place { return tool.Place{Root: root, Name: name} }
	for _, test := range []struct {
		name    string
		policy  RootPolicy
		allowed []string
		path    string
		want    tool.Place
		code    tool.Code
		err     string
	}{
		{name: "the root", policy: posix, allowed: []string{"/srv/app"}, path: "/srv/app", want: place("/srv/app", ".")},
		{name: "slash at the end", policy: posix, allowed: []string{"/srv/app/"}, path: "/srv/app", want: place("/srv/app/", ".")},
		{name: "below", policy: posix, allowed: []string{"/srv/app"}, path: "/srv/app/a/../b/", want: place("/srv/app", "b")},
		{name: "deepest", policy: posix, allowed: []string{"/srv", "/srv/app/x", "/srv/app"}, path: "/srv/app/x/y", want: place("/srv/app/x", "y")},
		{name: "deepest is itself", policy: posix, allowed: []string{"/srv/app/x", "/srv/app"}, path: "/srv/app/x", want: place("/srv/app/x", ".")},
		{name: "whole disk", policy: posix, allowed: []string{"/"}, path: "/srv", want: place("/", "srv")},
		{name: "sibling with the same start", policy: posix, allowed: []string{"/srv/app"}, path: "/srv/app-evil", code: tool.OutsideRoot, err: "allowed roots: /srv/app"},
		{name: "parent", policy: posix, allowed: []string{"/srv/app"}, path: "/srv/app/..", code: tool.OutsideRoot, err: "outside"},
		{name: "out and back in", policy: posix, allowed: []string{"/srv/app"}, path: "/srv/app/../app", code: tool.OutsideRoot, err: "outside"},
		{name: "relative", policy: posix, allowed: []string{"/srv/app"}, path: "pkg/a", want: place("/srv/app", "pkg/a")},
		{name: "dot", policy: posix, allowed: []string{"/srv"}, path: ".", want: place("/srv", "app")},
		{name: "relative to a place outside", policy: posix, allowed: []string{"/other"}, path: "pkg", code: tool.OutsideRoot, err: "outside"},
		{name: "relative and out", policy: posix, allowed: []string{"/srv/app"}, path: "../x", code: tool.OutsideRoot, err: "outside"},
		{name: "empty", policy: posix, allowed: []string{"/srv/app"}, path: "", want: place("/srv/app", ".")},
		{name: "empty of two", policy: posix, allowed: []string{"/a", "/b"}, path: "", code: tool.InvalidArgument, err: "/a, /b"},
		{name: "empty of many", policy: posix, allowed: []string{"/a", "/b", "/c", "/d", "/e", "/f"}, path: "", code: tool.InvalidArgument, err: "/e, and 1 more"},
		{name: "URL", policy: posix, allowed: []string{"/srv/app"}, path: "file:///srv/app", code: tool.InvalidName, err: "send a path"},
		{name: "escapes", policy: posix, allowed: []string{"/srv/app"}, path: "/srv/app/%2e%2e", code: tool.InvalidName, err: "decoded"},
		{name: "invisible", policy: posix, allowed: []string{"/srv/app"}, path: "/etc/\x1b[31m\u202e", code: tool.OutsideRoot, err: `/etc/\u{001B}[31m\u{202E} is`},
		{name: "NUL", policy: posix, allowed: []string{"/srv/app"}, path: "/srv/app/\x00", code: tool.InvalidName, err: "control"},
		{name: "root without links", policy: linked, allowed: []string{"/srv/app"}, path: "/private/srv/app/x", want: place("/srv/app", "x")},
		{name: "working directory without links", policy: linked, allowed: []string{"/private/srv"}, path: "x", want: place("/private/srv", "app/x")},

		{name: "windows", policy: windows, allowed: []string{`C:\app`}, path: `c:/APP/x`, want: place(`C:\app`, "x")},
		{name: "windows relative", policy: windows, allowed: []string{`C:\app`}, path: `..\x`, want: place(`C:\app`, "x")},
		{name: "windows other drive", policy: windows, allowed: []string{`C:\app`}, path: `D:\app`, code: tool.OutsideRoot, err: "outside"},
		{name: "windows drive-relative", policy: windows, allowed: []string{`C:\app`}, path: `C:x`, code: tool.InvalidName, err: "whole"},
		{name: "windows device", policy: windows, allowed: []string{`C:\app`}, path: `C:\app\NUL`, code: tool.InvalidName, err: "device"},
		{name: "windows share", policy: windows, allowed: []string{`C:\app`, `\\s\p`}, path: `\\s\p\x`, want: place(`\\s\p`, "x")},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.policy.Find(test.allowed, test.path)
			checkError(t, err, test.code, test.err)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// checkError wants an *Error with that code and text, or none if text is "".
func checkError(t *testing.T, err error, code tool.Code, text string) {
	t.Helper()
	if text == "" {
		if err != nil {
			t.Errorf("got error %v", err)
		}
		return
	}
	var e *tool.Error
	if !errors.As(err, &e) || e.Code != code || !strings.Contains(e.Message, text) {
		t.Errorf("got error %v, want %s: ...%s...", err, code, text)
	}
}

// FuzzRootPolicy looks for a URI or a path that leads out.
func FuzzRootPolicy(f *testing.F) {
	f.Add("file:///srv/app", "/srv/app/../x", false)
	f.Add("file:///C:/x", `C:\x\..\y`, true)
	f.Add("file://localhost/%2e%2e", "..", false)
	f.Fuzz(func(t *testing.T, uri, path string, onWindows bool) {
		p, below := toyPolicy(), "/srv/app/p"
		if onWindows {
			p.Style, below = hostfs.Windows, `C:\srv\p`
			p.Home = `C:\Users\u`
			p.Getwd = func() (string, error) { return `C:\srv`, nil }
		}
		allowed, err := p.Allowed([]string{uri})
		if err != nil {
			return
		}
		for _, root := range allowed {
			if !p.Style.IsAbs(root) || p.wide(root) {
				t.Errorf("%q allows %q", uri, root)
			}
		}
		place, err := p.Find([]string{below}, path)
		if err != nil {
			return
		}
		if name, ok := p.Style.Rel(below, p.Style.Abs(place.Root, place.Name)); !ok || name != place.Name {
			t.Errorf("%q is found at %q", path, place)
		}
	})
}
