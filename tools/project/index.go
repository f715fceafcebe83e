package project

import (
	"strings"
	"sync"

	"tsplan/hostfs"
	"tsplan/runtime"
	"tsplan/runtime/paths"
	"tsplan/runtime/protocol"
	"tsplan/tools/plan"
	"tsplan/tools/tool"
)

// indexes keep the symbols of the projects that were asked about. The zero value is ready.
type indexes struct {
	mu      sync.Mutex
	clock   uint64
	byPlace map[tool.Place]*symbolIndex
}

const maxIndexes = 8

// of returns the index of a project, which only the holder of its session may use.
func (x *indexes) of(project tool.Place) *symbolIndex {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.clock++
	index := x.byPlace[project]
	if index == nil {
		if len(x.byPlace) >= maxIndexes {
			x.dropOldest()
		}
		if x.byPlace == nil {
			x.byPlace = map[tool.Place]*symbolIndex{}
		}
		index = newSymbolIndex()
		x.byPlace[project] = index
	}
	index.used = x.clock
	return index
}

func (x *indexes) dropOldest() {
	var oldest tool.Place
	used := x.clock
	for place, index := range x.byPlace {
		if index.used < used {
			oldest, used = place, index.used
		}
	}
	delete(x.byPlace, oldest)
}

// symbolIndex holds the outlines of files, each with the hash of the content that it was made from. An entry is used only while the view
// returns that content, so the index needs no notice of changes. A file is parsed when a question first needs it.
type symbolIndex struct {
	used  uint64 // by indexes.clock
	files map[string]*indexedFile
	kept  int // bytes of text
}

func newSymbolIndex() *symbolIndex { return &symbolIndex{files: map[string]*indexedFile{}} }

type indexedFile struct {
	sum     [32]byte
	outline Outline // nil until it is parsed
	parsed  bool
	words   string // the file's text until it is parsed, to see whether it must be parsed; "" if there was no room
}

const (
	maxKept    = 64 << 20 // 64 MiB of text
	batchFiles = 64       // files parsed in one call of the guest
	batchBytes = 1 << 20  // 1 MiB of text in one call
)

// entry returns the index entry of a file, and reads the file if it has to.
func (r *Request) entry(name string) (*indexedFile, error) {
	known := r.index.files[name]
	if sum, ok := r.View.Sum(name); ok && known != nil && known.sum == sum && r.draft == nil {
		return known, nil
	}
	file, err := r.Read(name)
	if err != nil {
		return nil, err
	}
	if known != nil && known.sum == file.SHA256 {
		return known, nil
	}
	r.index.drop(name)
	entry := &indexedFile{sum: file.SHA256}
	text, utf8 := hostfs.Decode(file.Data)
	switch {
	case !utf8:
		entry.parsed = true // its offsets would mean nothing: see plan.NewText
	case r.index.kept+len(text) <= maxKept:
		entry.words = text
		r.index.kept += len(text)
	}
	r.index.files[name] = entry
	return entry, nil
}

func (x *symbolIndex) drop(name string) {
	if known := x.files[name]; known != nil {
		x.kept -= len(known.words)
		delete(x.files, name)
	}
}

// outlines returns the symbols of files that exist, by name.
func (r *Request) outlines(names []string) (map[string]Outline, error) {
	found := make(map[string]Outline, len(names))
	var batch []string
	size := 0
	flush := func() error {
		err := r.parse(batch, found)
		batch, size = batch[:0], 0
		return err
	}
	for _, name := range names {
		entry, err := r.entry(name)
		if err != nil {
			return nil, err
		}
		if entry.parsed {
			found[name] = entry.outline
			continue
		}
		batch = append(batch, name)
		if size += len(entry.words); len(batch) == batchFiles || size > batchBytes {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	return found, flush()
}

// parse has the guest parse files, each on its own, without a program.
func (r *Request) parse(names []string, found map[string]Outline) error {
	if len(names) == 0 {
		return nil
	}
	answer, err := runtime.Ask(r.Session, protocol.Outline, protocol.OutlineParams{Files: paths.AllInGuest(names)})
	if err != nil {
		return err
	}
	for i, name := range names {
		var claimed []protocol.OutlineSymbol
		if i < len(answer) {
			claimed = answer[i]
		}
		symbols, err := newOutline(claimed, nil)
		if err != nil {
			return err
		}
		entry := r.index.files[name]
		entry.outline, entry.parsed = symbols, true
		r.index.kept -= len(entry.words)
		entry.words = ""
		found[name] = symbols
	}
	return nil
}

// Outline returns the symbols of one file and its text.
func (r *Request) Outline(name string) (Outline, *plan.Text, error) {
	text, err := r.Text(name)
	if err != nil {
		return nil, nil, err
	}
	found, err := r.outlines([]string{name})
	return found[name], text, err
}

func (r *Request) Text(name string) (*plan.Text, error) {
	file, err := r.Read(name)
	if err != nil {
		return nil, err
	}
	text, err := plan.NewText(file.Data)
	if err != nil {
		return nil, tool.Invalid("%s: %w", r.Shown(name), err)
	}
	return text, nil
}

// mayDeclare reports, without parsing a file, whether it can have a symbol whose name contains these parts.
func (e *indexedFile) mayDeclare(parts []string) bool {
	if e.parsed || e.words == "" || strings.Contains(e.words, `\u`) {
		return true
	}
	for _, part := range parts {
		if !strings.Contains(e.words, part) {
			return false
		}
	}
	return true
}
