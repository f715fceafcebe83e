package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/planner"
	"tsplan/wasm"
)

// goBuild builds the command, and returns the path of the binary.
func goBuild(t *testing.T, flags ...string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "tsplan.exe")
	args := slices.Concat([]string{"build", "-o", binary}, flags, []string{"."})
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return binary
}

// layOut writes a project of two files and returns its directory.
func layOut(t *testing.T) string {
	t.Helper()
	return hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": "{}\n",
		"answer.ts":     "export const answer = 42;\n",
		"use.ts":        "import { answer } from \"./answer\";\nexport const o = { answer };\n",
	})
}

// TestBinaryWithoutGuest builds the command as go install does it, without what the build makes.
func TestBinaryWithoutGuest(t *testing.T) {
	dist, err := filepath.Abs(filepath.Join("..", "..", "wasm", "dist"))
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]string{filepath.Join(dist, wasm.ModuleFile): ""}
	for _, major := range wasm.Majors() {
		missing[filepath.Join(dist, major, wasm.ManifestFile)] = ""
		missing[filepath.Join(dist, major, wasm.ImageFile)] = ""
	}
	overlay, err := json.Marshal(map[string]any{"Replace": missing})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	binary, dir := goBuild(t, "-overlay", file), layOut(t)
	for _, args := range [][]string{
		{"version"},
		{"--cache-dir", "none", "rename", "--project", dir, filepath.Join(dir, "answer.ts") + ":1:14", "b"},
	} {
		out, err := exec.Command(binary, args...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "go run ./build") {
			t.Errorf("%v: %v: %s", args, err, out)
		}
	}
}

// TestOfficialClient lists the tools and gets a plan with a client that nobody here wrote, in both eras of the protocol.
func TestOfficialClient(t *testing.T) {
	binary, dir := goBuild(t), layOut(t)
	client := filepath.Join("..", "..", "testdata", "client", "client.mjs")
	for _, era := range []string{"legacy", "modern"} {
		t.Run(era, func(t *testing.T) {
			c := exec.Command("node", client, era, binary, dir,
				`{"filePath":"use.ts","line":0,"character":9,"newName":"total"}`, "--cache-dir", filepath.Join(os.Getenv(home), "cache"))
			var log strings.Builder
			c.Stderr = &log
			out, err := c.Output()
			if err != nil {
				t.Fatalf("%v (go run ./build test installs the client)\n%s%s", err, out, log.String())
			}
			var got struct {
				Era    string
				Tools  []string
				Answer struct{ StructuredContent planner.RenameResult }
			}
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got.Era != era {
				t.Errorf("era %s, want %s", got.Era, era)
			}
			for _, name := range []string{"planDirectoryMove", "planFileMove", "planRenameSymbol"} {
				if !slices.Contains(got.Tools, name) {
					t.Errorf("%s is not among %v", name, got.Tools)
				}
			}
			if r := got.Answer.StructuredContent; !r.CanRename || len(r.Edits) == 0 {
				t.Errorf("no plan: %s", out)
			}
		})
	}
}
