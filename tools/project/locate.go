package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/locate"
	"tsplan/tools/namepath"
	"tsplan/tools/plan"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// LocateParams describe a place by the symbol or the text that is there. See package locate.
type LocateParams struct {
	FilePath   string       `json:"file_path" jsonschema:"The file; or all in one: src/a.ts:Client.fetch, src/a.ts:7@<|>temp"`
	Scope      *LocateScope `json:"scope,omitempty" jsonschema:"A symbol, or lines from 1"`
	Find       *string      `json:"find,omitempty" jsonschema:"Text that stands there; <|> marks the exact place"`
	Occurrence int          `json:"occurrence,omitempty" jsonschema:"Which match of find, from 1"`
	FirstMatch bool         `json:"first_match,omitempty" jsonschema:"Of several symbols, the first"`
}

// LocateScope is a symbol or lines. Lines count from 1.
type LocateScope struct {
	SymbolPath []string `json:"symbol_path,omitempty" jsonschema:"[\"Client\", \"fetch\"]"`
	Line       int      `json:"line,omitempty"`
	StartLine  int      `json:"start_line,omitempty"`
	EndLine    int      `json:"end_line,omitempty" jsonschema:"After the last line; 0 is the file's end"`
}

// candidate is a place that a locate fits.
type candidate struct {
	offset int
	number int      // among all, from 1
	path   []string // path of the symbol; nil if a text leads to the place
}

// Spot is a file and an offset in it.
type Spot struct {
	Name   string
	Text   *plan.Text
	Offset int
}

// Locate finds the one place that a locate means. Several candidates count as one if they name the same symbol.
func (r *Request) Locate(in LocateParams) (*Spot, error) {
	l, err := r.ReadLocate(in)
	if err != nil {
		return nil, err
	}
	name, err := r.Existing(l.File, hostfs.KindFile)
	if err != nil {
		return nil, err
	}
	symbols, text, err := r.Outline(name)
	if err != nil {
		return nil, err
	}
	file := r.Shown(name)
	found, err := candidates(r.Context(), l, file, symbols, text)
	if again := unescaped(l); err != nil && !reflect.DeepEqual(again, l) {
		if escaped, failed := candidates(r.Context(), again, file, symbols, text); failed == nil {
			l, found, err = again, escaped, nil
		}
	}
	if r.Context().Err() != nil {
		return nil, r.Ended()
	}
	if err != nil {
		return nil, err
	}
	for i := range found {
		found[i].number = i + 1
	}
	at := func(c candidate) *Spot { return &Spot{name, text, c.offset} }
	switch n := in.Occurrence; {
	case n > len(found) || n < 0:
		return nil, tool.Errorf(tool.OutOfRange, "occurrence is %d, and there are %d in %s", n, len(found), file)
	case n > 0:
		return at(found[n-1]), nil
	case len(found) == 1 || in.FirstMatch:
		return at(found[0]), nil
	}
	distinct, err := r.distinct(name, found)
	if err != nil {
		return nil, err
	}
	if len(distinct) != 1 {
		return nil, ambiguous(l, file, text, distinct)
	}
	return at(distinct[0]), nil
}

// ReadLocate checks a locate, and reads it if it is in the string form.
func (r *Request) ReadLocate(in LocateParams) (locate.Locate, error) {
	l := locate.Locate{File: in.FilePath, Find: in.Find}
	if in.Scope == nil && in.Find == nil {
		exists := func(path string) bool {
			_, err := r.Existing(path, hostfs.KindFile)
			return err == nil
		}
		if exists(in.FilePath) {
			return l, tool.Invalid("locate needs scope, find, or both")
		}
		l, err := locate.Parse(in.FilePath, exists)
		if errors.Is(err, locate.ErrForm) {
			return l, tool.Errorf(tool.NotFound, "no file %s; %v", in.FilePath, err)
		}
		if err != nil {
			return l, tool.Invalid("%v", err)
		}
		return l, nil
	}
	s := in.Scope
	if s == nil {
		return l, nil
	}
	l.SymbolPath = s.SymbolPath
	switch {
	case len(s.SymbolPath) > 0 && (s.Line != 0 || s.StartLine != 0):
		return l, tool.Invalid("scope is either a symbol_path or lines")
	case len(s.SymbolPath) > 0:
	case s.Line > 0 && s.StartLine == 0:
		l.Lines = locate.Lines{Start: s.Line, End: s.Line + 1}
	case s.StartLine > 0 && s.Line == 0:
		l.Lines = locate.Lines{Start: s.StartLine, End: s.EndLine}
	default:
		return l, tool.Invalid("scope needs symbol_path, line, or start_line and end_line, with lines from 1")
	}
	return l, nil
}

// unescaped turns the escapes that answers write for hidden characters back, in symbol path and find.
func unescaped(l locate.Locate) locate.Locate {
	l.SymbolPath = slices.Clone(l.SymbolPath)
	for i, name := range l.SymbolPath {
		l.SymbolPath[i] = sanitize.Unescape(name)
	}
	if l.Find != nil {
		find := sanitize.Unescape(*l.Find)
		l.Find = &find
	}
	return l
}

// candidates lists all places in a file that a locate fits, in order.
func candidates(ctx context.Context, l locate.Locate, file string, symbols Outline, text *plan.Text) ([]candidate, error) {
	if len(l.SymbolPath) > 0 {
		named, err := bySymbolPath(symbols, l.SymbolPath, file)
		if err != nil {
			return nil, err
		}
		var found []candidate
		if l.Find == nil {
			for _, s := range named {
				path := make([]string, len(s.Path))
				for i := range s.Path {
					path[i] = stepText(s.Path[i])
				}
				found = append(found, candidate{offset: s.At(), path: path})
			}
			return found, nil
		}
		for _, s := range named {
			more, err := byFind(ctx, text, s.Declaration, *l.Find, file)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
		return require(found, *l.Find, "symbol "+strings.Join(l.SymbolPath, ".")+" of "+file)
	}
	within := Offsets{0, text.Len()}
	where := file
	if l.Lines != (locate.Lines{}) {
		var err error
		if within, err = lineRange(text, l.Lines); err != nil {
			return nil, tool.Errorf(tool.OutOfRange, "%s: %v", file, err)
		}
		where = fmt.Sprintf("lines %d to %d of %s", l.Lines.Start, l.Lines.End-1, file)
		if l.Lines.End == 0 {
			where = fmt.Sprintf("lines %d to the end of %s", l.Lines.Start, file)
		}
	}
	if l.Find == nil {
		lines, err := within.In(text)
		if err != nil {
			return nil, err
		}
		blank := len(lines) - len(strings.TrimLeft(lines, " \t\r\n"))
		if blank == len(lines) {
			return nil, tool.Errorf(tool.LocateNotFound, "%s: there is nothing in these lines", where)
		}
		return []candidate{{offset: within.Start + blank}}, nil // one byte of it is one UTF-16 unit
	}
	found, err := byFind(ctx, text, within, *l.Find, file)
	if err != nil {
		return nil, err
	}
	return require(found, *l.Find, where)
}

func require(found []candidate, find, where string) ([]candidate, error) {
	if len(found) == 0 {
		return nil, tool.Errorf(tool.LocateNotFound, "%q is not in %s", find, where)
	}
	return found, nil
}

// lineRange returns the offsets of whole lines.
func lineRange(text *plan.Text, lines locate.Lines) (Offsets, error) {
	start, err := text.Offset(plan.Position{Line: lines.Start - 1})
	var missing *plan.LineError
	if errors.As(err, &missing) {
		return Offsets{}, fmt.Errorf("there is no line %d: the file has %d", lines.Start, missing.Lines)
	}
	if err != nil {
		return Offsets{}, err
	}
	if lines.End == 0 {
		return Offsets{start, text.Len()}, nil
	}
	if lines.End <= lines.Start {
		return Offsets{}, fmt.Errorf("end_line %d is not after start_line %d; it is the first line left out", lines.End, lines.Start)
	}
	end, err := text.Offset(plan.Position{Line: lines.End - 1})
	if errors.As(err, &missing) {
		if lines.End > missing.Lines+1 {
			return Offsets{}, fmt.Errorf("there is no line %d: the file has %d", lines.End-1, missing.Lines)
		}
		return Offsets{start, text.Len()}, nil
	}
	return Offsets{start, end}, err
}

// byFind finds a text in part of a file.
func byFind(ctx context.Context, text *plan.Text, within Offsets, find, file string) ([]candidate, error) {
	part, err := within.In(text)
	if err != nil {
		return nil, err
	}
	matches, more, err := locate.Find(ctx, part, find)
	switch {
	case errors.Is(err, locate.ErrMarkers):
		return nil, tool.Errorf(tool.MarkerAmbiguous, "%v: %q", err, find)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, tool.Invalid("%v", err)
	case more:
		return nil, tool.Errorf(tool.LocateAmbiguous, "%q is more than %d times in %s: give more of the text around it, or a scope", find, len(matches)-1, file)
	}
	var found []candidate
	at, units := 0, within.Start
	for _, m := range matches {
		if m.Cursor < at { // matches overlap
			at, units = 0, within.Start
		}
		units += utf16Len(part[at:m.Cursor])
		at = m.Cursor
		if len(found) == 0 || found[len(found)-1].offset != units {
			found = append(found, candidate{offset: units})
		}
	}
	return found, nil
}

// locator returns a locate that leads to a candidate of l and nowhere else.
func locator(l locate.Locate, file string, text *plan.Text, c candidate) (LocateParams, error) {
	if c.path != nil {
		return LocateParams{FilePath: file, Scope: &LocateScope{SymbolPath: c.path}}, nil
	}
	line, start, n, err := lineAt(text, c.offset)
	if err != nil {
		return LocateParams{}, err
	}
	if unique, ok := locate.Unique(line, ByteOf(line, c.offset-start)); ok {
		return LocateParams{FilePath: file, Scope: &LocateScope{Line: n}, Find: &unique}, nil
	}
	out := LocateParams{FilePath: file, Find: l.Find, Occurrence: c.number}
	switch {
	case len(l.SymbolPath) > 0:
		out.Scope = &LocateScope{SymbolPath: l.SymbolPath}
	case l.Lines != (locate.Lines{}):
		out.Scope = &LocateScope{StartLine: l.Lines.Start, EndLine: l.Lines.End}
	}
	return out, nil
}

// groups numbers places of a file by the symbol that they name: places with equal numbers name the same symbol; -1 means no symbol.
func (r *Request) groups(name string, places []candidate) ([]int, error) {
	at := make([]int, len(places))
	for i, c := range places {
		at[i] = c.offset
	}
	if err := r.Load(protocol.LoadUses(protocol.PlaceParams{File: paths.InGuest(name), Offset: at[0]})); err != nil {
		return nil, err
	}
	groups, err := runtime.Ask(r.Session, protocol.SameSymbol, protocol.SameSymbolParams{File: paths.InGuest(name), Offsets: at})
	if err != nil {
		return nil, err
	}
	if len(groups) != len(places) {
		return nil, fmt.Errorf("guest: %d groups for %d places", len(groups), len(places))
	}
	return groups, nil
}

// distinct keeps one candidate for each symbol. It drops candidates that name no symbol, as in comments, if any other names one.
func (r *Request) distinct(name string, found []candidate) ([]candidate, error) {
	groups, err := r.groups(name, found)
	if err != nil {
		return nil, err
	}
	var distinct []candidate
	seen := map[int]bool{-1: true}
	for i, group := range groups {
		if !seen[group] {
			seen[group] = true
			distinct = append(distinct, found[i])
		}
	}
	if len(distinct) == 0 {
		return found, nil
	}
	return distinct, nil
}

const shownCandidates = 5

func ambiguous(l locate.Locate, file string, text *plan.Text, found []candidate) error {
	what := strings.Join(l.SymbolPath, ".")
	if l.Find != nil {
		what = fmt.Sprintf("%q", *l.Find)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s means %d different things in %s; say which:", what, len(found), file)
	for i, c := range found[:min(shownCandidates, len(found))] {
		line, _, n, err := lineAt(text, c.offset)
		if err != nil {
			return err
		}
		leads, err := locator(l, file, text, c)
		if err != nil {
			return err
		}
		encoded, err := tool.Encode(leads)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(';')
		}
		fmt.Fprintf(&b, " line %d, %s, is %s", n, snippet(line), encoded)
	}
	if more := len(found) - shownCandidates; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	return tool.Errorf(tool.LocateAmbiguous, "%s", b.String())
}

// bySymbolPath finds symbols whose whole path is the given one, or, if there are none, symbols whose path ends with it. If there are none
// either, names with slashes or dots are read as paths.
func bySymbolPath(symbols Outline, path []string, file string) ([]*Symbol, error) {
	for _, reading := range append([][]string{path}, separated(path)...) {
		if found := withPath(symbols, reading); len(found) > 0 {
			return found, nil
		}
	}
	last := path[len(path)-1]
	if readings := separated(path); len(readings) > 0 {
		last = readings[len(readings)-1][len(readings[len(readings)-1])-1]
	}
	return nil, tool.Errorf(tool.SymbolNotFound, "no symbol %s in %s%s", strings.Join(path, "."), file, nearBySymbolPath(symbols, last))
}

func withPath(symbols Outline, path []string) []*Symbol {
	var whole, tail []*Symbol
	for s := range symbols.All() {
		if len(s.Path) < len(path) || !stepsMatch(s.Path[len(s.Path)-len(path):], path) {
			continue
		}
		if len(s.Path) == len(path) {
			whole = append(whole, s)
		} else {
			tail = append(tail, s)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return tail
}

func stepsMatch(steps []namepath.Step, path []string) bool {
	for i, s := range steps {
		if path[i] != s.Name && path[i] != stepText(s) {
			return false
		}
	}
	return true
}

func stepText(s namepath.Step) string {
	if s.Index < 0 {
		return s.Name
	}
	return fmt.Sprintf("%s[%d]", s.Name, s.Index)
}

// LocateAsString lets a tool take its locate as a string, and old forms of a scope's lines.
func LocateAsString(arguments map[string]any) {
	if s, ok := arguments["locate"].(string); ok {
		arguments["locate"] = map[string]any{"file_path": s}
		return
	}
	l, _ := arguments["locate"].(map[string]any)
	scope, _ := l["scope"].(map[string]any)
	lines, _ := scope["line"].([]any)
	if len(lines) != 2 {
		return
	}
	first, ok1 := lines[0].(json.Number)
	last, ok2 := lines[1].(json.Number)
	n, err := last.Int64()
	if !ok1 || !ok2 || err != nil {
		return
	}
	delete(scope, "line")
	if scope["start_line"] = first; n > 0 {
		n++
	}
	scope["end_line"] = n
}
