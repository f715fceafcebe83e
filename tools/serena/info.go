package serena

import (
	"regexp"
	"strings"

	"tsplan/tools/namepath"
	"tsplan/tools/plan"
	"tsplan/tools/project"
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

func infoOf(s *project.Symbol, relativePath string, text *plan.Text, body bool, depth int) (SymbolInfo, error) {
	m, err := memberInfo(s, text)
	if err != nil {
		return SymbolInfo{}, err
	}
	info := SymbolInfo{
		Name: m.Name, NamePath: m.NamePath, Kind: m.Kind, RelativePath: relativePath,
		LineStart: m.LineStart, LineEnd: m.LineEnd, Signature: m.Signature,
	}
	if !s.Doc.None() {
		comment, err := s.Doc.In(text)
		if err != nil {
			return info, err
		}
		info.Docstring = project.Source(project.Cut(docstring(comment), maxDocstring))
	}
	if body {
		declaration, err := s.Declaration.In(text)
		if err != nil {
			return info, err
		}
		info.Body = project.Source(declaration)
	}
	info.Children, err = members(s, text, depth)
	return info, err
}

func members(s *project.Symbol, text *plan.Text, depth int) ([]MemberInfo, error) {
	if depth <= 0 {
		return nil, nil
	}
	var all []MemberInfo
	for _, child := range s.Children {
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

func memberInfo(s *project.Symbol, text *plan.Text) (MemberInfo, error) {
	first, err := project.LineNumber(text, s.Declaration.Start)
	if err != nil {
		return MemberInfo{}, err
	}
	last, err := project.LineNumber(text, s.Declaration.End)
	if err != nil {
		return MemberInfo{}, err
	}
	head, err := project.Offsets{Start: s.Declaration.Start, End: s.Head}.In(text)
	return MemberInfo{
		Name: s.OwnName(), NamePath: namepath.Format(s.Path), Kind: project.KindName(s.Kind),
		LineStart: first, LineEnd: last, Signature: project.Source(signature(head)),
	}, err
}

var (
	blanks    = regexp.MustCompile(`\s+`)
	beforeEnd = regexp.MustCompile(`\s*(=>|[={;,])?\s*$`)
	starred   = regexp.MustCompile(`(?m)^[ \t]*\*?[ \t]?`)
)

// signature returns the text before a body, on one line.
func signature(head string) string {
	return project.Cut(beforeEnd.ReplaceAllString(blanks.ReplaceAllString(head, " "), ""), maxSignature)
}

// docstring is the text of a JSDoc comment.
func docstring(comment string) string {
	text := strings.TrimSuffix(strings.TrimPrefix(comment, "/**"), "*/")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.TrimSpace(starred.ReplaceAllString(text, ""))
}
