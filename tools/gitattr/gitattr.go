// Package gitattr reads .gitattributes, and says whether git would write a file as it is, or change its bytes on the way
// to the disk: line breaks, $Id$, filters.
//
// It imports the standard library only, and reads no files itself.
package gitattr

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// Rules are lines of attribute files. Later lines override earlier ones.
type Rules struct {
	rules    []rule
	autocrlf string // core.autocrlf: "true", "input" or ""
	crlf     bool   // core.eol is crlf
}

type rule struct {
	dir     string // directory of the attribute file, "." for the root
	pattern *regexp.Regexp
	base    bool // the pattern is compared with the last name of a path
	values  map[string]string
}

// Attributes that change a file's bytes. Others are not kept.
var known = map[string]bool{"text": true, "eol": true, "ident": true, "filter": true, "working-tree-encoding": true, "crlf": true}

const (
	set   = "true"
	unset = "false"
)

// Add reads an attribute file of a directory. Files of deeper directories must be added later, and so must .git/info/attributes, as a file
// of the root: a later line overrides an earlier one.
func (r *Rules) Add(dir, text string) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 || strings.HasPrefix(fields[0], "#") || strings.HasPrefix(fields[0], "!") || strings.HasPrefix(fields[0], "[attr]") {
			continue
		}
		values := map[string]string{}
		for _, f := range fields[1:] {
			name, value := attribute(f)
			if name == "binary" && value == set {
				name, value = "text", unset
			}
			if known[name] {
				values[name] = value
			}
		}
		pattern, base := glob(fields[0])
		if len(values) > 0 && pattern != nil {
			r.rules = append(r.rules, rule{dir, pattern, base, values})
		}
	}
}

// attribute reads forms such as text, -text, !text and eol=lf.
func attribute(field string) (name, value string) {
	switch {
	case strings.HasPrefix(field, "-"):
		return field[1:], unset
	case strings.HasPrefix(field, "!"):
		return field[1:], ""
	}
	if name, value, ok := strings.Cut(field, "="); ok {
		return name, value
	}
	return field, set
}

// Configure reads what a .git/config says about line breaks.
func (r *Rules) Configure(text string) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.ToLower(strings.TrimSpace(line))
		if strings.HasPrefix(line, "[") {
			section = line
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		if section != "[core]" {
			continue
		}
		switch value = strings.TrimSpace(value); strings.TrimSpace(name) {
		case "autocrlf":
			r.autocrlf = map[string]string{"true": "true", "yes": "true", "on": "true", "1": "true", "": "true", "input": "input"}[value]
		case "eol":
			r.crlf = value == "crlf"
		}
	}
}

// glob translates a pattern of .gitattributes. It is nil for one that matches nothing.
func glob(pattern string) (re *regexp.Regexp, base bool) {
	base = !strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	var b strings.Builder
	b.WriteByte('^')
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		class := strings.IndexByte(rest, ']')
		switch {
		case strings.HasPrefix(rest, "**/"):
			b.WriteString("(?:.*/)?")
			i += 3
		case rest == "**":
			b.WriteString(".*")
			i += 2
		case rest[0] == '*':
			b.WriteString("[^/]*")
			i++
		case rest[0] == '?':
			b.WriteString("[^/]")
			i++
		case rest[0] == '[' && class > 1:
			set := strings.ReplaceAll(rest[1:class], `\`, `\\`)
			if strings.HasPrefix(set, "!") {
				set = "^" + set[1:]
			}
			b.WriteString("[" + set + "]")
			i += class + 1
		case rest[0] == '\\' && len(rest) > 1:
			b.WriteString(regexp.QuoteMeta(rest[1:2]))
			i += 2
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
			i++
		}
	}
	b.WriteByte('$')
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil, base
	}
	return re, base
}

func (r *Rules) of(name string) map[string]string {
	values := map[string]string{}
	for _, rule := range r.rules {
		within := name
		if rule.dir != "." {
			var ok bool
			if within, ok = strings.CutPrefix(name, rule.dir+"/"); !ok {
				continue
			}
		}
		if rule.base {
			within = path.Base(within)
		}
		if rule.pattern.MatchString(within) {
			for attribute, value := range rule.values {
				values[attribute] = value
			}
		}
	}
	return values
}

// Plain reports whether nothing is configured, so that git writes every file as it is.
func (r *Rules) Plain() bool { return len(r.rules) == 0 && r.autocrlf == "" }

// Changes returns the git setting, such as "eol=crlf", that makes git write a file with other bytes than content. If git writes content
// unchanged, Changes returns "".
func (r *Rules) Changes(name string, content []byte) string {
	v := r.of(name)
	if filter := v["filter"]; filter != "" && filter != unset {
		return "filter=" + filter
	}
	if encoding := v["working-tree-encoding"]; encoding != "" && encoding != unset {
		return "working-tree-encoding=" + encoding
	}
	if v["ident"] == set && bytes.Contains(content, []byte("$Id")) {
		return "ident"
	}
	text, why := v["text"], "text"
	if text == "" {
		text = map[string]string{set: set, unset: unset, "input": set}[v["crlf"]]
	}
	eol := v["eol"]
	switch {
	case text == unset:
		return ""
	case eol != "" && text == "":
		text, why = set, "eol="+eol
	case eol != "":
		why = "eol=" + eol
	case text == "" && r.autocrlf != "":
		text, why = "auto", "core.autocrlf="+r.autocrlf
	case text == "":
		return ""
	case text == "auto":
		why = "text=auto"
	}
	crlf := bytes.Count(content, []byte("\r\n"))
	bare := bytes.Count(content, []byte("\n")) - crlf
	toCRLF := eol == "crlf" || eol == "" && (r.autocrlf == "true" || r.autocrlf == "" && r.crlf)
	switch {
	case toCRLF && bare > 0 && (text != "auto" || crlf == 0):
		return why
	case crlf > 0 && bare > 0:
		return why // git changes one of the two line breaks
	}
	return ""
}
