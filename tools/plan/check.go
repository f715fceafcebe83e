package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// maxFile bounds a file and the new text for it together.
const maxFile = 64 << 20 // 64 MiB

var (
	// ErrOverlap refuses two edits if one changes text that the other replaces, or if both start at the same place, since the result would
	// depend on their order.
	ErrOverlap = errors.New("two edits overlap")
	// ErrNewText refuses new text that is not valid UTF-8.
	ErrNewText = errors.New("the new text is not valid UTF-8")
	// ErrTooLarge refuses a file and new text that are larger than 64 MiB together.
	ErrTooLarge = errors.New("the file and its new text are larger than 64 MiB")
	// ErrStale refuses a plan for a file whose bytes have changed since it was made.
	ErrStale = errors.New("the file has changed since the plan was made: ask for a new plan")
	// ErrResult refuses edits that do not lead to the promised bytes.
	ErrResult = errors.New("the edits do not lead to the plan's sha256After")
)

// patch is an edit that was checked. Its start and end are byte offsets.
type patch struct {
	start, end int
	edit       TextEdit
}

// Edit checks the edits that the guest claims for one file, and returns them and the bytes that result from them. data is the file as it is
// on disk. Edit keeps everything in it that no edit replaces, also the byte order mark and line breaks. The claims may be in any order, and
// identical claims count once.
//
// An error names the file and the edit and wraps an error of CheckName, NewText or
// Text.Position, or ErrOverlap, ErrNewText, ErrNUL, ErrControl or ErrTooLarge.
func Edit(filePath string, data []byte, spans []Span) (FileTextEdits, []byte, error) {
	if err := CheckName(filePath); err != nil {
		return FileTextEdits{}, nil, err
	}
	text, err := NewText(data)
	if err != nil {
		return FileTextEdits{}, nil, fmt.Errorf("%s: %w", filePath, err)
	}
	patches, err := check(text, spans)
	if err != nil {
		return FileTextEdits{}, nil, fmt.Errorf("%s: %w", filePath, err)
	}
	edits := make([]TextEdit, len(patches))
	for i, p := range patches {
		edits[i] = p.edit
	}
	after := splice(data, patches)
	return FileTextEdits{
		FilePath:    filePath,
		TextEdits:   edits,
		SHA256:      Sum(data),
		SHA256After: Sum(after),
		BOM:         text.bom > 0,
	}, after, nil
}

// Apply returns the bytes of a file after a plan. It checks the edits as Edit does, and returns ErrStale or ErrResult if one of the plan's
// hashes, short or whole, is not that of the bytes.
func Apply(f FileTextEdits, data []byte) ([]byte, error) {
	after, _, err := Replacements(f, data)
	return after, err
}

// reopen checks the edits of a finished plan against the bytes of the file.
func reopen(f FileTextEdits, data []byte) ([]patch, error) {
	if err := CheckName(f.FilePath); err != nil {
		return nil, err
	}
	if !hasSum(data, f.SHA256, f.SHA256Short) {
		return nil, fmt.Errorf("%s: %w", f.FilePath, ErrStale)
	}
	text, err := NewText(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.FilePath, err)
	}
	spans := make([]Span, len(f.TextEdits))
	for i, e := range f.TextEdits {
		start, err := text.Offset(e.Range.Start)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.FilePath, err)
		}
		end, err := text.Offset(e.Range.End)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.FilePath, err)
		}
		spans[i] = Span{Start: start, Length: end - start, NewText: e.NewText}
	}
	patches, err := check(text, spans)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.FilePath, err)
	}
	return patches, nil
}

// check returns the claimed edits in the order of their places.
func check(text *Text, spans []Span) ([]patch, error) {
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Length, b.Length),
			cmp.Compare(a.NewText, b.NewText))
	})
	spans = slices.Compact(spans)
	size := len(text.data)
	for _, s := range spans {
		if size += len(s.NewText); size > maxFile {
			return nil, ErrTooLarge
		}
	}
	patches := make([]patch, len(spans))
	for i, s := range spans {
		var err error
		if patches[i], err = locate(text, s); err != nil {
			return nil, fmt.Errorf("edit at offset %d, length %d: %w", s.Start, s.Length, err)
		}
		if i == 0 {
			continue
		}
		if prev := spans[i-1]; s.Start == prev.Start || s.Start < prev.Start+prev.Length {
			return nil, fmt.Errorf("edits at offset %d, length %d, and offset %d, length %d: %w",
				prev.Start, prev.Length, s.Start, s.Length, ErrOverlap)
		}
	}
	return patches, nil
}

// locate checks a single edit on its own.
func locate(text *Text, s Span) (patch, error) {
	switch {
	case s.Start < 0 || s.Length < 0:
		return patch{}, ErrNegative
	case s.Start > text.Len() || s.Length > text.Len()-s.Start:
		return patch{}, ErrPastEnd
	case !utf8.ValidString(s.NewText):
		return patch{}, ErrNewText
	}
	if err := checkCharacters(s.NewText, "\t\n\v\f\r"); err != nil {
		return patch{}, fmt.Errorf("the new text %w", err)
	}
	p := patch{edit: TextEdit{NewText: s.NewText}}
	var err error
	if p.start, p.edit.Range.Start, err = text.place(s.Start); err != nil {
		return patch{}, err
	}
	p.end, p.edit.Range.End, err = text.place(s.Start + s.Length)
	return p, err
}

// splice expects sorted patches.
func splice(data []byte, patches []patch) []byte {
	after := make([]byte, 0, len(data))
	last := 0
	for _, p := range patches {
		after = append(after, data[last:p.start]...)
		after = append(after, p.edit.NewText...)
		last = p.end
	}
	return append(after, data[last:]...)
}
