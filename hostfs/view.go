package hostfs

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"time"
)

// View is one session's memory of a root: it keeps every answer it gave, as a hash where the
// answer was a file, so that [View.Begin] can say which of them no longer hold. Within a request the same question has the same answer: if
// the file or directory differs when it is read again, the error is ErrChanged. [View.Check] proves that all answers came from one state of the
// tree.
//
// Whether a name exists is answered from the listing of its directory, so asking for many names
// that are not there costs one read. Names have to be spelled as the directory lists them.
//
// An error that leaves the session with less than it asked for (ErrBudget, ErrChanged, a cancelled context, a failing disk) is repeated by
// every later read of the request, and returned by Err.
//
// A View is used by one goroutine at a time.
//
// # Freshness
//
// A file or a directory is taken as unchanged as long as its size, times, inode and device are unchanged. If it was read so soon after its
// last change that another change could have got the same time, its content is compared instead, as git does. So a change goes unseen only
// if a file system does not keep these times: FAT and some network shares do not keep them for directories.
type View struct {
	root   *Root
	budget Budget
	ctx    context.Context // of the request
	spent  Budget          // by the request; Memory by the view
	err    error           // why the request can no longer be answered

	answers map[string]answer     // by name as asked
	lists   map[string]leftOver   // by name as asked
	reads   map[string]content    // by name as asked: what was served last
	dirs    map[string]*directory // by real name
	files   map[string]*document  // by real name
	stats   map[string]Stat       // by real name, of the request
	stale   bool                  // answers and lists are older than dirs
	learned bool                  // the disk told something new during the request, so the answers may be of two states

	changed     map[string]bool // for the next Begin
	restructure map[string]bool // likewise
}

// answer is where a name leads. All three fields can be compared.
type answer struct {
	real string
	kind Kind
	fail error // a sentinel, see settled
}

// leftOver has the entries that a listing served and those it left out.
type leftOver struct {
	entries []Entry
	denied  []Denied
}

// content stands for the bytes of a file, or for the reason why there are none.
type content struct {
	sum  [32]byte
	fail error // a sentinel, see settled
}

type document struct {
	content
	stat Stat
	racy bool // an equal stat does not prove equal content
}

type directory struct {
	listing
	fail    error             // a sentinel, see settled: why there is no listing
	targets map[string]string // of the links that were followed
	racy    bool
}

// Budget bounds what a request may read and a view may remember. A zero field means its default.
type Budget struct {
	Files   int   // files read in a request; default 200,000
	Dirs    int   // directories listed in a request; default 100,000
	Entries int   // entries of those directories; default 1,000,000
	Bytes   int64 // bytes read in a request; default 2 GiB
	Memory  int64 // bytes remembered by the view, about; default 256 MiB
}

// NewView returns an empty view. It may be read at once; Begin starts the next request.
func NewView(r *Root) *View {
	v := &View{
		root:        r,
		ctx:         context.Background(),
		answers:     map[string]answer{},
		lists:       map[string]leftOver{},
		reads:       map[string]content{},
		dirs:        map[string]*directory{},
		files:       map[string]*document{},
		stats:       map[string]Stat{},
		changed:     map[string]bool{},
		restructure: map[string]bool{},
	}
	v.SetBudget(Budget{})
	return v
}

// SetBudget replaces the budget. A view that ran out of Memory has to be dropped; the other limits count from zero in each request.
func (v *View) SetBudget(b Budget) {
	if b.Files == 0 {
		b.Files = 200_000
	}
	if b.Dirs == 0 {
		b.Dirs = 100_000
	}
	if b.Entries == 0 {
		b.Entries = 1_000_000
	}
	if b.Bytes == 0 {
		b.Bytes = 2 << 30 // 2 GiB
	}
	if b.Memory == 0 {
		b.Memory = 256 << 20 // 256 MiB
	}
	v.budget = b
}

// Err returns the first error of the request that makes its answers incomplete, nil if none did.
// A plan must not be made from a request that has one.
func (v *View) Err() error { return v.err }

// ReadFile is Root.ReadFile for the request. A second read of a file gives the same bytes.
func (v *View) ReadFile(name string) (File, error) {
	a, err := v.reach("read", name)
	if err != nil {
		return File{}, err
	}
	if a.kind != KindFile {
		return File{}, wrap("read", name, ErrNotRegular)
	}
	f, doc, err := v.load(a.real)
	if err != nil {
		return File{}, v.broken("read", name, err)
	}
	if known := v.files[a.real]; known == nil {
		v.learned = true
	} else if known.content != doc.content {
		known.racy = true
		return File{}, v.broken("read", name, ErrChanged)
	}
	if _, again := v.reads[name]; !again {
		if err := v.hold(weight(name)); err != nil {
			return File{}, v.broken("read", name, err)
		}
	}
	v.files[a.real] = doc
	v.reads[name] = doc.content
	return f, wrap("read", name, doc.fail)
}

// Kind returns the kind of a name. Unlike Stat, it does not access the disk if the view knows the directory.
func (v *View) Kind(name string) (Kind, error) {
	a, err := v.reach("stat", name)
	return a.kind, err
}

// Listed reports whether an entry's directory lists the entry, even one that cannot be read, such as a link that leads nowhere.
func (v *View) Listed(name string) (bool, error) {
	above, err := v.reach("stat", path.Dir(name))
	if err != nil || above.kind != KindDir {
		return false, err
	}
	d, err := v.dir(above.real)
	if err != nil {
		return false, v.broken("stat", name, err)
	}
	return d.find(path.Base(name)).Kind != 0, nil
}

// Stat is Root.Stat for the request.
func (v *View) Stat(name string) (Stat, error) {
	a, err := v.reach("stat", name)
	if err != nil {
		return Stat{}, err
	}
	if st, ok := v.stats[a.real]; ok {
		return st, nil
	}
	st, err := v.root.lstat(a.real)
	if err == nil && st.Kind != a.kind {
		err = fs.ErrNotExist
	}
	if err != nil {
		return Stat{}, v.broken("stat", name, v.lost(a.real, err))
	}
	v.stats[a.real] = st
	return st, nil
}

// Realpath is Root.Realpath for the request.
func (v *View) Realpath(name string) (string, error) {
	a, err := v.reach("realpath", name)
	return a.real, err
}

// ReadDir is Root.ReadDir for the request. Denied returns the entries that are refused.
func (v *View) ReadDir(name string) ([]Entry, error) {
	a, err := v.reach("list", name)
	if err != nil {
		return nil, err
	}
	if a.kind != KindDir {
		return nil, wrap("list", name, errNotDir)
	}
	l, again := v.lists[name]
	if !again {
		if l, err = v.entries(name, a.real); err != nil {
			return nil, v.broken("list", name, err)
		}
		v.lists[name] = l
	}
	if d := v.dirs[a.real]; d != nil && d.fail != nil {
		return nil, wrap("list", name, d.fail)
	}
	return slices.Clone(l.entries), nil
}

// reach is the first step of every read. It returns where name leads, or an error that says why name cannot be followed.
func (v *View) reach(op, name string) (answer, error) {
	if v.err != nil {
		return answer{}, wrap(op, name, v.err)
	}
	a, err := v.ask(name)
	if err != nil {
		return answer{}, v.broken(op, name, err)
	}
	return a, wrap(op, name, a.fail)
}

// broken ends the request.
func (v *View) broken(op, name string, err error) error {
	if v.err == nil {
		v.err = err
	}
	return wrap(op, name, err)
}

// ask returns where name leads, from memory if possible. An error that it returns must not be remembered.
func (v *View) ask(name string) (answer, error) {
	if a, ok := v.answers[name]; ok {
		return a, nil
	}
	a, err := v.find(name)
	if err != nil {
		return answer{}, err
	}
	if err := v.hold(weight(name)); err != nil {
		return answer{}, err
	}
	v.answers[name] = a
	return a, nil
}

func (v *View) find(name string) (answer, error) {
	if name == "." {
		return answer{real: ".", kind: KindDir}, nil
	}
	if v.root.check(name) != nil {
		return answer{fail: ErrName}, nil
	}
	dir, base := path.Split(name)
	parent, err := v.ask(path.Clean(dir))
	switch {
	case err != nil:
		return answer{}, err
	case errors.Is(parent.fail, ErrNotRegular), parent.kind == KindFile:
		return answer{fail: fs.ErrNotExist}, nil
	case parent.fail != nil:
		return answer{fail: parent.fail}, nil
	}
	next, err := v.look(parent.real, base)
	a := answer{real: join(parent.real, base), kind: next.kind}
	if err == nil && next.kind == KindOther {
		err = ErrNotRegular
	}
	if err == nil && next.kind == KindLink {
		a.real, a.kind, err = v.root.follow(a.real, v.look)
	}
	if fail, lasting := settled(err); lasting {
		return answer{fail: fail}, nil
	}
	return a, err
}

// look finds one entry of a real directory in its listing.
func (v *View) look(dir, base string) (step, error) {
	d, err := v.dir(dir)
	if err != nil {
		return step{}, err
	}
	if d.fail != nil {
		return step{}, d.fail
	}
	s := step{kind: d.find(base).Kind}
	switch s.kind {
	case 0:
		return step{}, fs.ErrNotExist
	case KindLink:
		var known bool
		if s.target, known = d.targets[base]; !known {
			s.target, err = v.readTarget(dir, base, d)
			v.learned = true
		}
	}
	return s, err
}

func (v *View) readTarget(dir, base string, d *directory) (string, error) {
	target, err := v.root.readlink(join(dir, base))
	if err != nil {
		return "", err
	}
	d.targets[base] = target
	return target, nil
}

// dir returns a real directory, listing it if this view has not.
func (v *View) dir(real string) (*directory, error) {
	if d, ok := v.dirs[real]; ok {
		return d, nil
	}
	d, err := v.list(real)
	if err != nil {
		return nil, err
	}
	if err := v.hold(d.weight()); err != nil {
		return nil, err
	}
	v.dirs[real], v.learned = d, true
	return d, nil
}

// list reads a directory that its parent is known to have, so its absence means a change.
func (v *View) list(real string) (*directory, error) {
	if err := v.spend(Budget{Dirs: 1}); err != nil {
		return nil, err
	}
	l, err := v.root.list(real)
	if err = classify(err); err == nil {
		err = v.spend(Budget{Entries: len(l.entries) + l.unnamed})
		if err != nil {
			return nil, err
		}
		return &directory{
			listing: *l,
			targets: map[string]string{},
			racy:    racy(l.stat, l.taken),
		}, nil
	}
	fail, lasting := settled(err)
	if gone(err) || !lasting {
		return nil, v.lost(real, err)
	}
	taken := time.Now()
	st, err := v.root.lstat(real)
	if err != nil {
		return nil, v.lost(real, err)
	}
	return &directory{listing: listing{stat: st}, fail: fail, racy: racy(st, taken)}, nil
}

// load reads a file that its directory is known to have, so its absence means a change.
func (v *View) load(real string) (File, *document, error) {
	taken := time.Now()
	f, err := v.root.read(real)
	err = classify(err)
	if err == nil {
		doc := &document{content{sum: f.SHA256}, f.Stat, racy(f.Stat, taken)}
		return f, doc, v.spend(Budget{Files: 1, Bytes: f.Stat.Size})
	}
	fail, lasting := settled(err)
	if gone(err) || !lasting {
		return File{}, nil, v.lost(real, err)
	}
	st, err := v.root.lstat(real)
	if err != nil {
		return File{}, nil, v.lost(real, err)
	}
	return File{}, &document{content{fail: fail}, st, racy(st, taken)}, v.spend(Budget{Files: 1})
}

// entries makes the list that ReadDir serves for the directory real, asked for as name.
func (v *View) entries(name, real string) (leftOver, error) {
	var l leftOver
	d, err := v.dir(real)
	if err != nil || d.fail != nil {
		return l, err
	}
	if d.unnamed > 0 {
		l.denied = append(l.denied, Denied{name, Reason(ErrName), d.unnamed})
	}
	for _, e := range d.entries {
		var err error
		switch e.Kind {
		case KindLink:
			_, e.Kind, err = v.root.follow(join(real, e.Name), v.look)
		case KindOther:
			err = ErrNotRegular
		}
		fail, lasting := settled(err)
		switch {
		case err == nil:
			l.entries = append(l.entries, e)
		case !lasting:
			return leftOver{}, err
		case fail != fs.ErrNotExist:
			l.denied = append(l.denied, Denied{join(name, e.Name), Reason(fail), 1})
		}
	}
	const each = 64 // bytes, about, of an Entry or Denied
	return l, v.hold(weight(name) + each*int64(len(d.entries)))
}

func (v *View) spend(b Budget) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	v.spent.Files += b.Files
	v.spent.Dirs += b.Dirs
	v.spent.Entries += b.Entries
	v.spent.Bytes += b.Bytes
	v.spent.Memory += b.Memory
	switch max := v.budget; {
	case v.spent.Files > max.Files:
		return &BudgetError{int64(max.Files), "files", "--max-files"}
	case v.spent.Dirs > max.Dirs:
		return &BudgetError{int64(max.Dirs), "directories", "--max-dirs"}
	case v.spent.Entries > max.Entries:
		return &BudgetError{int64(max.Entries), "directory entries", "--max-entries"}
	case v.spent.Bytes > max.Bytes:
		return &BudgetError{max.Bytes, "bytes", "--max-read"}
	case v.spent.Memory > max.Memory:
		return &BudgetError{max.Memory, "bytes remembered", "--max-names"}
	}
	return nil
}

// hold charges bytes to the view's Memory budget.
func (v *View) hold(bytes int64) error {
	return v.spend(Budget{Memory: bytes})
}

// weight is about how many bytes it takes to keep a name with an answer to it.
func weight(name string) int64 { return 128 + int64(len(name)) }

func (d *directory) weight() (bytes int64) {
	for _, e := range d.entries {
		bytes += weight(e.Name)
	}
	return bytes
}
