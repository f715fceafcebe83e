package tools

import (
	"regexp"
	"strings"

	"tsplan/tools/namepath"
	"tsplan/tools/plan"
)

// SymbolInfo is one symbol as the tools show it. Lines count from 1, the last one included.
type SymbolInfo struct {
	Name         string       `json:"name"`
	NamePath     string       `json:"name_path"`
	Kind         string       `json:"kind"`
	RelativePath string       `json:"relative_path"`
	LineStart    int          `json:"line_start"`
	LineEnd      int          `json:"line_end"`
	Signature    string       `json:"signature,omitempty"`
	Docstring    string       `json:"docstring,omitempty"`
	Body         string       `json:"body,omitempty"`
	Children     []MemberInfo `json:"children,omitempty"` // down to depth, parents before their children
}

// MemberInfo is a symbol inside of another one.
type MemberInfo struct {
	Name      string `json:"name"`
	NamePath  string `json:"name_path"`
	Kind      string `json:"kind"`
	LineStart int    `json:"line_start"`
	LineEnd   int    `json:"line_end"`
	Signature string `json:"signature,omitempty"`
}

const (
	maxSignature = 300  // bytes
	maxDocstring = 1000 // bytes
)

func infoOf(s *symbol, relativePath string, text *plan.Text, body bool, depth int) (SymbolInfo, error) {
	m, err := memberInfo(s, text)
	if err != nil {
		return SymbolInfo{}, err
	}
	info := SymbolInfo{
		Name: m.Name, NamePath: m.NamePath, Kind: m.Kind, RelativePath: relativePath,
		LineStart: m.LineStart, LineEnd: m.LineEnd, Signature: m.Signature,
	}
	if !s.doc.none() {
		comment, err := s.doc.in(text)
		if err != nil {
			return info, err
		}
		info.Docstring = source(cut(docstring(comment), maxDocstring))
	}
	if body {
		declaration, err := s.declaration.in(text)
		if err != nil {
			return info, err
		}
		info.Body = source(declaration)
	}
	info.Children, err = members(s, text, depth)
	return info, err
}

func members(s *symbol, text *plan.Text, depth int) ([]MemberInfo, error) {
	if depth <= 0 {
		return nil, nil
	}
	var all []MemberInfo
	for _, child := range s.children {
		m, err := memberInfo(child, text)
		if err != nil {
			return nil, err
		}
		below, err := members(child, text, depth-1)
		if err != nil {
			return nil, err
		}
		all = append(append(all, m), below...)
	}
	return all, nil
}

func memberInfo(s *symbol, text *plan.Text) (MemberInfo, error) {
	first, err := lineNumber(text, s.declaration.start)
	if err != nil {
		return MemberInfo{}, err
	}
	last, err := lineNumber(text, s.declaration.end)
	if err != nil {
		return MemberInfo{}, err
	}
	head, err := offsets{s.declaration.start, s.head}.in(text)
	return MemberInfo{
		Name: s.ownName(), NamePath: namepath.Format(s.path), Kind: kindName(s.kind),
		LineStart: first, LineEnd: last, Signature: source(signature(head)),
	}, err
}

var (
	blanks    = regexp.MustCompile(`\s+`)
	beforeEnd = regexp.MustCompile(`\s*(=>|[={;,])?\s*$`)
	starred   = regexp.MustCompile(`(?m)^[ \t]*\*?[ \t]?`)
)

// signature is what is before a body, on one line.
func signature(head string) string {
	return cut(beforeEnd.ReplaceAllString(blanks.ReplaceAllString(head, " "), ""), maxSignature)
}

// docstring is the text of a JSDoc comment.
func docstring(comment string) string {
	text := strings.TrimSuffix(strings.TrimPrefix(comment, "/**"), "*/")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.TrimSpace(starred.ReplaceAllString(text, ""))
}
