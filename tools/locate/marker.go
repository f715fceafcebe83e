// Package locate finds a place in a text from a description of what is written there, as LSAP's Locate does.
//
// It works on one file's text and knows nothing of symbols, projects or disks; offsets are bytes in that text.
// The package imports the standard library only.
package locate

import "strings"

// maxLevel is the deepest marker: ten times < and ten times >.
const maxLevel = 10

// split cuts a find at its marker: the deepest of <|>, <<|>> and so on that occurs in it exactly once. Anything else that looks like a
// marker is text. If there is no such marker, found is false, and several says whether there are markers that occur more than once.
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
