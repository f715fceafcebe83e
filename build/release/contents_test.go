package release

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs/hostfstest"
	"tsplan/tools/plan"
	"tsplan/wasm"
)

// TestBinaries reads the binary of each system: its format, its processor, that it needs no library of C, and that it
// embeds the guest.
func TestBinaries(t *testing.T) {
	dir := theRelease(t)
	r := release{version: version}
	module, err := wasm.Module()
	if err != nil {
		t.Fatal(err)
	}
	embedded := map[string][]byte{"the module": module}
	for _, major := range wasm.Majors() {
		guest, err := wasm.Load(major)
		if err != nil {
			t.Fatal(err)
		}
		if embedded["the image of TypeScript "+major], err = io.ReadAll(guest.ImageZstd); err != nil {
			t.Fatal(err)
		}
	}
	for _, system := range targets(t) {
		binary := unpack(t, filepath.Join(dir, r.archive(system)))[r.base(system)+"/"+system.binary()].data
		for what, data := range embedded {
			if !bytes.Contains(binary, data) {
				t.Errorf("the binary of %s lacks %s", system, what)
			}
		}
		got, libraries, err := formatOf(system.os, binary)
		if err != nil {
			t.Errorf("%s: %v", system, err)
			continue
		}
		want := map[string]string{
			"linux/amd64": "EM_X86_64", "linux/arm64": "EM_AARCH64", "darwin/amd64": "CpuAmd64", "darwin/arm64": "CpuArm64",
			"windows/amd64": "8664", "windows/arm64": "aa64",
		}[system.String()]
		if got != want {
			t.Errorf("the binary of %s is for %s, want %s", system, got, want)
		}
		if system.os == "linux" && len(libraries) > 0 {
			t.Errorf("the binary of %s needs %v", system, libraries)
		}
	}
}

// formatOf returns the processor that a binary is for, and the libraries that it needs.
func formatOf(system string, binary []byte) (processor string, libraries []string, err error) {
	in := bytes.NewReader(binary)
	switch system {
	case "darwin":
		f, err := macho.NewFile(in)
		if err != nil {
			return "", nil, err
		}
		// macOS on arm64 runs nothing unsigned; the linker of Go signs ad hoc.
		const codeSignature = 0x1d
		signed := slices.ContainsFunc(f.Loads, func(l macho.Load) bool { return f.ByteOrder.Uint32(l.Raw()) == codeSignature })
		if f.Cpu == macho.CpuArm64 && !signed {
			return "", nil, fmt.Errorf("it is not signed")
		}
		libraries, err = f.ImportedLibraries()
		return f.Cpu.String(), libraries, err
	case "windows":
		f, err := pe.NewFile(in)
		if err != nil {
			return "", nil, err
		}
		return fmt.Sprintf("%x", f.Machine), nil, nil
	}
	f, err := elf.NewFile(in)
	if err != nil {
		return "", nil, err
	}
	libraries, err = f.ImportedLibraries()
	return f.Machine.String(), libraries, err
}

// TestBill holds that the bill of materials names all that is in the binaries, with the digests of what is embedded.
func TestBill(t *testing.T) {
	dir := theRelease(t)
	var bill struct {
		Components   []component
		Dependencies []struct{ DependsOn []string }
	}
	if err := json.Unmarshal(read(t, filepath.Join(dir, "tsplan-"+version+".cdx.json")), &bill); err != nil {
		t.Fatal(err)
	}
	known := map[string]component{}
	for _, c := range bill.Components {
		known[c.Ref] = c
	}
	if len(known) != len(bill.Components) || !slices.Equal(slices.Sorted(maps.Keys(known)), slices.Sorted(slices.Values(bill.Dependencies[0].DependsOn))) {
		t.Error("references are not unique, or tsplan does not depend on all of them")
	}
	r := release{version: version}
	for _, system := range targets(t) {
		info, err := buildinfo.Read(bytes.NewReader(unpack(t, filepath.Join(dir, r.archive(system)))[r.base(system)+"/"+system.binary()].data))
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")}
		for _, m := range info.Deps {
			want = append(want, "pkg:golang/"+m.Path+"@"+m.Version)
		}
		if len(want) < 10 {
			t.Errorf("the binary of %s names %d modules only", system, len(want))
		}
		for _, ref := range want {
			c, is := known[ref]
			if !is {
				t.Errorf("%s of %s is missing", ref, system)
			}
			if c.Properties != nil && !slices.Contains(strings.Fields(c.Properties[0].Value), system.String()) {
				t.Errorf("%s is in the binary of %s, and should be in %s only", ref, system, c.Properties[0].Value)
			}
		}
	}
	module, err := wasm.Module()
	if err != nil {
		t.Fatal(err)
	}
	if c := known["guest-module"]; c.Hashes[0].Content != plan.Sum(module) || c.Components[0].Name != "quickjs-ng" || c.Components[0].Version == "" {
		t.Errorf("the module: %+v", c)
	}
	for _, major := range wasm.Majors() {
		guest, err := wasm.Load(major)
		if err != nil {
			t.Fatal(err)
		}
		for _, ref := range []string{"pkg:npm/typescript@" + guest.TypeScript, "pkg:npm/quickjs-wasi@" + guest.QuickJS} {
			if c, is := known[ref]; !is || c.Hashes[0].Alg != "SHA-512" {
				t.Errorf("%s is missing, or has no digest: %+v", ref, c)
			}
		}
		image, err := io.ReadAll(guest.ImageZstd)
		if err != nil {
			t.Fatal(err)
		}
		if known["image-"+major].Hashes[0].Content != plan.Sum(image) {
			t.Errorf("the image of TypeScript %s: %+v", major, known["image-"+major])
		}
	}
}

// TestBillOfNewGuest lists a guest that was built after the program that lists it, as in a fresh clone.
func TestBillOfNewGuest(t *testing.T) {
	lock := read(t, filepath.Join("..", "..", "wasm", "package-lock.json"))
	t.Chdir(t.TempDir())
	hostfstest.Write(t, "wasm/package-lock.json", string(lock))
	hostfstest.Write(t, "wasm/dist/guest.wasm", "a module with\x009.8.7\x00")
	for _, major := range wasm.Majors() {
		hostfstest.Write(t, "wasm/dist/"+major+"/manifest.json", `{"typescript": "`+major+`.99.0"}`)
		hostfstest.Write(t, "wasm/dist/"+major+"/image.zst", "image "+major)
	}
	bill, err := newBill()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]component{}
	for _, c := range bill.embedded {
		got[c.Ref] = c
	}
	if module := got["guest-module"]; module.Components[0].Version != "9.8.7" {
		t.Errorf("%+v", module)
	}
	for _, major := range wasm.Majors() {
		if image := got["image-"+major]; image.Version != major+".99.0" || image.Hashes[0].Content != plan.Sum([]byte("image "+major)) {
			t.Errorf("%+v", image)
		}
	}
}

// TestBundle starts the server as a host starts it from the bundle of this system: it has the tools that the manifest lists.
func TestBundle(t *testing.T) {
	dir := theRelease(t)
	r := release{version: version}
	unpacked := t.TempDir()
	files := unpack(t, filepath.Join(dir, r.bundle(here)))
	for name, file := range files {
		path := filepath.Join(unpacked, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.data, 0o644|file.mode()); err != nil {
			t.Fatal(err)
		}
	}
	var m bundleManifest
	decode(t, files["manifest.json"].data, &m)
	if _, is := files[m.Server.EntryPoint]; !is || m.Version != version || m.ManifestVersion != "0.3" {
		t.Errorf("manifest.json: %+v", m)
	}
	fill := strings.NewReplacer("${__dirname}", unpacked, "${user_config.directory}", project(t)).Replace
	command := []string{fill(m.Server.MCPConfig.Command)}
	for _, arg := range m.Server.MCPConfig.Args {
		command = append(command, fill(arg))
	}
	var want []string
	for _, tool := range m.Tools {
		want = append(want, tool.Name)
	}
	if got := listTools(t, append(command, "--cache-dir", t.TempDir())); len(got) == 0 || !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the server has %v, the manifest %v", got, want)
	}
}

// listTools starts a server on standard input and output, and returns the names of its tools.
func listTools(t *testing.T, command []string) []string {
	t.Helper()
	var messages bytes.Buffer
	c := exec.Command(command[0], command[1:]...)
	c.Stderr = &messages
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: c}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, &messages)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err := errors.Join(err, session.Close()); err != nil {
		t.Fatalf("%v\n%s", err, &messages)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// TestRefusals holds that a release is not made of what registries would not take, or over another one.
func TestRefusals(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	t.Setenv("SOURCE_DATE_EPOCH", made)
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "old"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir     string
		options Options
		want    string
	}{
		{t.TempDir(), Options{Version: "v1"}, "is not a version"},
		{t.TempDir(), Options{Version: `1.0.0-"`}, "is not a version"},
		{t.TempDir(), Options{Version: version, Repository: `https://github.com/a/b" #`}, "is not a repository's page"},
		{t.TempDir(), Options{Version: version, Targets: []string{"plan9/amd64"}}, "there are [darwin/amd64"},
		{full, Options{Version: version}, "is not empty"},
	} {
		if _, err := Run(t.Context(), c.dir, c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.options, err, c.want)
		}
	}
}
