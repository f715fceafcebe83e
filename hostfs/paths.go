package hostfs

import (
	"fmt"
	"strings"
)

// Style is how a system writes paths. All of its methods are pure: no disk is asked.
type Style int

const (
	Posix Style = iota
	Windows
)

// HostStyle returns the style of the system this runs on.
func HostStyle() Style { return hostStyle }

// IsAbs says whether p is absolute: "/x", or on Windows `C:\x`, `\\server\share` and `\\?\C:\x`,
// with either slash. On Windows `\x` and `C:x` are not, since they depend on a current directory.
func (s Style) IsAbs(p string) bool {
	_, _, ok := s.split(p)
	return ok
}

// Rel returns the name of an absolute path at or below rootDir. It follows ".." as written. ok is false for any other path, if ".." leads
// outside, and for an invalid name.
func (s Style) Rel(rootDir, path string) (name string, ok bool) {
	segs, ok := s.cut(rootDir, path)
	if !ok {
		return "", false
	}
	name, ok = clean(nil, segs)
	return name, ok && s.ValidName(name) == nil
}

// Abs returns the absolute host path of a name below rootDir.
func (s Style) Abs(rootDir, name string) string {
	if name == "." {
		return rootDir
	}
	if s == Windows {
		return strings.TrimRight(rootDir, `\/`) + `\` + strings.ReplaceAll(name, "/", `\`)
	}
	return strings.TrimRight(rootDir, "/") + "/" + name
}

// Resolve turns path into a name. It may be absolute and at or below rootDir, or relative to the
// directory called base. "." and ".." are followed as written. A path that leaves the root, also
// one that comes back, is ErrOutside. URLs, percent-encoded separators and dots, Windows paths
// that depend on a current directory, and device and share paths that are not the root's own are
// ErrName, and so is what ValidName refuses. Nothing is ever percent-decoded.
func (s Style) Resolve(rootDir, base, path string) (string, error) {
	fail := func(err error) (string, error) { return "", wrap("resolve", path, err) }
	if why := s.badPath(rootDir, path); why != "" {
		return fail(fmt.Errorf("%w: %s", ErrName, why))
	}
	var from []string
	segs, ok := s.cut(rootDir, path)
	if !ok {
		if s.IsAbs(path) {
			return fail(ErrOutside)
		}
		if err := s.ValidName(base); err != nil {
			return "", wrap("resolve", base, err)
		}
		from, segs = s.segments(base), s.segments(path)
	}
	name, ok := clean(from, segs)
	if !ok {
		return fail(ErrOutside)
	}
	if err := s.ValidName(name); err != nil {
		return fail(err)
	}
	return name, nil
}

// badPath returns why path cannot be meant as a path of this style, or "".
func (s Style) badPath(rootDir, path string) string {
	lower := strings.ToLower(path)
	switch {
	case path == "":
		return "empty path"
	case strings.HasPrefix(lower, "file:"), strings.Contains(path, "://"):
		return "a URL, send a path"
	case strings.Contains(lower, "%2e"), strings.Contains(lower, "%2f"), strings.Contains(lower, "%5c"):
		return "percent-encoded, send it decoded"
	case s == Posix:
		return ""
	}
	if !s.IsAbs(path) && !s.relative(path) {
		return "depends on a current drive or directory, send it whole"
	}
	if _, inside := s.cut(rootDir, path); isSlash(path[0]) && !inside {
		return "a device or network path"
	}
	return ""
}

// split cuts an absolute path into its volume, which is "" except on Windows, and its segments.
func (s Style) split(p string) (volume string, segs []string, ok bool) {
	if s == Posix {
		return "", s.segments(p), strings.HasPrefix(p, "/")
	}
	p = strings.ReplaceAll(p, "/", `\`)
	if rest, ok := strings.CutPrefix(p, `\\`); ok {
		// A server and its share form the volume, and so do "?" or "." and a drive or device.
		server, rest, _ := strings.Cut(rest, `\`)
		share, rest, _ := strings.Cut(rest, `\`)
		return `\\` + server + `\` + share, s.segments(rest), server != "" && share != ""
	}
	if hasDrive(p) && len(p) > 2 && p[2] == '\\' {
		return p[:2], s.segments(p[3:]), true
	}
	return "", nil, false
}

// relative says that p depends on the directory it is used in and on nothing else.
func (s Style) relative(p string) bool {
	if s == Windows {
		return !hasDrive(p) && (p == "" || !isSlash(p[0]))
	}
	return !strings.HasPrefix(p, "/")
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

func hasDrive(p string) bool {
	return len(p) >= 2 && p[1] == ':' && ('a' <= p[0]|0x20 && p[0]|0x20 <= 'z')
}

// segments splits a path. It leaves out empty segments and ".".
func (s Style) segments(p string) []string {
	if s == Windows {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	var segs []string
	for seg := range strings.SplitSeq(p, "/") {
		if seg != "" && seg != "." {
			segs = append(segs, seg)
		}
	}
	return segs
}

// cut returns what follows rootDir in an absolute path, segment by segment. A ".." within the part that has to equal rootDir never matches,
// since the segment before it might be a link.
func (s Style) cut(rootDir, path string) (rest []string, ok bool) {
	rootVolume, root, ok1 := s.split(rootDir)
	volume, segs, ok2 := s.split(path)
	if !ok1 || !ok2 || !s.same(volume, rootVolume) || len(segs) < len(root) {
		return nil, false
	}
	for i, seg := range root {
		if !s.same(seg, segs[i]) {
			return nil, false
		}
	}
	return segs[len(root):], true
}

func (s Style) same(a, b string) bool {
	if s == Windows {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// clean follows segs from the directory at base and returns the name reached, not ok if a ".."
// led above the root on the way.
func clean(base, segs []string) (name string, ok bool) {
	at := append([]string(nil), base...)
	for _, seg := range segs {
		if seg != ".." {
			at = append(at, seg)
			continue
		}
		if len(at) == 0 {
			return "", false
		}
		at = at[:len(at)-1]
	}
	if len(at) == 0 {
		return ".", true
	}
	return strings.Join(at, "/"), true
}

// join appends one segment to a directory's name.
func join(dir, base string) string {
	if dir == "." {
		return base
	}
	return dir + "/" + base
}
