// Package host answers the host functions, which are all that the guest can ask for. It reads the project through a
// hostfs.View and has nothing to write with.
package host

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime/outline"
	"tsplan/runtime/paths"
)

// Names returns the names of the functions that a guest finds as globals. Each takes one string.
func Names() []string {
	return []string{"hostReadFile", "hostKind", "hostReadDir", "hostRealpath", "hostProgress", "hostDue", "hostServe", "hostMentions", "hostScripts", "hostWholeImports", "hostOutline", "hostWords"}
}

// LongestArgument returns how many bytes the argument of a function may have. hostOutline and hostWords take a text, and most others a path.
func LongestArgument(function string) int {
	if function == "hostOutline" || function == "hostWords" {
		return 16 << 20 // 16 MiB
	}
	return 64 << 10 // 64 KiB
}

// Numbers that host functions answer. The guest has the same ones in host.ts.
const (
	file      = 1 // of hostKind
	directory = 2 // of hostKind
	pause     = 1 // of hostProgress: a load has to pause
)

// Functions answers the guest during one request.
type Functions struct {
	View     *hostfs.View
	Progress func(paths.Guest)    // is called with each file that the guest loads; may be nil
	Pause    func() bool          // says whether a load has to pause now; nil for a load that does not pause
	Due      func(next bool) bool // says whether a proof ends, before its next step or within a step; nil for a proof without a limit
	Words    Words                // of the files that the guest was given
}

// Kind is the JavaScript type of an answer.
type Kind uint8

// The kinds of answers.
const (
	Undefined Kind = iota
	String
	Number
)

// Answer is what a host function returns to the guest.
type Answer struct {
	Kind   Kind
	Text   string
	Number float64
}

// Call answers a host function. To the guest, a path that is missing, denied or outside the mount point is absent; the view remembers which
// paths were denied. An error ends the request.
func (h *Functions) Call(function, argument string) (Answer, error) {
	if function == "hostProgress" {
		if h.Progress != nil {
			h.Progress(paths.Guest(argument))
		}
		if h.Pause != nil && h.Pause() {
			return Answer{Kind: Number, Number: pause}, nil
		}
		return Answer{}, nil
	}
	switch function {
	case "hostDue":
		answer := Answer{Kind: Number}
		if h.Due != nil && h.Due(argument == "next") {
			answer.Number = 1
		}
		return answer, nil
	case "hostServe":
		return Answer{}, h.serve(argument)
	case "hostMentions":
		return listed(h.Words.mentions(h.View, argument))
	case "hostScripts":
		return listed(h.Words.scripts(h.View))
	case "hostWholeImports":
		return listed(h.Words.wholeImports(h.View))
	case "hostOutline":
		if argument == "" {
			return Answer{Kind: String}, nil
		}
		return Answer{Kind: String, Text: outline.Of(outline.Kind(argument[0]), argument[1:])}, nil
	case "hostWords":
		if argument == "" {
			return Answer{}, nil
		}
		wanted, text, _ := strings.Cut(argument[1:], "\n")
		offsets, ok := outline.Words(outline.Kind(argument[0]) == outline.SourceWithJSX, strings.Split(wanted, " "), text)
		if !ok {
			return Answer{}, nil
		}
		return Answer{Kind: String, Text: offsets}, nil
	}
	name, inside := paths.Guest(argument).Name()
	switch function {
	case "hostReadFile":
		if !inside {
			return Answer{}, nil
		}
		file, err := h.View.ReadFile(name)
		if err != nil {
			return Answer{}, fatal(err)
		}
		text, _ := hostfs.Decode(file.Data)
		if !dependency(name) {
			h.Words.add(file.SHA256, text)
		}
		return Answer{Kind: String, Text: text}, nil
	case "hostKind":
		return h.kind(argument, name, inside)
	case "hostReadDir":
		return h.readDir(argument, name, inside)
	case "hostRealpath":
		if !inside {
			return Answer{}, nil
		}
		real, err := h.View.Realpath(name)
		if err != nil {
			return Answer{}, fatal(err)
		}
		return Answer{Kind: String, Text: string(paths.InGuest(real))}, nil
	}
	return Answer{}, fmt.Errorf("no host function %q", function)
}

func (h *Functions) kind(guestPath, name string, inside bool) (Answer, error) {
	answer := Answer{Kind: Number}
	if !inside {
		if guestPath == "/" {
			answer.Number = directory
		}
		return answer, nil
	}
	stat, err := h.View.Stat(name)
	if err != nil {
		return answer, fatal(err)
	}
	answer.Number = file
	if stat.Kind == hostfs.KindDir {
		answer.Number = directory
	}
	return answer, nil
}

// readDir answers with one line for each entry: f or d, then the name.
func (h *Functions) readDir(guestPath, name string, inside bool) (Answer, error) {
	answer := Answer{Kind: String}
	if !inside {
		if path.Clean(guestPath) == "/" {
			answer.Text = "d" + string(paths.Mount[1:]) + "\n"
		}
		return answer, nil
	}
	entries, err := h.View.ReadDir(name)
	if err != nil {
		return answer, fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		mark := byte('f')
		if e.Kind == hostfs.KindDir {
			mark = 'd'
		}
		b.WriteByte(mark)
		b.WriteString(e.Name)
		b.WriteByte('\n')
	}
	answer.Text = b.String()
	return answer, nil
}

// serve reads the files whose paths are in list, one path a line, so that the host knows their words and the guest need not get their
// texts.
func (h *Functions) serve(list string) error {
	var names []string
	for guestPath := range strings.SplitSeq(list, "\n") {
		if name, inside := paths.Guest(guestPath).Name(); inside {
			names = append(names, name)
		}
	}
	return h.Words.read(h.View, names)
}

// listed answers with the paths of files that were read so far, one a line.
func listed(files []string, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	for i, file := range files {
		files[i] = string(paths.InGuest(file))
	}
	return Answer{Kind: String, Text: strings.Join(files, "\n")}, nil
}

// fatal returns err if it must end the request. For any other error it returns nil: the guest then sees nothing at that path.
func fatal(err error) error {
	if errors.Is(err, hostfs.ErrBudget) || errors.Is(err, hostfs.ErrChanged) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
