package hostfs

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"syscall"
)

const (
	maxHops  = 40   // links followed for one name, as Linux does
	maxSteps = 1024 // segments walked for one name, those of link targets included
)

// step is one entry of a directory: what it is and, for a link, where it points.
type step struct {
	kind   Kind
	target string
}

// follow walks name link by link and returns the name without links that it leads to. It calls look for each entry on the way; the dir that
// look gets never contains a link. Nothing outside the root is ever looked at: a link that leads out is refused by the text of its target.
func (r *Root) follow(name string, look func(dir, base string) (step, error)) (string, Kind, error) {
	todo := hostStyle.segments(name)
	at, kind := ".", KindDir
	hops, steps := 0, 0
	for len(todo) > 0 {
		seg := todo[0]
		todo = todo[1:]
		if steps++; steps > maxSteps {
			return "", 0, errLoop
		}
		if kind != KindDir {
			return "", 0, errNotDir
		}
		if seg == ".." {
			if at == "." {
				return "", 0, ErrOutside
			}
			at = path.Dir(at)
			continue
		}
		if hostStyle.badSegment(seg) != "" {
			return "", 0, ErrName
		}
		next, err := look(at, seg)
		if err != nil {
			return "", 0, err
		}
		if next.kind != KindLink {
			at, kind = join(at, seg), next.kind
			continue
		}
		if hops++; hops > maxHops {
			return "", 0, errLoop
		}
		segs, fromRoot, err := r.target(next.target)
		if err != nil {
			return "", 0, err
		}
		if fromRoot {
			at = "."
		}
		todo = append(segs, todo...)
	}
	if kind == KindOther {
		return "", 0, ErrNotRegular
	}
	return at, kind, r.check(at)
}

// target splits the target of a link into segments: from the root if the target is absolute and in the root, otherwise from the directory
// that the link is in.
func (r *Root) target(dest string) (segs []string, fromRoot bool, err error) {
	for _, dir := range r.dirs {
		if segs, ok := hostStyle.cut(dir, dest); ok {
			return segs, true, nil
		}
	}
	if !hostStyle.relative(dest) {
		return nil, false, ErrOutside
	}
	return hostStyle.segments(dest), false, nil
}

// look asks the disk for one entry.
func (r *Root) look(dir, base string) (step, error) {
	name := join(dir, base)
	st, err := r.lstat(name)
	if err != nil || st.Kind != KindLink {
		return step{kind: st.Kind}, err
	}
	target, err := r.readlink(name)
	return step{KindLink, target}, err
}

func (r *Root) lstat(name string) (Stat, error) {
	fi, err := r.root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return Stat{}, classify(err)
	}
	return statOf(fi), nil
}

func (r *Root) readlink(name string) (string, error) {
	target, err := r.root.Readlink(filepath.FromSlash(name))
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.EINVAL) {
		return target, classify(err)
	}
	st, err := r.lstat(name)
	return "", noLink(st, err)
}

// noLink says why an entry that was a link a moment ago could not be read as a link.
func noLink(now Stat, err error) error {
	switch {
	case err == nil && now.Kind == KindLink:
		return ErrNotRegular // a Windows reparse point that is neither a link nor a junction
	case err == nil || gone(err):
		return ErrChanged
	default:
		return err
	}
}

// through runs op on name. If os.Root refuses to follow a link, through resolves name itself and runs op on the result. Most names have no
// such link, so op is tried first. If a link is swapped in between, op fails again.
func through[T any](r *Root, name string, op func(name string) (T, error)) (T, error) {
	v, err := op(name)
	if !gaveUp(err) {
		return v, classify(err)
	}
	name, _, err = r.follow(name, r.look)
	if err != nil {
		return v, err
	}
	v, err = op(name)
	return v, classify(err)
}
