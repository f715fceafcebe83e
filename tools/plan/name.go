package plan

import (
	"errors"
	"fmt"
	"io/fs"
	goruntime "runtime"
	"strings"
	"unicode"
)

var (
	// ErrName refuses a name that is not a clean relative path with slashes.
	ErrName = errors.New("not a clean relative path")
	// ErrOutside refuses a name that leads out of the root.
	ErrOutside = errors.New("outside the root")
	// ErrProtected refuses a name below node_modules or .git, which no plan may touch.
	ErrProtected = errors.New("inside node_modules or .git")
	// ErrNUL refuses a NUL character in a name or in new text.
	ErrNUL = errors.New("contains a NUL character")
	// ErrControl refuses characters that steer a terminal or reorder the text around them.
	ErrControl = errors.New("contains a control or bidirectional formatting character")
)

// CheckName reports whether a plan may edit or move a file of this name. Its errors wrap
// ErrName, ErrOutside, ErrProtected, ErrNUL or ErrControl.
func CheckName(name string) error {
	refuse := func(err error) error { return fmt.Errorf("%q: %w", name, err) }
	if err := checkCharacters(name, ""); err != nil {
		return refuse(err)
	}
	// A backslash separates on Windows, and TypeScript takes it for a slash everywhere.
	if strings.IndexFunc(name, isSlash) == 0 || hasDrive(name) {
		return refuse(ErrOutside)
	}
	for part := range strings.FieldsFuncSeq(name, isSlash) {
		switch {
		case part == "..":
			return refuse(ErrOutside)
		case strings.EqualFold(part, "node_modules"), strings.EqualFold(part, ".git"):
			return refuse(ErrProtected)
		}
	}
	if !fs.ValidPath(name) || name == "." || strings.Contains(name, `\`) {
		return refuse(ErrName)
	}
	return nil
}

// hasDrive reports whether a name begins with a drive. On a system without drives "a:b.ts" is an ordinary file name.
func hasDrive(name string) bool {
	if strings.Index(name, ":") != 1 {
		return false
	}
	return goruntime.GOOS == "windows" || len(name) == 2 || isSlash(rune(name[2]))
}

func isSlash(r rune) bool { return r == '/' || r == '\\' }

// checkCharacters refuses characters that could change how the text is displayed, except the allowed ones.
func checkCharacters(text, allowed string) error {
	for _, r := range text {
		switch {
		case r == 0:
			return ErrNUL
		case unicode.IsControl(r) && !strings.ContainsRune(allowed, r),
			unicode.Is(unicode.Bidi_Control, r):
			return ErrControl
		}
	}
	return nil
}
