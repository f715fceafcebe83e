package hostfs_test

import (
	"testing"

	"tsplan/hostfs"
)

// TestDecode wants the text that Node makes of the same bytes.
func TestDecode(t *testing.T) {
	for data, want := range map[string]struct {
		text string
		utf8 bool
	}{
		"":                              {"", true},
		"a\u00e9\U0001F600":             {"a\u00e9\U0001F600", true},
		"\xEF\xBB\xBFa":                 {"a", true},
		"\xEF\xBB\xBF\xEF\xBB\xBFa":     {"\ufeffa", true},
		"\uFFFD":                        {"\uFFFD", true},
		"\xFF\xFEa\x00\x3D\xD8\x00\xDE": {"a\U0001F600", false},
		"\xFE\xFF\x00a\xD8\x3D\xDE\x00": {"a\U0001F600", false},
		"\xFF\xFEa\x00b":                {"a", false},
		"a\xFFb":                        {"a\uFFFDb", false},
		"\xC0\xAF":                      {"\uFFFD\uFFFD", false},
		"\xF0\x9F\x98":                  {"\uFFFD", false},
		"\xF0\x9F\x98a":                 {"\uFFFDa", false},
		"\xE2\x82\xE2\x82\xAC":          {"\uFFFD\u20AC", false},
		"\xFF\uFFFDa":                   {"\uFFFD\uFFFDa", false},
		"\xED\xA0\x80":                  {"\uFFFD\uFFFD\uFFFD", false},
	} {
		if text, ok := hostfs.Decode([]byte(data)); text != want.text || ok != want.utf8 {
			t.Errorf("Decode(%q) = %q, %v, want %q, %v", data, text, ok, want.text, want.utf8)
		}
	}
}
