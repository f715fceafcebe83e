// Package locate finds the place in a text that somebody describes by what is written there: LSAP's Locate.
//
// It works on one file's text and knows nothing of symbols, projects or disks; offsets are bytes in that text.
// The package imports the standard library only.
package locate

import "strings"

// maxLevel is the deepest marker: ten times < and ten times >.
const maxLevel = 10

// split takes the marker out of a find: the deepest of <|>, <<|>> and so on that stands in it exactly once; what else
// looks like a marker is text. Without one, found is false, and several says that there were some, none of them
// single.
func split(find string) (before, after string, found, several bool) {
	type mark struct{ at, level int }
	var marks []mark
	counts := [maxLevel + 1]int{}
	for i := 0; i < len(find); i++ {
		if find[i] != '|' {
			continue
		}
		left := i - len(strings.TrimRight(find[:i], "<"))
		right := len(find) - i - 1 - len(strings.TrimLeft(find[i+1:], ">"))
		if level := min(left, right); 1 <= level && level <= maxLevel {
			marks = append(marks, mark{i, level})
			counts[level]++
		}
	}
	for level := maxLevel; level > 0; level-- {
		if counts[level] != 1 {
			continue
		}
		for _, m := range marks {
			if m.level == level {
				return find[:m.at-level], find[m.at+1+level:], true, false
			}
		}
	}
	return find, "", false, len(marks) > 0
}
