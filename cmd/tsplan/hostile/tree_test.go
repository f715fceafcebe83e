package hostile

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"tsplan/hostfs/hostfstest"
)

// tree is a repository and what lies around it. All around it holds a canary: text that nobody may ever see.
type tree struct {
	parent, root, evil, home string
	canary                   string
}

// outside are the files around the repository, by path below parent.
func (t *tree) outside() map[string]string {
	text := "export const subject = '" + t.canary + "'\n"
	return map[string]string{
		"secret.ts":                    text,
		"tsconfig.json":                `{"compilerOptions":{"strict":"` + t.canary + `"}}`,
		"package.json":                 `{"name":"` + t.canary + `"}`,
		"proj-evil/x.ts":               text,
		"home/.ssh/id":                 text,
		"node_modules/above/index.ts":  text,
		"home/node_modules/h/index.ts": text,
		"proj-evil/package.json":       `{"name":"evil","main":"x.ts"}`,
	}
}

// newTree lays out the repository's files, by slash-separated name, and adds what every project here has.
func newTree(t testing.TB, files map[string]string) *tree {
	t.Helper()
	parent, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var secret [16]byte
	rand.Read(secret[:])
	tr := &tree{
		parent: parent, root: filepath.Join(parent, "proj"), evil: filepath.Join(parent, "proj-evil"),
		home: filepath.Join(parent, "home"), canary: "canary-" + hex.EncodeToString(secret[:]),
	}
	tr.layOutside(t)
	for name, text := range map[string]string{
		"tsconfig.json": `{"include":["src"]}`,
		"src/main.ts":   "export const subject = 1\n",
		"src/user.ts":   "import { subject } from './main'\nexport const twice = subject + subject\n",
	} {
		if _, given := files[name]; !given {
			tr.write(t, name, text)
		}
	}
	for name, text := range files {
		tr.write(t, name, text)
	}
	return tr
}

func (tr *tree) layOutside(t testing.TB) {
	for name, text := range tr.outside() {
		hostfstest.Write(t, filepath.Join(tr.parent, name), text)
	}
}

func (tr *tree) removeOutside(t testing.TB) {
	for name := range tr.outside() {
		if err := os.Remove(filepath.Join(tr.parent, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func (tr *tree) path(name string) string { return filepath.Join(tr.root, filepath.FromSlash(name)) }

func (tr *tree) write(t testing.TB, name, text string) { hostfstest.Write(t, tr.path(name), text) }

func (tr *tree) link(t testing.TB, target, name string) {
	t.Helper()
	hostfstest.Mkdir(t, filepath.Dir(tr.path(name)))
	if err := os.Symlink(strings.ReplaceAll(target, "$PARENT", tr.parent), tr.path(name)); err != nil {
		t.Fatal(err)
	}
}

// merkle is over path, type, mode, size, times of change and content of everything below parent.
func (tr *tree) merkle(t testing.TB) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(tr.parent, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %v %d %d\n", path, info.Mode(), info.Size(), info.ModTime().UnixNano())
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			fmt.Fprintf(h, "%q\n", target)
			return err
		case info.Mode().IsRegular() && info.Size() < 64<<20:
			data, err := os.ReadFile(path)
			h.Write(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// encodings are the canary as it might travel.
func (tr *tree) encodings() map[string][]byte {
	out := map[string][]byte{
		"as it is": []byte(tr.canary),
		"in hex":   []byte(hex.EncodeToString([]byte(tr.canary))),
	}
	for i := range 3 { // base64 depends on where in the text the canary starts
		text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", i) + tr.canary))
		out[fmt.Sprint("in base64, ", i)] = []byte(text[4 : len(text)-4])
	}
	little, big := []byte{}, []byte{}
	for _, u := range utf16.Encode([]rune(tr.canary)) {
		little, big = append(little, byte(u), byte(u>>8)), append(big, byte(u>>8), byte(u))
	}
	out["in UTF-16"], out["in big-endian UTF-16"] = little, big
	return out
}

// leaked fails the test if data holds the canary.
func (tr *tree) leaked(t testing.TB, where string, data []byte) {
	t.Helper()
	for encoding, canary := range tr.encodings() {
		if i := bytes.Index(data, canary); i >= 0 {
			t.Errorf("%s holds the canary %s: %.300q", where, encoding, data[max(0, i-100):])
		}
	}
}
