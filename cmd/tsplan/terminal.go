package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// showProgress keeps one line on a terminal up to date; elsewhere it shows nothing. done clears the line.
func showProgress() (progress tool.Progress, done func()) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return nil, func() {}
	}
	const often = 100 * time.Millisecond
	var shown time.Time
	return func(files int, name string) {
			if time.Since(shown) > often {
				fmt.Fprintf(os.Stderr, "\r\x1b[K%d files: %s", files, sanitize.Short(name, 60))
				shown = time.Now()
			}
		}, func() {
			if !shown.IsZero() {
				fmt.Fprint(os.Stderr, "\r\x1b[K")
			}
		}
}

// showsColours reports whether the user's terminal shows colours. On Windows that depends on the console, so there are none.
func showsColours() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && runtime.GOOS != "windows"
}

// forTerminal makes a diff fit to be shown. Git gets every byte of it instead.
func forTerminal(diff []byte, coloured bool) []byte {
	diff = []byte(sanitize.Lines(string(diff)))
	if !coloured {
		return diff
	}
	var out bytes.Buffer
	for line := range bytes.Lines(diff) {
		text := bytes.TrimSuffix(line, []byte("\n"))
		colour := colourOf(string(text))
		if colour == "" {
			out.Write(line)
			continue
		}
		fmt.Fprintf(&out, "\x1b[%sm%s\x1b[m%s", colour, text, line[len(text):])
	}
	return out.Bytes()
}

// colourOf returns git's colour for a line of a diff, as the number of an ANSI attribute.
func colourOf(line string) string {
	for _, c := range []struct{ prefix, colour string }{
		{"diff ", "1"}, {"--- ", "1"}, {"+++ ", "1"}, {"similarity ", "1"}, {"rename ", "1"}, {"@@ ", "36"}, {"+", "32"}, {"-", "31"},
	} {
		if strings.HasPrefix(line, c.prefix) {
			return c.colour
		}
	}
	return ""
}

// summary says how large a plan is and how many mentions it leaves.
func summary(edits []plan.FileTextEdits, moves []plan.FsMove, ledger *plan.Ledger) string {
	places := 0
	for _, f := range edits {
		places += len(f.TextEdits)
	}
	var parts []string
	if places > 0 || len(moves) == 0 {
		parts = append(parts, counted(places, "edit")+" in "+counted(len(edits), "file"))
	}
	if len(moves) > 0 {
		parts = append(parts, counted(len(moves), "move"))
	}
	text := strings.Join(parts, ", ")
	if ledger == nil || len(ledger.Mentions) == 0 {
		return text
	}
	total, where := 0, []string{}
	for _, m := range ledger.Mentions {
		total += m.Count
		where = append(where, fmt.Sprintf("%d %s", m.Count, mentionedIn(m.Class)))
	}
	stay := "stay"
	if total == 1 {
		stay = "stays"
	}
	return fmt.Sprintf("%s; %s %s: %s", text, counted(total, "mention"), stay, strings.Join(where, ", "))
}

// mentionedIn says where the mentions of a class are.
func mentionedIn(class string) string {
	switch class {
	case "comment":
		return "in comments"
	case "string":
		return "in strings"
	case "untyped":
		return "at values without a type"
	case "orphan":
		return "in files of no project"
	}
	return "in files of other kinds"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
