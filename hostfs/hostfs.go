// Package hostfs is the read-only view of one project directory. It is the only package that
// touches the project's disk, and it has nothing to write with.
//
// Everything is called by a name: a slash-separated path below the root, "." for the root itself.
// Root reads by name; View adds the memory of one session, so that every request is answered from
// one consistent set of bytes and learns what changed since the request before.
//
// # Isolation
//
// Names are checked before they are used ([Style.ValidName]), and each is opened through os.Root,
// step by step and by handle, so neither "..", nor a symbolic link, nor a swap during the read
// leads out of the root. Links that lead out answer [ErrOutside] whether or not anything is there.
// Only regular files and directories are read; opening a FIFO or a device does not block.
//
// Two things are not stopped: hard links to files outside, and file systems that somebody mounts below the root. Both take
// access to the host that the author of a repository does not have.
//
// # Spelling
//
// On disks that take "A.ts" for "a.ts", Root does as the disk does. View accepts only the spelling
// that the directory lists, so there one file has one name.
//
// The package may import the standard library and golang.org/x/sys.
package hostfs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Limits bound what one read may cost. A zero field means its default.
type Limits struct {
	FileSize   int64 // bytes in a file; default 16 MiB
	DirEntries int   // entries in a directory, and in a walk; default 100,000
	NameBytes  int   // bytes in a name; default 4,096
	Depth      int   // segments in a name; default 256
}

func (l Limits) withDefaults() Limits {
	if l.FileSize == 0 {
		l.FileSize = 16 << 20 // 16 MiB
	}
	if l.DirEntries == 0 {
		l.DirEntries = 100_000
	}
	if l.NameBytes == 0 {
		l.NameBytes = 4096
	}
	if l.Depth == 0 {
		l.Depth = 256
	}
	return l
}

// Root is a directory that can be read and not left. It is safe for concurrent use.
type Root struct {
	root   *os.Root
	limits Limits
	dirs   []string // canonical path first, then the path as given if that differs
}

// Open opens the directory at the host path dir, following links on the way to it.
func Open(dir string, l Limits) (*Root, error) {
	if dir == "" {
		return nil, errors.New("root: empty path") // Abs would make it the working directory
	}
	given, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("root %s: %w", printable(dir), bare(err))
	}
	canonical, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, fmt.Errorf("root %s: %w", printable(dir), bare(err))
	}
	// The separator makes OpenRoot fail for anything but a directory. Without it, opening a FIFO would block.
	sep := string(filepath.Separator)
	root, err := os.OpenRoot(strings.TrimSuffix(canonical, sep) + sep)
	if err != nil {
		return nil, fmt.Errorf("root %s: %w", printable(dir), bare(err))
	}
	r := &Root{root: root, limits: l.withDefaults(), dirs: []string{canonical}}
	if given != canonical {
		r.dirs = append(r.dirs, given)
	}
	return r, nil
}

// Dir returns the root's absolute host path, free of links.
func (r *Root) Dir() string { return r.dirs[0] }

// Identity distinguishes the directory from one at the same path at another time, such as a fresh clone, by the device, the inode and, if
// the system knows it, the time when the directory was made.
func (r *Root) Identity() (string, error) {
	info, err := r.root.Lstat(".")
	if err != nil {
		return "", wrap("identify", ".", bare(err))
	}
	stat := statOf(info)
	return fmt.Sprintf("%d %d %d", stat.Dev, stat.Inode, born(r.Dir(), info)), nil
}

// Close releases the directory. Reads after it fail.
func (r *Root) Close() error { return r.root.Close() }

// Name turns a path, as a user or a model writes it, into a name. See [Style.Resolve]. Absolute
// paths may start with the root as it was given to Open or with Dir.
func (r *Root) Name(base, path string) (string, error) {
	var name string
	var err error
	for _, dir := range r.dirs {
		name, err = hostStyle.Resolve(dir, base, path)
		if !errors.Is(err, ErrOutside) {
			break
		}
	}
	if err != nil {
		return "", err
	}
	return name, wrap("resolve", name, r.check(name))
}

// check returns an error if this root cannot be asked for name.
func (r *Root) check(name string) error {
	if len(name) > r.limits.NameBytes {
		return fmt.Errorf("%w: more than %d bytes (--max-path-length)", ErrName, r.limits.NameBytes)
	}
	if strings.Count(name, "/") >= r.limits.Depth {
		return fmt.Errorf("%w: more than %d segments (--max-path-depth)", ErrName, r.limits.Depth)
	}
	return hostStyle.ValidName(name)
}

// here fails if the path that was given to Open, or Dir, no longer leads to the directory that was opened. Every path
// made from Dir would be wrong then, and every read would come from a directory nobody sees.
func (r *Root) here() error {
	opened, err := r.root.Lstat(".")
	if err != nil {
		return ErrGone
	}
	now, err := os.Lstat(r.Dir())
	if err != nil || !os.SameFile(now, opened) {
		return ErrGone
	}
	given, err := os.Stat(r.dirs[len(r.dirs)-1])
	if err != nil || !os.SameFile(given, opened) {
		return ErrGone
	}
	return nil
}
