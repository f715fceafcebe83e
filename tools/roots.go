package tools

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// RootPolicy says which directories may be asked about. The operator decides: with --root, or by
// how the client is set up, or by where the server is started. A model never does.
//
// The first of these that names any directory counts alone: Fixed; the client's roots, if it
// declares them; the environment's CLAUDE_PROJECT_DIR; the working directory. Only Fixed may be as
// wide as "/", a drive, or a directory that holds the home directory.
type RootPolicy struct {
	Fixed []string                 // absolute, from --root
	Wide  []string                 // roots of Fixed that were already wide when the operator chose them: what WideRoots returned at the start
	Env   func(string) string      // os.Getenv
	Getwd func() (string, error)   // os.Getwd
	Home  string                   // absolute, or "" if there is none
	Style hostfs.Style             // hostfs.HostStyle()
	Real  func(path string) string // returns a path without links, or as it is; nil if there are no links
}

// Allowed returns the roots for a client that lists the given URIs, at least one. URIs that are no
// local files are left out.
func (p RootPolicy) Allowed(clientURIs []string) ([]string, error) {
	if len(p.Fixed) > 0 {
		return p.fixed()
	}
	var roots, wide []string
	for _, uri := range clientURIs {
		dir, ok := p.fromURI(uri)
		switch {
		case !ok:
		case p.wide(dir):
			wide = append(wide, dir)
		default:
			roots = append(roots, dir)
		}
	}
	if len(roots) > 0 {
		return roots, nil
	}
	if len(wide) > 0 {
		return nil, tooWide("the client's root " + wide[0])
	}
	if dir := p.Env("CLAUDE_PROJECT_DIR"); dir != "" {
		return p.Unnamed(dir, "CLAUDE_PROJECT_DIR ")
	}
	dir, err := p.Getwd()
	if err != nil {
		return nil, tool.Errorf(tool.OutsideRoot, "no root is known: start tsplan with --root DIR")
	}
	return p.Unnamed(dir, "the working directory ")
}

// WideRoots lists the roots of Fixed that are so wide that only the operator may choose them.
func (p RootPolicy) WideRoots() []string {
	var wide []string
	for _, root := range p.Fixed {
		if p.wide(root) {
			wide = append(wide, root)
		}
	}
	return wide
}

// fixed returns the roots of p.Fixed, without those that have become too wide. A root becomes too wide if, for example, somebody replaces
// the directory with a link to the root of the file system.
func (p RootPolicy) fixed() ([]string, error) {
	wide := p.WideRoots()
	var roots, grown []string
	for _, root := range p.Fixed {
		if slices.Contains(wide, root) && !slices.Contains(p.Wide, root) {
			grown = append(grown, root)
		} else {
			roots = append(roots, root)
		}
	}
	if len(roots) == 0 {
		return nil, tooWide("what is now at " + grown[0])
	}
	return roots, nil
}

// Unnamed returns dir as the only root if the operator named none. The text what says where dir comes from.
func (p RootPolicy) Unnamed(dir, what string) ([]string, error) {
	switch {
	case !p.Style.IsAbs(dir):
		return nil, tool.Errorf(tool.OutsideRoot, "%s is not absolute; start tsplan with --root DIR",
			sanitize.Short(what+dir, maxRootShown))
	case p.wide(dir):
		return nil, tooWide(what + dir)
	}
	return []string{dir}, nil
}

func tooWide(what string) error {
	return tool.Errorf(tool.OutsideRoot, "%s is too wide to be a project; start tsplan with --root DIR",
		sanitize.Short(what, maxRootShown))
}

// wide reports whether dir is a whole disk, or holds the home directory.
func (p RootPolicy) wide(dir string) bool {
	for _, dir := range p.spellings(dir) {
		top := "/"
		if p.Style == hostfs.Windows {
			top = dir[:2] + `\`
		}
		if name, ok := p.Style.Rel(top, dir); ok && name == "." {
			return true
		}
		if p.Home == "" {
			continue
		}
		for _, home := range p.spellings(p.Home) {
			if _, ok := p.Style.Rel(dir, home); ok {
				return true
			}
		}
	}
	return false
}

// spellings returns an absolute path and, if that differs, the same path without links.
func (p RootPolicy) spellings(dir string) []string {
	if p.Real != nil {
		if real := p.Real(dir); real != dir && p.Style.IsAbs(real) {
			return []string{dir, real}
		}
	}
	return []string{dir}
}

// fromURI returns the path of a file URI. A URI with a query or a fragment is not ok: these are parts of a path that somebody forgot to
// encode, and without them the path would name another directory.
func (p RootPolicy) fromURI(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Opaque != "" || u.User != nil || strings.ContainsAny(uri, "?#") {
		return "", false
	}
	path, host := u.Path, u.Host
	if host == "localhost" {
		host = ""
	}
	if p.Style == hostfs.Windows {
		path = strings.ReplaceAll(path, "/", `\`)
		if host != "" {
			path = `\\` + host + path
		} else {
			path = strings.TrimPrefix(path, `\`)
		}
		host = ""
	}
	return path, host == "" && p.Style.IsAbs(path) && !strings.Contains(path, "\x00")
}

// Find returns the place of projectRoot in the deepest of the allowed roots that holds it. projectRoot may be absolute, or relative to the
// working directory, or empty if only one root is allowed. Links in projectRoot are not followed here, but where the place is opened.
func (p RootPolicy) Find(allowed []string, projectRoot string) (tool.Place, error) {
	if projectRoot == "" {
		if len(allowed) == 1 {
			return tool.Place{Root: allowed[0], Name: "."}, nil
		}
		return tool.Place{}, tool.Errorf(tool.InvalidArgument, "several roots are allowed; say which with projectRoot: %s",
			show5(allowed))
	}
	var found tool.Place
	var invalid error
	for _, root := range allowed {
		for _, spelling := range p.spellings(root) {
			name, err := p.resolve(spelling, projectRoot)
			switch {
			case errors.Is(err, hostfs.ErrName):
				invalid = err
			case err == nil && (found.Root == "" || len(name) < len(found.Name) || name == "."):
				found = tool.Place{Root: root, Name: name}
			}
		}
	}
	switch {
	case found.Root != "":
		return found, nil
	case invalid != nil:
		return tool.Place{}, tool.Errorf(tool.InvalidName, "projectRoot: %v", invalid)
	}
	return tool.Place{}, tool.Errorf(tool.OutsideRoot, "%s is outside the allowed roots: %s",
		sanitize.Short(projectRoot, maxRootShown), show5(allowed))
}

// resolve returns the name of path in root. Relative paths start at the working directory.
func (p RootPolicy) resolve(root, path string) (string, error) {
	base := "."
	if !p.Style.IsAbs(path) {
		cwd, err := p.Getwd()
		if err != nil {
			return "", err
		}
		ok := false
		for _, cwd := range p.spellings(cwd) {
			if base, ok = p.Style.Rel(root, cwd); ok {
				break
			}
		}
		if !ok {
			return "", hostfs.ErrOutside
		}
	}
	return p.Style.Resolve(root, base, path)
}

const maxRootShown = 300 // bytes of a path in a message

// show5 lists at most five roots.
func show5(roots []string) string {
	var shown []string
	for _, root := range roots[:min(5, len(roots))] {
		shown = append(shown, sanitize.Short(root, maxRootShown))
	}
	if more := len(roots) - len(shown); more > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, ", ")
}
