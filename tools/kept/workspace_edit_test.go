package kept

import "testing"

func TestFileURI(t *testing.T) {
	for path, want := range map[string]string{
		"/app/a.ts":             "file:///app/a.ts",
		"/a b/ü#1?100%.ts":      "file:///a%20b/%C3%BC%231%3F100%25.ts",
		"/app/a\u202e.ts":       "file:///app/a%E2%80%AE.ts",
		"C:/app/a.ts":           "file:///C:/app/a.ts",
		"//server/share/app.ts": "file://server/share/app.ts",
	} {
		if got := fileURI(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
