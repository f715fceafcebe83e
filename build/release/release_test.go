package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/plan"
	"tsplan/wasm/wasmtest"
)

var everySystem = flag.Bool("systems", false, "make the release of every system, and compile the second one from nothing")

func TestMain(m *testing.M) {
	if wasmtest.NothingToRun() {
		os.Exit(0)
	}
	code := m.Run()
	if shared.dir != "" {
		if err := os.RemoveAll(shared.dir); err != nil {
			panic(err)
		}
	}
	os.Exit(code)
}

const (
	version    = "1.2.3-test.1"
	repository = "https://github.com/someone/tsplan"
	made       = "1700000000"
)

var here = target{runtime.GOOS, runtime.GOARCH}

// shared is the release that the tests look at: of this system and one other, or of all.
var shared struct {
	once  sync.Once
	dir   string
	files []string
	err   error
}

// theRelease runs the test in the root of the module, and returns the directory of the release.
func theRelease(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it compiles binaries and installs packages: run without -short")
	}
	t.Chdir(filepath.Join("..", ".."))
	t.Setenv("SOURCE_DATE_EPOCH", made)
	shared.once.Do(func() {
		if shared.dir, shared.err = os.MkdirTemp("", "tsplan-release-test"); shared.err == nil {
			shared.files, shared.err = Run(t.Context(), shared.dir, Options{Version: version, Repository: repository, Targets: targetNames()})
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.dir
}

// targetNames are the systems of the shared release.
func targetNames() []string {
	if *everySystem {
		return nil
	}
	names := []string{here.String()}
	if other := (target{"darwin", "arm64"}); other != here {
		names = append(names, other.String())
	}
	return names
}

// targets are the systems of the shared release.
func targets(t *testing.T) []target {
	t.Helper()
	all, err := parseTargets(targetNames())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// unpack returns the files of an archive, and holds what each of them has in common.
func unpack(t *testing.T, path string) map[string]entry {
	t.Helper()
	files := map[string]entry{}
	data := read(t, path)
	if !bytes.HasPrefix(data, []byte("PK")) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for r := tar.NewReader(z); ; {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				return files
			}
			if err != nil {
				t.Fatal(err)
			}
			if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.ModTime.Unix() != 1700000000 {
				t.Errorf("%s: %s has an owner or a time of its own: %+v", path, h.Name, h)
			}
			content, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			files[h.Name] = entry{h.Name, content, h.FileInfo().Mode()&0o100 != 0}
		}
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.File {
		if f.Modified.Unix() != 1700000000 {
			t.Errorf("%s: %s has a time of its own: %v", path, f.Name, f.Modified)
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = entry{f.Name, content, f.Mode()&0o100 != 0}
	}
	return files
}

// project writes a project of two files and returns its directory.
func project(t *testing.T) string {
	t.Helper()
	return hostfstest.LayOut(t, map[string]string{
		"tsconfig.json": "{}\n",
		"answer.ts":     "export const answer = 42;\n",
		"use.ts":        "import { answer } from \"./answer\";\nexport const double = answer * 2;\n",
	})
}

// run runs a program and returns what it printed.
func run(t *testing.T, dir string, env []string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	if err := c.Run(); err != nil {
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
	}
	return out.String(), messages.String(), c.ProcessState.ExitCode()
}

// plans holds that a command is tsplan: it says its version, and plans a rename.
func plans(t *testing.T, dir string, env []string, command ...string) {
	t.Helper()
	out, messages, status := run(t, dir, env, append(slices.Clone(command), "version")...)
	if status != 0 || !strings.HasPrefix(out, "tsplan "+version+" ") {
		t.Errorf("%v version: status %d\n%s%s", command, status, out, messages)
	}
	at := project(t)
	rename := []string{"rename", "--cache-dir", t.TempDir(), "--project", at, filepath.Join(at, "answer.ts") + ":1:14", "total"}
	out, messages, status = run(t, dir, env, append(slices.Clone(command), rename...)...)
	if status != 0 || !strings.Contains(out, "+export const total = 42;") || !strings.Contains(out, "+export const double = total * 2;") {
		t.Errorf("%v rename: status %d\n%s%s", command, status, out, messages)
	}
}

// TestArchive unpacks the archive of this system and runs what is in it.
func TestArchive(t *testing.T) {
	dir := theRelease(t)
	r := release{version: version}
	files := unpack(t, filepath.Join(dir, r.archive(here)))
	for name, source := range map[string]string{"LICENSE": "LICENSE", "NOTICES.txt": "wasm/dist/NOTICES.txt", "README.md": "README.md"} {
		if file, is := files[r.base(here)+"/"+name]; !is || !bytes.Equal(file.data, read(t, source)) {
			t.Errorf("the archive has no %s, or another one", name)
		}
	}
	binary, is := files[r.base(here)+"/"+here.binary()]
	if !is || !binary.executable || len(files) != 4 {
		t.Fatalf("the archive has %d files, a binary: %v, one that can be run: %v", len(files), is, binary.executable)
	}
	path := filepath.Join(t.TempDir(), here.binary())
	if err := os.WriteFile(path, binary.data, 0o755); err != nil {
		t.Fatal(err)
	}
	plans(t, "", nil, path)
}

// TestDigests holds that every digest that is published is that of the file with that name.
func TestDigests(t *testing.T) {
	dir := theRelease(t)
	sums := map[string]string{}
	for line := range strings.Lines(string(read(t, filepath.Join(dir, "SHA256SUMS")))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
		if got := plan.Sum(read(t, filepath.Join(dir, name))); got != sum {
			t.Errorf("SHA256SUMS has %s for %s, which is %s", sum, name, got)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(sums) != len(entries)-1 || len(shared.files) != len(entries) {
		t.Errorf("%d files, of which %d are in SHA256SUMS and %d are returned", len(entries), len(sums), len(shared.files))
	}
	formula, scoop := string(read(t, filepath.Join(dir, "tsplan.rb"))), string(read(t, filepath.Join(dir, "scoop.json")))
	var server serverEntry
	decode(t, read(t, filepath.Join(dir, "server.json")), &server)
	r := release{version: version, repository: repository}
	for i, system := range targets(t) {
		page, url, sum := formula, `url "`+r.url(r.archive(system))+`"`, `sha256 "`+sums[r.archive(system)]+`"`
		if system.os == "windows" {
			page, url, sum = scoop, `"url": "`+r.url(r.archive(system))+`"`, `"hash": "`+sums[r.archive(system)]+`"`
		}
		_, after, found := strings.Cut(page, url)
		if rest := strings.TrimLeft(after, " ,\n"); !found || !strings.HasPrefix(rest, sum) {
			t.Errorf("%s: %s is not followed by %s in\n%s", system, url, sum, page)
		}
		if p := server.Packages[1+i]; p.Identifier != r.url(r.bundle(system)) || p.FileSHA256 != sums[r.bundle(system)] {
			t.Errorf("%s: server.json has %+v", system, p)
		}
	}
	if server.Name != "io.github.someone/tsplan" || len(server.Description) > 100 || server.Packages[0].Version != version {
		t.Errorf("server.json: %+v", server)
	}
}

// TestReproducible makes the release of this system again, from a copy of the sources in another directory.
func TestReproducible(t *testing.T) {
	first := theRelease(t)
	copied := filepath.Join(t.TempDir(), "somewhere", "else")
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	for _, pattern := range []string{"wasm/dist/*.*", "wasm/dist/*/*"} {
		built, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, built...)
	}
	for _, file := range files {
		to := filepath.Join(copied, file)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, read(t, file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if *everySystem {
		t.Setenv("GOCACHE", t.TempDir())
	}
	t.Chdir(copied)
	second := filepath.Join(t.TempDir(), "release")
	if _, err := Run(t.Context(), second, Options{Version: version, Repository: repository, Targets: []string{here.String()}}); err != nil {
		t.Fatal(err)
	}
	r := release{version: version}
	platform, cpu := here.node()
	for _, name := range []string{r.archive(here), r.bundle(here), "tsplan-" + platform + "-" + cpu + "-" + version + ".tgz"} {
		if !bytes.Equal(read(t, filepath.Join(first, name)), read(t, filepath.Join(second, name))) {
			t.Errorf("%s has other bytes if it is made in another directory", name)
		}
	}
}
