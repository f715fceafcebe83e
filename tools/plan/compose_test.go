package plan_test

import (
	"slices"
	"testing"
	"unicode/utf16"

	"tsplan/tools/plan"
)

func apply(text []uint16, changes []plan.Change) []uint16 {
	text = slices.Clone(text)
	for _, c := range slices.Backward(changes) {
		text = slices.Replace(text, c.Start, c.Start+c.Length, utf16.Encode([]rune(c.NewText))...)
	}
	return text
}

func TestCompose(t *testing.T) {
	change := func(start, length int, text string) plan.Change {
		return plan.Change{Span: plan.Span{Start: start, Length: length, NewText: text}}
	}
	for _, c := range []struct {
		name        string
		first, then []plan.Change
		want        []plan.Change
	}{
		{"nothing", nil, nil, nil},
		{"apart", []plan.Change{change(0, 3, "a")}, []plan.Change{change(2, 3, "longer")},
			[]plan.Change{change(0, 3, "a"), change(4, 3, "longer")}},
		{"the same place again", []plan.Change{change(4, 3, "bar")}, []plan.Change{change(4, 3, "baz")}, []plan.Change{change(4, 3, "baz")}},
		{"inside what was written", []plan.Change{change(4, 3, "foo: bar")}, []plan.Change{change(9, 3, "baz")}, []plan.Change{change(4, 3, "foo: baz")}},
		{"over an edge", []plan.Change{change(4, 3, "bar")}, []plan.Change{change(6, 3, "X")}, []plan.Change{change(4, 5, "baX")}},
		{"around two", []plan.Change{change(1, 1, "xx"), change(4, 1, "")}, []plan.Change{change(0, 6, "Y")}, []plan.Change{change(0, 6, "Y")}},
		{"behind an insertion", []plan.Change{change(3, 0, "i")}, []plan.Change{change(4, 2, "Y")}, []plan.Change{change(3, 2, "iY")}},
		{"confidence is the later one's", []plan.Change{{plan.Span{Start: 1, Length: 1, NewText: "xx"}, "config"}},
			[]plan.Change{{plan.Span{Start: 1, Length: 2, NewText: "y"}, "module-string"}},
			[]plan.Change{{plan.Span{Start: 1, Length: 1, NewText: "y"}, "module-string"}}},
		{"also where it begins before", []plan.Change{{plan.Span{Start: 1, Length: 1, NewText: "x"}, "config"}},
			[]plan.Change{{plan.Span{Start: 0, Length: 2, NewText: "y"}, "module-string"}},
			[]plan.Change{{plan.Span{Start: 0, Length: 2, NewText: "y"}, "module-string"}}},
		{"confidence of one alone", []plan.Change{{plan.Span{Start: 1, Length: 1, NewText: "x"}, "config"}}, nil,
			[]plan.Change{{plan.Span{Start: 1, Length: 1, NewText: "x"}, "config"}}},
	} {
		if got := plan.Compose(c.first, c.then); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// FuzzCompose compares the composed changes with carrying out both lists.
func FuzzCompose(f *testing.F) {
	f.Add([]byte{1, 2, 3, 0, 1, 1}, []byte{0, 1, 2, 2, 2, 2})
	f.Add([]byte{4, 0, 2}, []byte{4, 0, 1, 0, 3, 0})
	f.Add([]byte{0, 3, 0, 0, 3, 0}, []byte{0, 0, 3})
	f.Fuzz(func(t *testing.T, one, two []byte) {
		text := utf16.Encode([]rune("the text before both of the changes"))
		read := func(script []byte, length int) []plan.Change {
			var out []plan.Change
			for at := 0; len(script) >= 3; script = script[3:] {
				start := at + int(script[0])%8
				size := int(script[1]) % 6
				if start+size > length {
					break
				}
				if n := len(out); n > 0 && start == out[n-1].Start {
					break
				}
				out = append(out, plan.Change{Span: plan.Span{Start: start, Length: size, NewText: "ABCDEF"[:script[2]%6]}})
				at = start + size
			}
			return out
		}
		first := read(one, len(text))
		between := apply(text, first)
		then := read(two, len(between))
		want := apply(between, then)
		composed := plan.Compose(first, then)
		if got := apply(text, composed); !slices.Equal(got, want) {
			t.Fatalf("%v, then %v: %v leads to %q, want %q", first, then, composed, string(utf16.Decode(got)), string(utf16.Decode(want)))
		}
		for i := 1; i < len(composed); i++ {
			if composed[i].Start <= composed[i-1].Start+composed[i-1].Length-1 || composed[i].Start == composed[i-1].Start {
				t.Fatalf("%v, then %v: %v overlap", first, then, composed)
			}
		}
	})
}
