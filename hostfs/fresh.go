package hostfs

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"time"
)

// Changes lists the names, as they were asked for, whose answers in earlier requests no longer hold.
type Changes struct {
	Files     []string // read before; their content is different now
	Structure []string // appeared, vanished or lead elsewhere; or directories with another listing
}

// Begin starts a request: it compares what the view served with the disk and returns the
// difference, sorted. Each change is returned once, by the first Begin that succeeds, so a caller that loses a change has to drop the
// session, too. The context is that of the request: when it ends, reads fail.
//
// The error is ErrGone if the root itself is no longer at its path, ErrChanged if the tree did
// not hold still; reads fail until the next Begin.
func (v *View) Begin(ctx context.Context) (Changes, error) {
	v.ctx, v.err, v.learned = ctx, nil, false
	v.spent = Budget{Memory: v.spent.Memory}
	clear(v.stats)
	if v.err = v.refresh(); v.err != nil {
		return Changes{}, v.err
	}
	c := Changes{
		Files:     slices.Sorted(maps.Keys(v.changed)),
		Structure: slices.Sorted(maps.Keys(v.restructure)),
	}
	clear(v.changed)
	clear(v.restructure)
	return c, nil
}

// Check returns nil if all answers of the request came from one state of the tree. If Begin found no difference and the request read nothing
// new, all answers are of the tree as Begin found it, and Check does not access the disk. Otherwise Check compares everything the view
// answered with the disk, and returns ErrChanged if there is a difference. The next Begin returns the differences.
func (v *View) Check() error {
	if v.err != nil || !v.learned {
		return v.err
	}
	v.err = v.refresh()
	if v.err == nil && len(v.changed)+len(v.restructure) > 0 {
		v.err = ErrChanged
	}
	return v.err
}

func (v *View) refresh() (err error) {
	const tries = 3 // the tree may change during the comparison as well
	for range tries {
		if err = v.root.here(); err != nil {
			return err
		}
		if err = v.refreshDirs(); err == nil && v.stale {
			err = v.answerAgain()
		}
		if err == nil {
			err = v.refreshFiles()
		}
		if !errors.Is(err, ErrChanged) {
			return err
		}
	}
	return err
}

func (v *View) refreshDirs() error {
	known := slices.Sorted(maps.Keys(v.dirs))
	stats := v.root.lstatAll(known)
	for i, real := range known {
		if !v.hasDir(real) {
			delete(v.dirs, real)
			v.stale = true
			continue
		}
		was, err := v.dirs[real], stats[i].err
		if err == nil && stats[i].Stat == was.stat && !was.racy {
			continue
		}
		if err == nil && stats[i].Kind != KindDir {
			err = errNotDir
		}
		if err != nil {
			return v.lost(real, err)
		}
		now, err := v.list(real)
		if err != nil {
			return err
		}
		same, err := v.sameDir(real, was, now)
		if err != nil {
			return err
		}
		v.dirs[real] = now
		v.stale, v.learned = v.stale || !same, v.learned || !same
	}
	return v.ctx.Err()
}

// hasDir reports whether a directory is still in the listing of its parent, which refreshDirs has compared before. It does not ask the
// disk, since a link may have taken the parent's place.
func (v *View) hasDir(real string) bool {
	above := v.dirs[path.Dir(real)]
	return real == "." || above != nil && above.find(path.Base(real)).Kind == KindDir
}

// sameDir compares two listings, and reads again the links that answers depend on.
func (v *View) sameDir(real string, was, now *directory) (bool, error) {
	same := was.fail == now.fail && was.unnamed == now.unnamed &&
		slices.Equal(was.entries, now.entries)
	if !same {
		return false, nil
	}
	for base, target := range was.targets {
		again, err := v.readTarget(real, base, now)
		if _, lasting := settled(err); err != nil && !lasting {
			return false, err
		}
		same = same && err == nil && again == target
	}
	return same, nil
}

// answerAgain computes every answer again, from the directories as they are now.
func (v *View) answerAgain() error {
	answers, lists, memory := v.answers, v.lists, v.spent.Memory
	v.answers, v.lists = make(map[string]answer, len(answers)), make(map[string]leftOver, len(lists))
	v.spent.Memory = v.weigh()
	if err := v.compare(answers, lists); err != nil {
		v.answers, v.lists, v.spent.Memory = answers, lists, memory
		return err
	}
	v.stale = false
	return nil
}

// weigh returns how many bytes of memory the view uses besides answers and lists.
func (v *View) weigh() (bytes int64) {
	for _, d := range v.dirs {
		bytes += d.weight()
	}
	for name := range v.reads {
		bytes += weight(name)
	}
	return bytes
}

func (v *View) compare(answers map[string]answer, lists map[string]leftOver) error {
	var differ []string
	for name, was := range answers {
		now, err := v.ask(name)
		if err != nil {
			return err
		}
		// Two errors with the same Reason are no difference to a caller.
		if now != was && (now.fail == nil || Reason(now.fail) != Reason(was.fail)) {
			differ = append(differ, name)
		}
	}
	for name, was := range lists {
		a := v.answers[name]
		if a.kind != KindDir {
			continue // its answer differs, which is reported; it is listed again when it is asked for
		}
		now, err := v.entries(name, a.real)
		if err != nil {
			return err
		}
		if !slices.Equal(now.entries, was.entries) {
			differ = append(differ, name)
		}
		v.lists[name] = now
	}
	for _, name := range differ {
		v.restructure[name] = true
	}
	return nil
}

func (v *View) refreshFiles() error {
	fresh := make(map[string]*document, len(v.files))
	stats := v.statKnown()
	for _, name := range slices.Sorted(maps.Keys(v.reads)) {
		a := v.answers[name]
		if a.kind != KindFile {
			delete(v.reads, name) // reported in Structure
			continue
		}
		doc := fresh[a.real]
		if doc == nil {
			var err error
			if doc, err = v.again(a.real, stats); err != nil {
				return err
			}
			fresh[a.real] = doc
		}
		if doc.content != v.reads[name] {
			v.reads[name], v.learned = doc.content, true
			v.changed[name] = true
		}
	}
	v.files = fresh
	return v.ctx.Err()
}

// statKnown calls lstat for the known files, and returns the results by real name. It leaves out racy files: for them an equal stat proves
// nothing, so they are read again.
func (v *View) statKnown() map[string]statResult {
	var known []string
	for real, doc := range v.files {
		if !doc.racy {
			known = append(known, real)
		}
	}
	slices.Sort(known)
	stats := make(map[string]statResult, len(known))
	for i, st := range v.root.lstatAll(known) {
		stats[known[i]] = st
	}
	return stats
}

// again returns a file as it is now. It does not read the file if the stat shows that it is unchanged.
func (v *View) again(real string, stats map[string]statResult) (*document, error) {
	if now, ok := stats[real]; ok {
		if now.err != nil {
			return nil, v.lost(real, now.err)
		}
		if was := v.files[real]; now.Stat == was.stat {
			return was, nil
		}
	}
	_, doc, err := v.load(real)
	return doc, err
}

// lost turns the error of an entry that is listed but absent into ErrChanged. The next comparison reads the listing again, whatever its
// times are.
func (v *View) lost(real string, err error) error {
	if !gone(err) {
		return err
	}
	if d := v.dirs[path.Dir(real)]; d != nil {
		d.racy = true
	}
	return ErrChanged
}

// racy says that something was read so soon after its last change that another change could get
// the same time. If the system keeps the time of the last change of any kind, which nobody can set back, racy compares with that time.
func racy(st Stat, taken time.Time) bool {
	const tick = 2 * time.Second // the coarsest clock of a file system in use, FAT's
	last := st.ModTime
	if st.ChangeTime != 0 {
		last = st.ChangeTime
	}
	return last > taken.Add(-tick).UnixNano()
}
