package tools_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
	"tsplan/runtime"
	"tsplan/tools/kept"
	"tsplan/tools/plan"
)

// A plan warns if and only if git apply writes other bytes than it says; patch --binary writes the plan's.
func TestGitConverts(t *testing.T) {
	const lf, crlf = "export const temp = 1;\nexport const b = temp;\n// end\n", "export const temp = 1;\r\nexport const b = temp;\r\n// end\r\n"
	mixed := lf + strings.Repeat("// line\n", 10) + "export const c = 2;\r\n"
	for name, test := range map[string]struct{ attributes, config, text, at string }{
		"nothing":                  {"", "", lf, ""},
		"other files":              {"*.md eol=crlf\nlib/** eol=crlf\n/a.ts eol=crlf\n", "", lf, ""},
		"eol=crlf":                 {"*.ts eol=crlf\n", "", lf, ""},
		"eol=crlf of CRLF":         {"*.ts eol=crlf\n", "", crlf, ""},
		"eol=lf of LF":             {"*.ts eol=lf\n", "", lf, ""},
		"eol=lf of CRLF":           {"*.ts eol=lf\n", "", crlf, ""},
		"text of mixed":            {"*.ts text\n", "", mixed, ""},
		"text of LF":               {"*.ts text\n", "", lf, ""},
		"auto and autocrlf":        {"* text=auto\n", "[core]\n\tautocrlf = true\n", lf, ""},
		"auto and autocrlf, mixed": {"* text=auto\n", "[core]\n\tautocrlf = true\n", mixed, ""},
		"auto":                     {"* text=auto\n", "", lf, ""},
		"autocrlf":                 {"", "[core]\n\tautocrlf = true\n", lf, ""},
		"autocrlf of CRLF":         {"", "[core]\n\tautocrlf = true\n", crlf, ""},
		"autocrlf=input of CRLF":   {"", "[core]\n\tautocrlf = input\n", crlf, ""},
		"core.eol":                 {"* text=auto\n", "[core]\n\teol = crlf\n", lf, ""},
		"binary":                   {"* eol=crlf\n*.ts binary\n", "", lf, ""},
		"-text":                    {"* eol=crlf\n*.ts -text\n", "", lf, ""},
		"the last line holds":      {"*.ts eol=lf\nsrc/*.ts eol=crlf\n", "", lf, ""},
		"in the directory":         {"a.ts eol=crlf\n", "", lf, "src"},
		"ident":                    {"*.ts ident\n", "", lf + "// $Id$\n", ""},
		"ident without":            {"*.ts ident\n", "", lf, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := hostfstest.LayOut(t, map[string]string{"tsconfig.json": `{"include":["src"]}`, "src/a.ts": test.text, filepath.Join(test.at, ".gitattributes"): test.attributes})
			git(t, dir, "init", "-q")
			git(t, dir, "config", "user.email", "a@b")
			if test.config != "" {
				hostfstest.WriteAll(t, dir, map[string]string{".git/config": "[core]\n\trepositoryformatversion = 0\n" + test.config})
			}
			h := start(t, runtime.Limits{}, dir)
			var answer struct {
				Edits    []plan.FileTextEdits
				Warnings []string
			}
			h.answer(t, "planRenameSymbol", map[string]any{"projectRoot": dir, "filePath": "src/a.ts", "line": 0, "character": 13, "newName": "buffer"}, &answer)
			diff, err := kept.Diff(dir, hostfs.Limits{}, answer.Edits, nil)
			if err != nil {
				t.Fatal(err)
			}
			path, copied := filepath.Join(dir, "src", "a.ts"), filepath.Join(dir, "src", "patched.ts")
			hostfstest.WriteAll(t, dir, map[string]string{"src/patched.ts": test.text})
			if _, err := exec.LookPath("patch"); err == nil { // not on every machine
				pipe(t, dir, strings.ReplaceAll(string(diff), "src/a.ts", "src/patched.ts"), "patch", "-p1", "--binary", "-s")
				if sum := sumOf(t, copied); plan.Short(sum) != answer.Edits[0].SHA256AfterShort {
					t.Errorf("patch wrote other bytes")
				}
			}
			pipe(t, dir, string(diff), "git", "apply", "--whitespace=nowarn", "-")
			same := plan.Short(sumOf(t, path)) == answer.Edits[0].SHA256AfterShort
			warned := strings.Contains(strings.Join(answer.Warnings, "\n"), "git apply would write other bytes than the plan's sha256After, since git converts src/a.ts (")
			if same == warned {
				t.Errorf("git wrote the plan's bytes: %v; warned: %v (%q)", same, warned, answer.Warnings)
			}
		})
	}
}

// A move is written by git as well, with the attributes of the place that it leads to.
func TestGitConvertsMoves(t *testing.T) {
	const text = "export const temp = 1;\n"
	dir := hostfstest.LayOut(t, map[string]string{"tsconfig.json": `{"include":["src"]}`, "src/a.ts": text, "src/b.ts": text, "src/crlf/.gitattributes": "*.ts eol=crlf\n"})
	git(t, dir, "init", "-q")
	h := start(t, runtime.Limits{}, dir)
	for _, test := range []struct {
		from, to string
		converts bool
	}{{"src/a.ts", "src/lf.ts", false}, {"src/b.ts", "src/crlf/b.ts", true}} {
		var answer struct {
			FsMoves  []plan.FsMove
			Warnings []string
		}
		h.answer(t, "planFileMove", map[string]any{"projectRoot": dir, "oldPath": test.from, "newPath": test.to}, &answer)
		diff, err := kept.Diff(dir, hostfs.Limits{}, nil, answer.FsMoves)
		if err != nil {
			t.Fatal(err)
		}
		pipe(t, dir, string(diff), "git", "apply", "-")
		converted := sumOf(t, filepath.Join(dir, test.to)) != fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		if warned := len(answer.Warnings) > 0; converted != test.converts || warned != converted {
			t.Errorf("%s: converted %v, warnings %q", test.to, converted, answer.Warnings)
		}
	}
}

func git(t *testing.T, dir string, arguments ...string) { pipe(t, dir, "", "git", arguments...) }

// pipe runs a program that is not to know of the user's configuration.
func pipe(t *testing.T, dir, in, name string, arguments ...string) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), name, arguments...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(in)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_ATTR_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, arguments, err, out)
	}
}

func sumOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))
}
