package plan

import (
	"fmt"
	"slices"
	"strings"
)

// context is the number of unchanged lines around a change in a diff.
const context = 3

// change replaces whole lines.
type change struct {
	at       int // the first line, 0-based
	old, new []string
}

// changes widens sorted patches to whole lines, which end at \n alone, as they do for git.
// A patch that changes nothing is left out, since git refuses a hunk without a change.
func changes(data string, patches []patch) []change {
	var all []change
	line, start := 0, 0 // of the first line that is not done
	for i := 0; i < len(patches); {
		skipped := data[start:patches[i].start]
		line += strings.Count(skipped, "\n")
		start += strings.LastIndexByte(skipped, '\n') + 1
		at := start
		var edited strings.Builder
		for {
			edited.WriteString(data[at:patches[i].start])
			edited.WriteString(patches[i].edit.NewText)
			at = patches[i].end
			i++
			if i == len(patches) || strings.Contains(data[at:patches[i].start], "\n") {
				break
			}
		}
		end := len(data)
		if n := strings.IndexByte(data[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		edited.WriteString(data[at:end])
		old := slices.Collect(strings.Lines(data[start:end]))
		next := line + len(old)
		c := trim(change{at: line, old: old, new: slices.Collect(strings.Lines(edited.String()))})
		if len(c.old)+len(c.new) > 0 {
			all = append(all, c)
		}
		line, start = next, end
	}
	return all
}

// trim takes off the lines that are the same before and after.
func trim(c change) change {
	for len(c.old) > 0 && len(c.new) > 0 && c.old[0] == c.new[0] {
		c.at++
		c.old, c.new = c.old[1:], c.new[1:]
	}
	o, n := len(c.old), len(c.new)
	for o > 0 && n > 0 && c.old[o-1] == c.new[n-1] {
		o, n = o-1, n-1
	}
	return change{at: c.at, old: c.old[:o], new: c.new[:n]}
}

// writeHunks writes sorted changes as a unified diff. The package go-udiff 0.4.1 is not used, since it writes a wrong line number after the
// + of a hunk's header if the hunk has several changes. git looks for the hunk at that line first, and if lines repeat, git changes the
// wrong ones without a warning.
func writeHunks(b *strings.Builder, data string, all []change) {
	lines := slices.Collect(strings.Lines(data))
	write := func(mark byte, lines []string) {
		for _, line := range lines {
			b.WriteByte(mark)
			b.WriteString(line)
			if !strings.HasSuffix(line, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	grown := 0 // lines added by the hunks so far
	for len(all) > 0 {
		n, more := 1, len(all[0].new)-len(all[0].old)
		for n < len(all) && all[n].at-all[n-1].end() <= 2*context {
			more += len(all[n].new) - len(all[n].old)
			n++
		}
		at, end := max(all[0].at-context, 0), min(all[n-1].end()+context, len(lines))
		fmt.Fprintf(b, "@@ -%s +%s @@\n", extent(at, end-at), extent(at+grown, end-at+more))
		for _, c := range all[:n] {
			write(' ', lines[at:c.at])
			write('-', c.old)
			write('+', c.new)
			at = c.end()
		}
		write(' ', lines[at:end])
		grown += more
		all = all[n:]
	}
}

// end is the line after the replaced ones.
func (c change) end() int { return c.at + len(c.old) }

// extent writes a hunk's place as git does: 1-based, and the line before it if it has no lines.
func extent(at, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", at)
	case 1:
		return fmt.Sprint(at + 1)
	}
	return fmt.Sprintf("%d,%d", at+1, count)
}
