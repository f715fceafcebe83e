package locate

import (
	"context"
	"strings"
)

const maxLine = 10_000

// Unique returns a find that leads to the cursor of a match and to no other place in its line: the word at the cursor, with as much text
// around it as is needed. line is that line, and cursor is an offset in it. For a line of more than 10,000 bytes there is no such find,
// since it would be long, and slow to make.
func Unique(line string, cursor int) (find string, ok bool) {
	if len(line) > maxLine {
		return "", false
	}
	var bounds []int
	at := 0
	for _, t := range tokens(line) {
		bounds = append(bounds, at)
		at += len(t.text)
	}
	bounds = append(bounds, at)
	left, right := 0, 0
	for left+1 < len(bounds) && bounds[left+1] <= cursor {
		left++
	}
	for right < len(bounds)-1 && bounds[right] <= cursor {
		right++
	}
	for ; ; left, right = max(0, left-1), min(len(bounds)-1, right+1) {
		for level := 1; level <= 3; level++ {
			marker := strings.Repeat("<", level) + "|" + strings.Repeat(">", level)
			find := strings.TrimLeftFunc(line[bounds[left]:cursor], space) + marker +
				strings.TrimRightFunc(line[cursor:bounds[right]], space)
			matches, more, err := Find(context.Background(), line, find)
			if err == nil && !more && len(matches) == 1 && matches[0].Cursor == cursor && (matches[0].End > 0 || line == "") {
				return find, true
			}
		}
		if left == 0 && right == len(bounds)-1 {
			return "", false
		}
	}
}
