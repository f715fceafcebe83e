//go:build wine

package release

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tsplan/tools/plan"
)

// processPrng is the library that Go asks Windows for random numbers and that Wine 8 lacks.
const processPrng = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
`

// wine is where Debian puts it, for a machine that runs 64-bit programs only.
const wine = "/usr/lib/wine/wine64"

// windows returns a program that runs the Windows binary under Wine, in a Windows that is made for the test.
func windows(t *testing.T) (program string) {
	t.Helper()
	dir := t.TempDir()
	prefix := filepath.Join(dir, "prefix")
	environment := "WINEPREFIX='" + prefix + "' WINEDEBUG=-all " // clients pass little of theirs on
	do := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s\nDebian has it in wine64 and gcc-mingw-w64-x86-64-posix", args, err, out)
		}
	}
	write := func(path string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	do("sh", "-c", environment+wine+" wineboot --init")
	t.Cleanup(func() {
		// Its status is 1 if the server has ended by itself.
		t.Log(exec.Command("sh", "-c", environment+"/usr/lib/wine/wineserver64 --kill").Run())
	})
	write(filepath.Join(dir, "prng.c"), []byte(processPrng))
	do("x86_64-w64-mingw32-gcc", "-shared", "-s", "-o", filepath.Join(prefix, "drive_c/windows/system32/bcryptprimitives.dll"), filepath.Join(dir, "prng.c"), "-ladvapi32")
	binary, _, err := target{"windows", "amd64"}.compile(t.Context(), version)
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(dir, "tsplan.exe"), binary)
	program = filepath.Join(dir, "tsplan")
	write(program, []byte("#!/bin/sh\n"+environment+"exec "+wine+" '"+filepath.Join(dir, "tsplan.exe")+"' \"$@\"\n"))
	return program
}

// onDrive is a path as Windows programs under Wine name it.
func onDrive(path string) string { return `Z:` + strings.ReplaceAll(path, "/", `\`) }

// TestWine runs the Windows binary: its version, a rename with Windows paths, by position and by name, whose diff git applies,
// and the same over MCP, asked by the official clients.
func TestWine(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	program := windows(t)
	out, messages, status := run(t, "", nil, program, "version")
	if status != 0 || !strings.HasPrefix(out, "tsplan "+version+" ") {
		t.Fatalf("version: status %d\n%s%s", status, out, messages)
	}
	at, cache := project(t), onDrive(t.TempDir())
	patch, messages, status := run(t, "", nil, program, "rename", "--cache-dir", cache, "--project", onDrive(at), onDrive(at)+`\answer.ts:1:14`, "total")
	if status != 0 || !strings.Contains(messages, "the plan is proven") {
		t.Fatalf("rename: status %d\n%s%s", status, patch, messages)
	}
	byName, messages, status := run(t, "", nil, program, "rename", "--cache-dir", cache, "--project", onDrive(at), onDrive(at)+`\answer.ts:answer`, "total")
	if status != 0 || byName != patch {
		t.Errorf("rename by name: status %d\n%s%s", status, byName, messages)
	}
	if _, messages, status = run(t, "", nil, program, "rename", onDrive(at)+`\answer.ts`, "total"); status != 2 || !strings.Contains(messages, "nor FILE:NAME") {
		t.Errorf("rename without a place: status %d\n%s", status, messages)
	}
	git := exec.Command("git", "apply")
	git.Dir, git.Stdin = at, strings.NewReader(patch)
	if message, err := git.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s\n%s", err, message, patch)
	}
	after := map[string]string{}
	for _, name := range []string{"answer.ts", "use.ts"} {
		text := read(t, filepath.Join(at, name))
		if !bytes.Contains(text, []byte("total")) {
			t.Errorf("%s after the plan: %s", name, text)
		}
		after[onDrive(filepath.Join(at, name))] = plan.Sum(text)
	}
	fresh := project(t)
	for _, era := range []string{"legacy", "modern"} {
		question := `{"filePath": "answer.ts", "line": 0, "character": 13, "newName": "total"}`
		out, messages, status := run(t, "", nil, "node", "testdata/client/client.mjs", era, program, onDrive(fresh), question, "--cache-dir", cache)
		if status != 0 {
			t.Errorf("%s client: status %d\n%s%s", era, status, out, messages)
			continue
		}
		var got struct {
			Answer struct {
				StructuredContent struct {
					CanRename bool
					Edits     []struct{ FilePath, SHA256AfterShort string }
				}
			}
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		edits := got.Answer.StructuredContent.Edits
		if len(edits) != len(after) {
			t.Errorf("%s client: %s", era, out)
		}
		for _, edit := range edits {
			name := strings.Replace(edit.FilePath, onDrive(fresh), onDrive(at), 1)
			if edit.SHA256AfterShort == "" || !strings.HasPrefix(after[name], edit.SHA256AfterShort) {
				t.Errorf("%s client: %s would have the digest %s, and after git apply it has %q", era, edit.FilePath, edit.SHA256AfterShort, after[name])
			}
		}
	}
}
