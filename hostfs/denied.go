package hostfs

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
)

// Denied is something that is there and was not read.
type Denied struct {
	Name   string // fit to print; below it, nothing was read either
	Reason string // a word of Reason: outside_root, not_regular, too_large, invalid_name, unreadable
	Count  int    // 1, or the number of entries without a valid name in the directory Name
}

// Denied returns the names that this view was asked for and refuses, in this request or an earlier one: a warm session has to warn of the
// same things as a new one. The list is sorted and has no duplicates. If it is too long, more says how many names were dropped.
func (v *View) Denied() (list []Denied, more int) {
	const most = 1000
	for name, a := range v.answers {
		above := v.answers[path.Dir(name)]
		if a.fail != nil && a.fail != fs.ErrNotExist && a.fail != above.fail {
			list = append(list, Denied{printable(name), Reason(a.fail), 1})
		}
	}
	for name, c := range v.reads {
		if c.fail != nil {
			list = append(list, Denied{printable(name), Reason(c.fail), 1})
		}
	}
	for name, l := range v.lists {
		list = append(list, l.denied...)
		if d := v.dirs[v.answers[name].real]; d != nil && d.fail != nil {
			list = append(list, Denied{name, Reason(d.fail), 1})
		}
	}
	slices.SortFunc(list, func(a, b Denied) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Reason, b.Reason))
	})
	list = slices.CompactFunc(list, func(a, b Denied) bool {
		return a.Name == b.Name && a.Reason == b.Reason
	})
	if len(list) > most {
		return list[:most], len(list) - most
	}
	return list, 0
}
