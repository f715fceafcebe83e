package hostfs

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"time"
)

// savedView is a View at rest, for gob. Sentinels are written as their place in settledErrors, plus one.
type savedView struct {
	Answers map[string]savedAnswer
	Lists   map[string]savedList
	Reads   map[string]savedContent
	Dirs    map[string]savedDirectory
	Files   map[string]savedDocument
	Memory  int64
}

type savedAnswer struct {
	Real string
	Kind Kind
	Fail uint8
}

type savedList struct {
	Entries []Entry
	Denied  []Denied
}

type savedContent struct {
	Sum  [32]byte
	Fail uint8
}

type savedDirectory struct {
	Entries []Entry
	Unnamed int
	Stat    Stat
	Taken   time.Time
	Fail    uint8
	Targets map[string]string
	Racy    bool
}

type savedDocument struct {
	Content savedContent
	Stat    Stat
	Racy    bool
}

// Save writes what the view remembers, for RestoreView in a later process. It is called between requests.
func (v *View) Save(w io.Writer) error {
	s := savedView{
		Answers: make(map[string]savedAnswer, len(v.answers)),
		Lists:   make(map[string]savedList, len(v.lists)),
		Reads:   make(map[string]savedContent, len(v.reads)),
		Dirs:    make(map[string]savedDirectory, len(v.dirs)),
		Files:   make(map[string]savedDocument, len(v.files)),
		Memory:  v.spent.Memory,
	}
	for name, a := range v.answers {
		s.Answers[name] = savedAnswer{a.real, a.kind, failCode(a.fail)}
	}
	for name, l := range v.lists {
		s.Lists[name] = savedList{l.entries, l.denied}
	}
	for name, c := range v.reads {
		s.Reads[name] = savedContent{c.sum, failCode(c.fail)}
	}
	for name, d := range v.dirs {
		s.Dirs[name] = savedDirectory{d.entries, d.unnamed, d.stat, d.taken, failCode(d.fail), d.targets, d.racy}
	}
	for name, d := range v.files {
		s.Files[name] = savedDocument{savedContent{d.sum, failCode(d.fail)}, d.stat, d.racy}
	}
	return gob.NewEncoder(w).Encode(s)
}

// RestoreView returns the view that Save wrote, for a root at the same place. Its first Begin returns the changes since then. It fails if r
// does not hold a saved view.
func RestoreView(root *Root, r io.Reader) (*View, error) {
	var s savedView
	if err := gob.NewDecoder(r).Decode(&s); err != nil {
		return nil, fmt.Errorf("saved view: %w", err)
	}
	sentinels, unknown := settledErrors(), false
	failOf := func(code uint8) error {
		switch {
		case code == 0:
			return nil
		case int(code) <= len(sentinels):
			return sentinels[code-1]
		}
		unknown = true
		return nil
	}
	v := NewView(root)
	v.spent.Memory = s.Memory
	for name, a := range s.Answers {
		v.answers[name] = answer{a.Real, a.Kind, failOf(a.Fail)}
	}
	for name, l := range s.Lists {
		v.lists[name] = leftOver{l.Entries, l.Denied}
	}
	for name, c := range s.Reads {
		v.reads[name] = content{c.Sum, failOf(c.Fail)}
	}
	for name, d := range s.Dirs {
		if d.Targets == nil {
			d.Targets = map[string]string{}
		}
		v.dirs[name] = &directory{listing{d.Entries, d.Unnamed, d.Stat, d.Taken}, failOf(d.Fail), d.Targets, d.Racy}
	}
	for name, d := range s.Files {
		v.files[name] = &document{content{d.Content.Sum, failOf(d.Content.Fail)}, d.Stat, d.Racy}
	}
	if unknown {
		return nil, errors.New("saved view: an answer of a kind that is not known")
	}
	return v, nil
}

func failCode(err error) uint8 {
	for i, e := range settledErrors() {
		if err == e {
			return uint8(i + 1)
		}
	}
	return 0
}
