package locate

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	files := []string{"a.ts", "src/a.ts", `C:\src\a.ts`, "packages/@acme/ui/src/a.ts", "a.ts:1", "we@ird.ts", "we"}
	text := func(s string) *string { return &s }
	for _, test := range []struct {
		in   string
		want Locate
	}{
		{"a.ts:42", Locate{File: "a.ts", Lines: Lines{42, 43}}},
		{"a.ts:10,20", Locate{File: "a.ts", Lines: Lines{10, 21}}},
		{"a.ts:10-20", Locate{File: "a.ts", Lines: Lines{10, 21}}},
		{"a.ts:10,0", Locate{File: "a.ts", Lines: Lines{10, 0}}},
		{"a.ts:Client", Locate{File: "a.ts", SymbolPath: []string{"Client"}}},
		{"a.ts:Client.fetch", Locate{File: "a.ts", SymbolPath: []string{"Client", "fetch"}}},
		{"a.ts:fetch[1]", Locate{File: "a.ts", SymbolPath: []string{"fetch[1]"}}},
		{"a.ts@temp", Locate{File: "a.ts", Find: text("temp")}},
		{"a.ts@", Locate{File: "a.ts", Find: text("")}},
		{"a.ts:7@const <|>temp", Locate{File: "a.ts", Lines: Lines{7, 8}, Find: text("const <|>temp")}},
		{"a.ts:f@return x", Locate{File: "a.ts", SymbolPath: []string{"f"}, Find: text("return x")}},
		{"a.ts:f@a: b@c", Locate{File: "a.ts", SymbolPath: []string{"f"}, Find: text("a: b@c")}},
		{"src/a.ts:Foo@@Injectable()", Locate{File: "src/a.ts", SymbolPath: []string{"Foo"}, Find: text("@Injectable()")}},
		{"src/a.ts@@Injectable()", Locate{File: "src/a.ts", Find: text("@Injectable()")}},
		{`C:\src\a.ts:42`, Locate{File: `C:\src\a.ts`, Lines: Lines{42, 43}}},
		{`C:\src\a.ts:Foo.bar@x`, Locate{File: `C:\src\a.ts`, SymbolPath: []string{"Foo", "bar"}, Find: text("x")}},
		{"packages/@acme/ui/src/a.ts@x", Locate{File: "packages/@acme/ui/src/a.ts", Find: text("x")}},
		{"packages/@acme/ui/src/a.ts:Foo", Locate{File: "packages/@acme/ui/src/a.ts", SymbolPath: []string{"Foo"}}},
	} {
		got, err := Parse(test.in, func(path string) bool { return slices.Contains(files, path) })
		if err != nil {
			t.Errorf("%s: %v", test.in, err)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s -want +got:\n%s", test.in, diff)
		}
	}
	for _, bad := range []string{"", "a.ts", "b.ts:1", "a.ts:", "a.ts:0", "a.ts:.x", "a.ts:A..b", ":1", "@x", "a.ts:1,x@y@z:0", "b@a.ts:1"} {
		if got, err := Parse(bad, func(path string) bool { return path == "a.ts" && bad != "a.ts:1,x@y@z:0" }); !errors.Is(err, ErrForm) {
			t.Errorf("%q: %+v, %v", bad, got, err)
		}
	}
	var several *AmbiguousFormError
	for _, in := range []string{"a.ts:1:2", "we@ird.ts:f"} {
		if got, err := Parse(in, func(path string) bool { return slices.Contains(files, path) }); !errors.As(err, &several) {
			t.Errorf("%q: %+v, %v", in, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a.ts:42@x", "a:b:c@d", "@:@", "a.ts:1,2", "a.ts:1-0@", "a.ts:A.b[1]@<|>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tried := 0
		l, err := Parse(s, func(string) bool { tried++; return tried%3 == 0 })
		if err != nil {
			return
		}
		if l.File == "" || l.Find == nil && len(l.SymbolPath) == 0 && l.Lines.Start == 0 {
			t.Fatalf("%q: %+v", s, l)
		}
	})
}
