// Package namepath reads and writes the paths by which symbols are named: Class/method, /Top/inner, foo[1].
//
// A path consists of names separated by slashes, the outermost first. Any name may carry an index in brackets, which counts siblings of the
// same name from 0; a symbol without such siblings has none. A name may have any character: the character after a backslash has no special
// meaning, so it('GET \/users') callback is one name.
//
// The package imports the standard library only.
package namepath

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ErrEmpty refuses a path without a name.
var ErrEmpty = errors.New("the name path is empty")

// Step is one symbol on the way to another.
type Step struct {
	Name  string
	Index int // among siblings of the same name, from 0; -1 if there are none
}

var (
	index   = regexp.MustCompile(`\[(\d{1,9})\]$`)
	escaper = strings.NewReplacer(`\`, `\\`, `/`, `\/`)
)

// Format writes a path so that Parse reads it back.
func Format(steps []Step) string {
	var b strings.Builder
	for i, s := range steps {
		if i > 0 {
			b.WriteByte('/')
		}
		name := escaper.Replace(s.Name)
		if at := index.FindStringIndex(name); at != nil {
			name = name[:at[0]] + `\` + name[at[0]:]
		}
		b.WriteString(name)
		if s.Index >= 0 {
			fmt.Fprintf(&b, "[%d]", s.Index)
		}
	}
	return b.String()
}

// Mode says how the last name of a pattern is compared.
type Mode uint8

const (
	Exact     Mode = iota // the whole name
	Substring             // part of the name
	Wildcard              // * stands for anything, in every name
)

// Pattern matches paths: a relative pattern matches the end of a path, one with a leading slash the whole path.
type Pattern struct {
	absolute bool
	mode     Mode
	steps    []Step
}

// Parse reads a pattern. It ignores a trailing slash. A part with an index, as f[1], matches only symbols with exactly that name.
func Parse(s string, mode Mode) (Pattern, error) {
	p := Pattern{mode: mode}
	var names []string
	var b strings.Builder
	escaped := -1 // where in b the last escaped bracket is
	end := func() error {
		step := Step{Name: b.String(), Index: -1}
		if at := index.FindStringSubmatchIndex(step.Name); at != nil && at[0] != escaped && at[0] > 0 {
			n, err := strconv.Atoi(step.Name[at[2]:at[3]])
			if err != nil {
				return err
			}
			step = Step{step.Name[:at[0]], n}
		}
		names = append(names, step.Name)
		p.steps = append(p.steps, step)
		b.Reset()
		escaped = -1
		return nil
	}
	rest, absolute := strings.CutPrefix(s, "/")
	p.absolute = absolute
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\' && i+1 < len(rest):
			i++
			if rest[i] == '[' {
				escaped = b.Len()
			}
			b.WriteByte(rest[i])
		case c == '/' && i+1 == len(rest) && len(names)+b.Len() > 0:
		case c == '/':
			if err := end(); err != nil {
				return Pattern{}, err
			}
		default:
			b.WriteByte(c)
		}
	}
	if err := end(); err != nil {
		return Pattern{}, err
	}
	if slices.Contains(names, "") {
		return Pattern{}, ErrEmpty
	}
	return p, nil
}

// Literal is the pattern of a single name in which nothing is special.
func Literal(name string) Pattern { return Pattern{steps: []Step{{name, -1}}} }

// Last is the name that a symbol must have, or, with Substring, contain.
func (p Pattern) Last() string { return p.steps[len(p.steps)-1].Name }

// Match reports whether a symbol's path fits. exact says that the last names of the path and the pattern are equal.
func (p Pattern) Match(path []Step) (ok, exact bool) {
	n := len(p.steps)
	if n > len(path) || p.absolute && n != len(path) {
		return false, false
	}
	tail := path[len(path)-n:]
	for i, want := range p.steps {
		got := tail[i]
		switch {
		case want.Index >= 0 && want.Index != got.Index:
			return false, false
		case want.Name == got.Name:
		case p.mode == Wildcard && wild(want.Name, got.Name):
		case p.mode == Substring && i == n-1 && want.Index < 0 && strings.Contains(got.Name, want.Name):
		default:
			return false, false
		}
	}
	return true, p.Last() == tail[n-1].Name
}

// wild compares a name with a pattern in which * stands for anything.
func wild(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[len(first) : len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, ok := strings.Cut(name, part)
		if !ok {
			return false
		}
		name = after
	}
	return true
}
