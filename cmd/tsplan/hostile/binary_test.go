package hostile

import (
	"bytes"
	"debug/elf"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"tsplan/wasm"
)

// mutators are functions that change a file, start a program or open a connection, as the linker names them.
var mutators = strings.Fields(`
	os.Chmod os.Chown os.Chtimes os.CopyFS os.Create os.CreateTemp os.Lchown os.Link os.Mkdir os.MkdirAll os.MkdirTemp
	os.OpenFile os.Remove os.RemoveAll os.Rename os.StartProcess os.Symlink os.Truncate os.WriteFile os.Chdir
	os.(*File).Chmod os.(*File).Chown os.(*File).Truncate os.(*File).WriteAt
	os.(*Root).Chmod os.(*Root).Chown os.(*Root).Chtimes os.(*Root).Create os.(*Root).Lchown os.(*Root).Link
	os.(*Root).Mkdir os.(*Root).MkdirAll os.(*Root).Remove os.(*Root).RemoveAll os.(*Root).Rename os.(*Root).Symlink
	os.(*Root).WriteFile
	os/exec.Command os/exec.(*Cmd).Start
	syscall.Chmod syscall.Fchmod syscall.Fchmodat syscall.Chown syscall.Fchown syscall.Fchownat syscall.Lchown
	syscall.Link syscall.Linkat syscall.Symlink syscall.Symlinkat syscall.Mkdir syscall.Mkdirat syscall.Mknod syscall.Mknodat syscall.Rename syscall.Renameat syscall.unlinkat os.rename
	syscall.Rmdir syscall.Truncate syscall.Ftruncate syscall.Unlink syscall.Utimes syscall.UtimesNano syscall.Setxattr
	syscall.Mount syscall.Exec syscall.forkExec syscall.ForkExec syscall.StartProcess syscall.connect syscall.bind
	syscall.Listen syscall.Bind syscall.Connect syscall.Socket syscall.socket syscall.rawVforkSyscall.abi0
	net.Dial net.Listen net.ListenTCP net.(*Dialer).DialContext`)

// kept lists the mutators that the binary holds, and which of five reasons is theirs. One that is gone must be taken off.
var kept = map[string]string{
	"os.CreateTemp":      cacheOnly,
	"os.OpenFile":        cacheOnly, // os.Open is made of it too, and --html uses it before the seal
	"os.MkdirAll":        cacheOnly,
	"os.Remove":          cacheOnly,
	"os.rename":          cacheOnly,
	"os.(*File).WriteAt": cacheOnly,
	"syscall.Mkdirat":    cacheOnly,
	"syscall.Renameat":   cacheOnly,
	"syscall.unlinkat":   cacheOnly,

	"os.WriteFile":         setupOnly,
	"os.StartProcess":      setupOnly,
	"os/exec.Command":      setupOnly,
	"os/exec.(*Cmd).Start": setupOnly,
	"syscall.forkExec":     setupOnly,

	"net.ListenTCP":  onePort,
	"syscall.socket": onePort,
	"syscall.Socket": onePort,
	"syscall.bind":   onePort,
	"syscall.Bind":   onePort,
	"syscall.Listen": onePort,

	"net.Listen":                   neverCalled,
	"net.(*Dialer).DialContext":    neverCalled,
	"syscall.connect":              neverCalled,
	"syscall.Connect":              neverCalled,
	"syscall.rawVforkSyscall.abi0": assembly,
}

const (
	cacheOnly   = "the cache directory; the seal holds it there"
	setupOnly   = "the command setup, which a person types, writes and starts what hosts have configured; a server does not, and the seal denies it"
	onePort     = "serve --http opens its port before it reads anything; the seal, which comes next, denies it, and a server without --http never does it"
	assembly    = "assembly that the linker does not leave out; nothing calls it, and the seal denies it"
	neverCalled = "the MCP SDK links an HTTP client and wazero sockets; nothing of tsplan calls them, and the seal denies them"
)

// TestBinaryMutators looks for them among the symbols of the release build.
func TestBinaryMutators(t *testing.T) {
	out, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	found, symbols := map[string]bool{}, 0
	for line := range bytes.Lines(out) {
		fields := strings.Fields(string(line))
		if len(fields) < 3 {
			continue
		}
		symbols++
		if name := fields[2]; slices.Contains(mutators, name) {
			found[name] = true
			if kept[name] == "" {
				t.Errorf("the binary holds %s", name)
			}
		}
	}
	for name := range kept {
		if !found[name] {
			t.Errorf("the binary no longer holds %s: take it off the list", name)
		}
	}
	reasons := map[string]int{}
	for name := range found {
		reasons[kept[name]]++
	}
	if len(reasons) > 5 {
		t.Errorf("%d reasons", len(reasons))
	}
	t.Logf("%d symbols; %d of %d mutators, for %d reasons: %v", symbols, len(found), len(mutators), len(reasons), reasons)
}

// TestBinaryIsStatic looks for libraries that would be loaded.
func TestBinaryIsStatic(t *testing.T) {
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if libraries, err := file.ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("the binary loads %v, %v", libraries, err)
	}
}

// TestGuestImports compares what the embedded module imports with the list of what it may.
func TestGuestImports(t *testing.T) {
	module, err := wasm.Module()
	if err != nil {
		t.Fatal(err)
	}
	got := importsOf(t, module)
	want := slices.Clone(wasm.Imports())
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the module imports\n%v\nand may import\n%v", got, want)
	}
	for _, name := range got {
		if !strings.HasPrefix(name, "env.") {
			t.Errorf("%s is of an interface that is not tsplan's own", name)
		}
	}
	t.Logf("%d imports: %v", len(got), got)
}

// importsOf reads the import section of a WebAssembly module.
func importsOf(t *testing.T, module []byte) []string {
	t.Helper()
	r := &wasmReader{t: t, data: module[8:]}
	for len(r.data) > 0 {
		id, body := r.take(1)[0], &wasmReader{t: t}
		body.data = r.take(int(r.number()))
		if id != 2 {
			continue
		}
		var names []string
		for range body.number() {
			from := string(body.take(int(body.number())))
			name := string(body.take(int(body.number())))
			if kind := body.take(1)[0]; kind != 0 {
				t.Errorf("import %s.%s is no function", from, name)
			}
			body.number() // its type
			names = append(names, from+"."+name)
		}
		return names
	}
	return nil
}

type wasmReader struct {
	t    *testing.T
	data []byte
}

func (r *wasmReader) take(n int) []byte {
	if n > len(r.data) {
		r.t.Fatal("the module is cut off")
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *wasmReader) number() (n uint64) {
	for shift := 0; ; shift += 7 {
		b := r.take(1)[0]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}
