package plan_test

import (
	"errors"
	"runtime"
	"testing"

	"tsplan/tools/plan"
)

// onWindows returns err on Windows, where a path can begin with a drive, and nil elsewhere.
func onWindows(err error) error {
	if runtime.GOOS == "windows" {
		return err
	}
	return nil
}

func TestCheckName(t *testing.T) {
	for _, c := range []struct {
		name string
		want error
	}{
		{"a.ts", nil},
		{"src/..a/b c/型.ts", nil},
		{"src/node_modules_/x.ts", nil},
		{".github/a.ts", nil},
		{"src/a:b.ts", nil},
		{"a:b.ts", onWindows(plan.ErrOutside)},
		{"C:", plan.ErrOutside},
		{"", plan.ErrName},
		{".", plan.ErrName},
		{"./a.ts", plan.ErrName},
		{"a//b.ts", plan.ErrName},
		{"a/", plan.ErrName},
		{"a/./b.ts", plan.ErrName},
		{`src\a.ts`, plan.ErrName},
		{"a\xFF.ts", plan.ErrName},
		{"/a.ts", plan.ErrOutside},
		{"..", plan.ErrOutside},
		{"a/../../b.ts", plan.ErrOutside},
		{`a\..\..\b.ts`, plan.ErrOutside},
		{`\\server\share\a.ts`, plan.ErrOutside},
		{"C:/a.ts", plan.ErrOutside},
		{`c:\a.ts`, plan.ErrOutside},
		{"node_modules/p/index.d.ts", plan.ErrProtected},
		{"packages/a/Node_Modules/p.ts", plan.ErrProtected},
		{".git/hooks/pre-commit", plan.ErrProtected},
		{`sub\.GIT\config`, plan.ErrProtected},
		{"a\x00.ts", plan.ErrNUL},
		{"a\n.ts", plan.ErrControl},
		{"a\x1b[2J.ts", plan.ErrControl},
		{"a\x7f.ts", plan.ErrControl},
		{"a\u0085.ts", plan.ErrControl},
		{"a\u202Est.exe", plan.ErrControl},
	} {
		if err := plan.CheckName(c.name); !sameKind(err, c.want) {
			t.Errorf("CheckName(%q): %v; want %v", c.name, err, c.want)
		}
		for _, other := range refusals {
			if err := plan.CheckName(c.name); other != c.want && errors.Is(err, other) {
				t.Errorf("CheckName(%q): %v is also %v", c.name, err, other)
			}
		}
	}
}
