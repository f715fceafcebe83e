package runtime

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

// hostFunctionNames are all the functions that a guest finds as globals; each takes one string.
func hostFunctionNames() []string {
	return []string{"hostReadFile", "hostKind", "hostReadDir", "hostRealpath", "hostProgress", "hostDue", "hostServe", "hostMentions", "hostScripts", "hostOutline"}
}

// hostFunctions answers the guest during one request.
type hostFunctions struct {
	ctx      context.Context
	view     *hostfs.View
	progress func(paths.Guest)
	pause    func() bool // whether a load is to end where it is; nil for never
	due      func() bool // whether a proof has used up its time; nil for no limit
	words    words
}

type answerKind uint8

const (
	isUndefined answerKind = iota
	isString
	isNumber
)

type hostAnswer struct {
	kind   answerKind
	text   string
	number float64
}

// call answers a host function. What is missing, denied or outside the mount point is absent to the guest; the view
// remembers what was denied. An error ends the request.
func (h *hostFunctions) call(function, argument string) (hostAnswer, error) {
	if function == "hostProgress" {
		if h.progress != nil {
			h.progress(paths.Guest(argument))
		}
		if h.pause != nil && h.pause() {
			return hostAnswer{kind: isNumber, number: 1}, nil
		}
		return hostAnswer{}, nil
	}
	switch function {
	case "hostDue":
		answer := hostAnswer{kind: isNumber}
		if h.due != nil && h.due() {
			answer.number = 1
		}
		return answer, nil
	case "hostServe":
		return hostAnswer{}, h.serve(argument)
	case "hostMentions":
		return listed(h.words.mentions(h.view, argument))
	case "hostScripts":
		return listed(h.words.scripts(h.view))
	}
	name, inside := paths.Guest(argument).Name()
	switch function {
	case "hostReadFile":
		if !inside {
			return hostAnswer{}, nil
		}
		file, err := h.view.ReadFile(name)
		if err != nil {
			return hostAnswer{}, fatal(err)
		}
		text, _ := hostfs.Decode(file.Data)
		if !dependency(name) {
			h.words.add(file.SHA256, text)
		}
		return hostAnswer{kind: isString, text: text}, nil
	case "hostOutline":
		return h.outline(name, inside)
	case "hostKind":
		return h.kind(argument, name, inside)
	case "hostReadDir":
		return h.readDir(argument, name, inside)
	case "hostRealpath":
		if !inside {
			return hostAnswer{}, nil
		}
		real, err := h.view.Realpath(name)
		if err != nil {
			return hostAnswer{}, fatal(err)
		}
		return hostAnswer{kind: isString, text: string(paths.InGuest(real))}, nil
	}
	return hostAnswer{}, fmt.Errorf("no host function %q", function)
}

// outline answers the outline of a file, empty where there is none.
func (h *hostFunctions) outline(name string, inside bool) (hostAnswer, error) {
	if !inside {
		return hostAnswer{kind: isString}, nil
	}
	file, err := h.view.ReadFile(name)
	if err != nil {
		return hostAnswer{kind: isString}, fatal(err)
	}
	text, _ := hostfs.Decode(file.Data)
	return hostAnswer{kind: isString, text: outline.Encode(outline.Of(text))}, nil
}

func (h *hostFunctions) kind(guestPath, name string, inside bool) (hostAnswer, error) {
	const file, directory = 1, 2
	answer := hostAnswer{kind: isNumber}
	if !inside {
		if guestPath == "/" {
			answer.number = directory
		}
		return answer, nil
	}
	stat, err := h.view.Stat(name)
	if err != nil {
		return answer, fatal(err)
	}
	answer.number = file
	if stat.Kind == hostfs.KindDir {
		answer.number = directory
	}
	return answer, nil
}

// readDir answers one line an entry: f or d, and the name.
func (h *hostFunctions) readDir(guestPath, name string, inside bool) (hostAnswer, error) {
	answer := hostAnswer{kind: isString}
	if !inside {
		if path.Clean(guestPath) == "/" {
			answer.text = "d" + string(paths.Mount[1:]) + "\n"
		}
		return answer, nil
	}
	entries, err := h.view.ReadDir(name)
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
	answer.text = b.String()
	return answer, nil
}

// serve reads files by their paths, one a line, so that their words are known without the guest being given them.
func (h *hostFunctions) serve(list string) error {
	var names []string
	for guestPath := range strings.SplitSeq(list, "\n") {
		if name, inside := paths.Guest(guestPath).Name(); inside {
			names = append(names, name)
		}
	}
	return h.words.read(h.view, names)
}

// listed answers with the paths of files that were read so far, one a line.
func listed(files []string, err error) (hostAnswer, error) {
	if err != nil {
		return hostAnswer{}, err
	}
	for i, file := range files {
		files[i] = string(paths.InGuest(file))
	}
	return hostAnswer{kind: isString, text: strings.Join(files, "\n")}, nil
}

// fatal keeps the errors that must end a request. All others mean that there is nothing for the guest to see.
func fatal(err error) error {
	if errors.Is(err, hostfs.ErrBudget) || errors.Is(err, hostfs.ErrChanged) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
