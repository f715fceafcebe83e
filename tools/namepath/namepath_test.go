package namepath

import (
	"errors"
	"slices"
	"testing"
)

func at(names ...any) []Step {
	var steps []Step
	for _, n := range names {
		switch n := n.(type) {
		case string:
			steps = append(steps, Step{n, -1})
		case int:
			steps[len(steps)-1].Index = n
		}
	}
	return steps
}

func TestMatch(t *testing.T) {
	method := at("Service", "get")
	for _, test := range []struct {
		pattern   string
		mode      Mode
		path      []Step
		ok, exact bool
	}{
		{"get", Exact, method, true, true},
		{"Service/get", Exact, method, true, true},
		{"/Service/get", Exact, method, true, true},
		{"Service/get/", Exact, method, true, true},
		{"/get", Exact, method, false, false},
		{"/Service", Exact, at("Service"), true, true},
		{"Other/get", Exact, method, false, false},
		{"a/Service/get", Exact, method, false, false},
		{"GET", Exact, method, false, false},
		{"ge", Exact, method, false, false},
		{"ge", Substring, method, true, false},
		{"get", Substring, method, true, true},
		{"Serv/get", Substring, method, false, false},
		{"Service/e", Substring, method, true, false},
		{"/Service/e", Substring, method, true, false},
		{"get", Exact, at("get", 1), true, true},
		{"get[1]", Exact, at("get", 1), true, true},
		{"get[0]", Exact, at("get", 1), false, false},
		{"get[0]", Exact, at("get"), false, false},
		{"e[1]", Substring, at("get", 1), false, false},
		{"Box[0]/get[1]", Exact, at("Box", 0, "get", 1), true, true},
		{"Box/get", Exact, at("Box", 0, "get", 1), true, true},
		{`\[0]`, Exact, at("[0]"), true, true},
		{"[0]", Exact, at("[0]"), true, true},
		{`['a\/b']`, Exact, at("['a/b']"), true, true},
		{`it('GET \/users') callback`, Exact, at("it('GET /users') callback"), true, true},
		{`a\\b`, Exact, at(`a\b`), true, true},
		{`a\`, Exact, at(`a\`), true, true},
		{`x\[2]`, Exact, at("x[2]"), true, true},
		{`x\[2][1]`, Exact, at("x[2]", 1), true, true},
		{"g*", Wildcard, method, true, false},
		{"*t", Wildcard, method, true, false},
		{"Serv*/get", Wildcard, method, true, true},
		{"g*e*t", Wildcard, at("get"), true, false},
		{"g*t*t", Wildcard, at("get"), false, false},
		{"ge*et", Wildcard, at("get"), false, false},
		{"*", Wildcard, at("get"), true, false},
		{"*", Exact, at("get"), false, false},
	} {
		p, err := Parse(test.pattern, test.mode)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		if ok, exact := p.Match(test.path); ok != test.ok || exact != test.exact {
			t.Errorf("%s on %s: got %v %v", test.pattern, Format(test.path), ok, exact)
		}
	}
	for _, empty := range []string{"", "/", "//", "a//b", "//a"} {
		if _, err := Parse(empty, Exact); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %v", empty, err)
		}
	}
}

// FuzzFormat formats name paths with any names, and wants each to be read back as the same path.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"a", "a/b", "[0]", "x[12]", `\`, `a\[1]`, "it('/')", "[", "a]", " ", "é[0]", "[1][2]"} {
		f.Add(s, "b", -1)
		f.Add("b", s, 3)
	}
	f.Fuzz(func(t *testing.T, outer, inner string, index int) {
		if outer == "" || inner == "" || index > 999_999_999 {
			return
		}
		path := []Step{{outer, -1}, {inner, max(index, -1)}}
		p, err := Parse("/"+Format(path), Exact)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p.steps, path) {
			t.Fatalf("%q is read as %v", Format(path), p.steps)
		}
		if ok, exact := p.Match(path); !ok || !exact {
			t.Fatalf("%q does not match", Format(path))
		}
	})
}
