package locate

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Locate describes a place: a file, in it a symbol or some lines, and in these a text.
type Locate struct {
	File       string
	SymbolPath []string // nil for none
	Lines      Lines
	Find       *string // nil for none
}

// Lines are whole lines, counted from 1. The zero value stands for all.
type Lines struct {
	Start int
	End   int // not included; 0 for the end of the file
}

// ErrForm refuses a string that is no file:scope@find.
var ErrForm = errors.New("want FILE:SCOPE@FIND, where SCOPE is LINE, FIRST,LAST or Class.method, and SCOPE or @FIND may be left out")

// AmbiguousFormError refuses a string that can be cut in two ways.
type AmbiguousFormError struct{ Files []string }

func (e *AmbiguousFormError) Error() string {
	return fmt.Sprintf("the file may be any of %s: say it as an object with file_path, scope and find", strings.Join(e.Files, ", "))
}

var lineScope = regexp.MustCompile(`^(\d{1,9})(?:[,-](\d{1,9}))?$`)

// Parse reads the string form: FILE:SCOPE@FIND. Paths, names and texts may hold colons and at signs, so Parse looks for a FILE that exists.
func Parse(s string, exists func(path string) bool) (Locate, error) {
	const most = 100 // cuts that are tried
	var found []Locate
	for i, tried := 0, 0; i < len(s) && tried < most; i++ {
		if s[i] != ':' && s[i] != '@' || i == 0 {
			continue
		}
		l := Locate{File: s[:i]}
		scope, find, hasFind := s[i+1:], "", true
		if s[i] == '@' {
			scope, find = "", scope
		} else {
			scope, find, hasFind = strings.Cut(scope, "@")
		}
		if hasFind {
			l.Find = &find
		}
		if s[i] == ':' && !l.setScope(scope) {
			continue
		}
		if tried++; exists(l.File) {
			found = append(found, l)
		}
	}
	switch len(found) {
	case 0:
		return Locate{}, ErrForm
	case 1:
		return found[0], nil
	}
	e := new(AmbiguousFormError)
	for _, l := range found {
		e.Files = append(e.Files, l.File)
	}
	return Locate{}, e
}

// setScope reads what is between the colon and the at sign.
func (l *Locate) setScope(s string) bool {
	if m := lineScope.FindStringSubmatch(s); m != nil {
		first, _ := strconv.Atoi(m[1]) // digits, and few
		last := first
		if m[2] != "" {
			last, _ = strconv.Atoi(m[2])
		}
		l.Lines = Lines{first, last + 1}
		if last == 0 {
			l.Lines.End = 0
		}
		return first > 0
	}
	l.SymbolPath = strings.Split(s, ".")
	return !slices.Contains(l.SymbolPath, "")
}
