package sanitize

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain", "src/a b/näïve-日本語.ts", "src/a b/näïve-日本語.ts"},
		{"windows path", `C:\new\table`, `C:\new\table`},
		{"line breaks", "a\nb\r\nc\td", `a\nb\r\nc\td`},
		{"terminal escape", "\x1b]52;c;aGk=\a", `\u{001B}]52;c;aGk=\u{0007}`},
		{"C1", "\u009b31m", `\u{009B}31m`},
		{"right to left override", "a\u202egnp.exe", `a\u{202E}gnp.exe`},
		{"isolates", "\u2066x\u2069", `\u{2066}x\u{2069}`},
		{"zero width", "a\u200bb\u200dc\ufeff", `a\u{200B}b\u{200D}c\u{FEFF}`},
		{"tags", "\U000e0041", `\u{E0041}`},
		{"variation selectors", "a\ufe0f\U000e0100", `a\u{FE0F}\u{E0100}`},
		{"fillers", "\u3164\u115f\u034f", `\u{3164}\u{115F}\u{034F}`},
		{"separators", "a\u2028b\u2029", `a\u{2028}b\u{2029}`},
		{"not UTF-8", "a\xffb", "a\ufffdb"},
		{"NUL", "a\x00", `a\u{0000}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Text(test.in); got != test.want {
				t.Errorf("Text(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	if got, want := Lines("a\n\tb\x1b[31m\r\n"), "a\n\tb\\u{001B}[31m\\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestShort(t *testing.T) {
	for _, test := range []struct {
		in    string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc..."},
		{"äöü", 3, "ä..."},
		{"\x1b\x1b", 2, `\u...`},
	} {
		if got := Short(test.in, test.limit); got != test.want {
			t.Errorf("Short(%q, %d) = %q, want %q", test.in, test.limit, got, test.want)
		}
	}
	if got := Short(strings.Repeat("\u202e", 1000), 100); len(got) > 103 {
		t.Errorf("Short let %d bytes through", len(got))
	}
}

func FuzzText(f *testing.F) {
	f.Add("plain", 3)
	f.Add("\x1b[0m\u202e\u200b\xff\U000e0041", 4)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = min(max(limit, 0), 1<<10)
		for _, got := range []string{Text(s), Short(s, limit)} {
			if !utf8.ValidString(got) || strings.IndexFunc(got, hidden) >= 0 {
				t.Fatalf("%q became %q", s, got)
			}
			// The decoded text must be clean, too, not only the bytes on the wire.
			raw, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			var back string
			if err := json.Unmarshal(raw, &back); err != nil || back != got {
				t.Fatalf("%q came back as %q: %v", got, back, err)
			}
		}
		if once := Text(s); Text(once) != once {
			t.Fatalf("%q changes twice", s)
		}
	})
}

func TestUnescape(t *testing.T) {
	for in, want := range map[string]string{
		`a\u{200D}b`:    "a\u200db",
		`\u{E0041}`:     "\U000e0041",
		`\u{001B}[31m`:  "\x1b[31m",
		`\\u{200D}`:     `\\u{200D}`,
		`\u{0041}`:      `\u{0041}`, // nothing that Text writes
		`\u{FFFFFF}`:    `\u{FFFFFF}`,
		`\n \/ C:\u{2}`: `\n \/ C:\u{2}`,
	} {
		if got := Unescape(in); got != want {
			t.Errorf("Unescape(%q) = %q, want %q", in, got, want)
		}
	}
}
