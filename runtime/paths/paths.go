// Package paths converts between the three ways in which a file is named. A name is what hostfs takes: slash-separated,
// below the root, "." for the root. The guest has a path of its own for it, and a person is shown a path that is relative
// to the workspace. No other code knows where the guest finds the root.
package paths

import (
	"encoding/json"
	"path"
	"strings"
)

// Guest is a path as the guest has it.
type Guest string

// Mount is the path at which the guest sees the root. TypeScript quotes paths in its messages, and wasm/guest/host/messages.ts finds those
// paths by this prefix. So the prefix must not occur in source text by chance. If an author writes it
// on purpose, it is missing in messages that quote the text, and nothing else happens.
const Mount Guest = "/tsplan-root-8c1f0e6d4b7a2953"

// InGuest returns the guest's path of a name.
func InGuest(name string) Guest { return Guest(path.Join(string(Mount), name)) }

// AllInGuest returns the guest's paths of names; never nil.
func AllInGuest(names []string) []Guest {
	out := make([]Guest, len(names))
	for i, name := range names {
		out[i] = InGuest(name)
	}
	return out
}

// Name returns the name of a guest's path; false for a path that is not below the root.
func (g Guest) Name() (name string, ok bool) {
	p := path.Clean(string(g))
	if p == string(Mount) {
		return ".", true
	}
	return strings.CutPrefix(p, string(Mount)+"/")
}

// Move is a move of a file as the guest has it.
type Move struct {
	From Guest `json:"from"`
	To   Guest `json:"to"`
}

// Shown is a path as a person reads it and may ask for it: relative to the workspace.
type Shown string

// Workspace is the name of the directory that a question is about.
type Workspace string

// Show returns the path to show for a name.
func (w Workspace) Show(name string) Shown {
	name = path.Clean(name)
	if w == "." || w == "" {
		return Shown(name)
	}
	above := strings.Split(string(w), "/")
	below := strings.Split(name, "/")
	if name == "." {
		below = nil
	}
	for len(above) > 0 && len(below) > 0 && above[0] == below[0] {
		above, below = above[1:], below[1:]
	}
	return Shown(path.Clean(strings.Repeat("../", len(above)) + path.Join(below...)))
}

// ShowGuest returns the path to show for a guest's path. A path that is not below the root, such as one of TypeScript's own library, stays
// as it is.
func (w Workspace) ShowGuest(g Guest) Shown {
	name, ok := g.Name()
	if !ok {
		return Shown(g)
	}
	return w.Show(name)
}

// Message is a text of the guest for the person who asked. Its parts are text, and guest paths that Say converts to Shown ones.
type Message []Part

// Part is either text or a path.
type Part struct {
	Text string
	Path Guest
}

// UnmarshalJSON reads a string as text, and {"path": ...} as a path.
func (p *Part) UnmarshalJSON(data []byte) error {
	*p = Part{}
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &p.Text)
	}
	var part struct{ Path Guest }
	err := json.Unmarshal(data, &part)
	p.Path = part.Path
	return err
}

// MarshalJSON writes a part as the guest does.
func (p Part) MarshalJSON() ([]byte, error) {
	if p.Path == "" {
		return json.Marshal(p.Text)
	}
	return json.Marshal(map[string]Guest{"path": p.Path})
}

// Say returns the text of a message, with its paths as a person is shown them.
func (w Workspace) Say(m Message) string {
	var b strings.Builder
	for _, p := range m {
		b.WriteString(p.Text)
		if p.Path != "" {
			b.WriteString(string(w.ShowGuest(p.Path)))
		}
	}
	return b.String()
}
