package plan

import "fmt"

// Replacement is an edit in byte offsets: the range that it replaces in the old text, and the range of the replacement in the new text.
type Replacement struct {
	Start, End       int // in the text before
	NewStart, NewEnd int // in the text after
	Edit             TextEdit
}

// Replacements returns the bytes of a file after a plan, and the edits that lead to them, sorted. Its errors are those of Apply.
func Replacements(f FileTextEdits, data []byte) (after []byte, all []Replacement, err error) {
	patches, err := reopen(f, data)
	if err != nil {
		return nil, nil, err
	}
	confidence := map[Position]string{}
	for _, e := range f.TextEdits {
		confidence[e.Range.Start] = e.Confidence
	}
	grown := 0 // bytes added by the edits so far
	for _, p := range patches {
		start := p.start + grown
		p.edit.Confidence = confidence[p.edit.Range.Start]
		all = append(all, Replacement{p.start, p.end, start, start + len(p.edit.NewText), p.edit})
		grown += len(p.edit.NewText) - (p.end - p.start)
	}
	if after = splice(data, patches); !hasSum(after, f.SHA256After, f.SHA256AfterShort) {
		return nil, nil, fmt.Errorf("%s: %w", f.FilePath, ErrResult)
	}
	return after, all, nil
}
