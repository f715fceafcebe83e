package tool

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Hosts cut or refuse answers over about 25,000 tokens. A token is counted as four bytes of the answer's JSON, which is
// what source code comes to or less.
const (
	bytesPerToken = 4
	DefaultAnswer = 25_000 * bytesPerToken // bytes
	minAnswer     = 1_000
	MaxAnswer     = 4 << 20 // 4 MiB: half of what a message may have
)

// Fitting returns the largest n, up to most, for which the answer that make returns takes at most limit bytes of JSON;
// 0 if none does. A larger n must not make a smaller answer.
func Fitting(limit, most int, answer func(n int) any) int {
	if small(limit, answer(most)) {
		return most
	}
	return max(0, sort.Search(most, func(n int) bool { return !small(limit, answer(n)) })-1)
}

// Paging has the arguments that ask for part of a long list.
type Paging struct {
	Offset         int `json:"offset,omitempty" jsonschema:"next_offset of the last answer"`
	Limit          int `json:"limit,omitempty"`
	MaxAnswerChars int `json:"max_answer_chars,omitempty" jsonschema:"Bytes; default 100000"`
}

// Page says which part of a list an answer has, and what it leaves out. It is empty if nothing is left out.
type Page struct {
	Total      int      `json:"total,omitempty"`       // of the whole list
	NextOffset int      `json:"next_offset,omitempty"` // where the rest starts
	LeftOut    string   `json:"left_out,omitempty"`
	Notes      []string `json:"notes,omitempty"`
}

// Bytes returns an answer's largest size in bytes. Serena's -1 means the default.
func (p Paging) Bytes() int {
	if p.MaxAnswerChars <= 0 {
		return DefaultAnswer
	}
	return min(max(p.MaxAnswerChars, minAnswer), MaxAnswer)
}

// Adjusted returns a note that names the argument if Bytes is not the size that was asked for, and "" if it is.
func (p Paging) Adjusted(argument string) string {
	if p.MaxAnswerChars <= 0 || p.MaxAnswerChars == p.Bytes() {
		return ""
	}
	return fmt.Sprintf("%s is %d: it must be from %d to %d, and the nearest was taken", argument, p.MaxAnswerChars, minAnswer, MaxAnswer)
}

// PageOf returns the part of a list that is asked for.
func PageOf[T any](p Paging, all []T) ([]T, error) {
	if p.Offset < 0 || p.Offset > len(all) {
		return nil, Invalid("offset is %d, and there are %d results", p.Offset, len(all))
	}
	part := all[p.Offset:]
	if p.Limit > 0 {
		part = part[:min(p.Limit, len(part))]
	}
	return part, nil
}

// Page describes a page of n results from the offset on.
func (p Paging) Page(n, total int, left string, notes []string) Page {
	if note := p.Adjusted("max_answer_chars"); note != "" {
		notes = append(slices.Clone(notes), note)
	}
	out := Page{LeftOut: left, Notes: notes}
	if n < total {
		out.Total = total
	}
	if p.Offset+n < total {
		out.NextOffset = p.Offset + n
		rest := fmt.Sprintf("%d more: ask with offset %d", total-p.Offset-n, out.NextOffset)
		out.LeftOut = strings.TrimPrefix(left+"; "+rest, "; ")
	}
	return out
}

// Shortening removes one kind of detail from all results, and reports whether there was any.
type Shortening struct {
	What string // the detail left out, and how to ask for it
	Take func() bool
}

// Shorten returns the answer with the most detail that fits, and otherwise the longest page without details.
func Shorten[T any](limit, n int, answer func(n int, left string) T, steps ...Shortening) T {
	var left []string
	for _, step := range steps {
		if whole := answer(n, strings.Join(left, "; ")); small(limit, whole) {
			return whole
		}
		if step.Take() {
			left = append(slices.Clone(left), step.What)
		}
	}
	text := strings.Join(left, "; ")
	fits := Fitting(limit, n, func(n int) any { return answer(n, text) })
	return answer(fits, text)
}

// small reports whether an answer fits. An answer that cannot be encoded counts as small, and fails later.
func small(limit int, answer any) bool {
	raw, err := Encode(answer)
	return err != nil || len(raw) <= limit
}
