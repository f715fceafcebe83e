package hostfs

import (
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// File is the content of a regular file, read in one piece.
type File struct {
	Data   []byte
	SHA256 [32]byte // of Data
	Stat   Stat     // the same before and after Data was read
}

// Entry is one thing in a directory.
type Entry struct {
	Name string // one segment; from Walk, the whole name
	Kind Kind
}

// ReadFile reads a regular file, following links. The error is ErrChanged for a file that keeps changing, ErrTooLarge for one over
// Limits.FileSize, and ErrNotRegular for a directory.
func (r *Root) ReadFile(name string) (File, error) {
	if err := r.check(name); err != nil {
		return File{}, wrap("read", name, err)
	}
	f, err := through(r, name, r.read)
	return f, wrap("read", name, err)
}

// Stat describes the file or directory that name leads to, following links. For anything else the error is ErrNotRegular.
func (r *Root) Stat(name string) (Stat, error) {
	if err := r.check(name); err != nil {
		return Stat{}, wrap("stat", name, err)
	}
	st, err := through(r, name, r.stat)
	return st, wrap("stat", name, err)
}

// ReadDir lists a directory, sorted by name. A link is listed with the kind of its target. ReadDir leaves out links that lead nowhere or
// out of the root, things that are neither files nor directories, and entries without a valid name. View.Denied tells which, Root does not.
func (r *Root) ReadDir(name string) ([]Entry, error) {
	if err := r.check(name); err != nil {
		return nil, wrap("list", name, err)
	}
	l, err := through(r, name, r.list)
	if err != nil {
		return nil, wrap("list", name, err)
	}
	entries := make([]Entry, 0, len(l.entries))
	for _, e := range l.entries {
		if e.Kind == KindLink {
			st, err := r.Stat(join(name, e.Name))
			if _, lasting := settled(err); err != nil && !lasting {
				return nil, wrap("list", name, err)
			}
			e.Kind = st.Kind
		}
		if e.Kind == KindFile || e.Kind == KindDir {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// Realpath returns the name without links of the file or directory that name leads to.
func (r *Root) Realpath(name string) (string, error) {
	if err := r.check(name); err != nil {
		return "", wrap("realpath", name, err)
	}
	real, _, err := r.follow(name, r.look)
	return real, wrap("realpath", name, err)
}

// open is the only way to read a file or directory of a project: every byte that is read comes through it.
func (r *Root) open(name string) (*os.File, Stat, error) {
	f, err := r.root.OpenFile(filepath.FromSlash(name), openFlags, 0)
	if err != nil {
		return nil, Stat{}, err
	}
	fi, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, Stat{}, err
	}
	st := statOf(fi)
	if st.Kind != KindFile && st.Kind != KindDir {
		f.Close()
		return nil, Stat{}, ErrNotRegular
	}
	return f, st, nil
}

func (r *Root) stat(name string) (Stat, error) {
	fi, err := r.root.Stat(filepath.FromSlash(name))
	if err != nil {
		return Stat{}, err
	}
	st := statOf(fi)
	if st.Kind != KindFile && st.Kind != KindDir {
		return Stat{}, ErrNotRegular
	}
	return st, nil
}

func (r *Root) read(name string) (File, error) {
	const tries = 3
	for range tries {
		f, err := r.readOnce(name)
		if !errors.Is(err, ErrChanged) {
			return f, err
		}
	}
	return File{}, ErrChanged
}

func (r *Root) readOnce(name string) (File, error) {
	f, before, err := r.open(name)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	if before.Kind != KindFile {
		return File{}, ErrNotRegular
	}
	if before.Size > r.limits.FileSize {
		return File{}, errLargeFile
	}
	data := make([]byte, before.Size+1) // the extra byte shows whether the file has grown
	n, err := io.ReadFull(f, data)
	switch {
	case err == nil:
		return File{}, ErrChanged // it has grown
	case err != io.EOF && err != io.ErrUnexpectedEOF:
		return File{}, err
	}
	fi, err := f.Stat()
	if err != nil {
		return File{}, err
	}
	if int64(n) != before.Size || statOf(fi) != before {
		return File{}, ErrChanged
	}
	data = data[:n]
	return File{Data: data, SHA256: sha256.Sum256(data), Stat: before}, nil
}

// listing is a directory as it is on disk, with links as links.
type listing struct {
	entries []Entry   // sorted
	unnamed int       // entries left out because they have no valid name
	stat    Stat      // from before the entries were read
	taken   time.Time // likewise
}

func (r *Root) list(name string) (*listing, error) {
	l := &listing{taken: time.Now()}
	f, st, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if st.Kind != KindDir {
		return nil, errNotDir
	}
	l.stat = st
	for {
		const batch = 1024
		entries, err := f.ReadDir(batch)
		for _, e := range entries {
			if hostStyle.badSegment(e.Name()) != "" {
				l.unnamed++
				continue
			}
			l.entries = append(l.entries, Entry{e.Name(), kindOf(e.Type())})
		}
		if len(l.entries)+l.unnamed > r.limits.DirEntries {
			return nil, errManyEntries
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(l.entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return l, nil
}

// find returns the entry called name, the zero Entry if there is none.
func (l *listing) find(name string) Entry {
	i, ok := slices.BinarySearchFunc(l.entries, name, func(e Entry, name string) int {
		return strings.Compare(e.Name, name)
	})
	if !ok {
		return Entry{}
	}
	return l.entries[i]
}
