package tools

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/txtar"

	"tsplan/tools/stdio"
)

// Update is exported because the tests of package tools_test read it, too.
var Update = flag.Bool("update", false, "rewrite golden files")

// TestConformance talks to a server over its own transport, byte for byte. Each file in
// testdata/conformance is one session: a line that says what it is for, what the client sends, line
// by line, and what the server writes, indented. The server has answered each line as far as it can
// without time passing before it gets the next.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob("testdata/conformance/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conformance files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.TrimSpace(archive.Comment)) == 0 {
				t.Error("the first line must say what the case is for")
			}
			if n := len(archive.Files); n == 0 || n > 2 || archive.Files[0].Name != "client" ||
				n == 2 && archive.Files[1].Name != "server" {
				t.Fatal("want the sections client and server")
			}
			got := indent(t, converse(t, func() *mcp.Server { return toyServer(toyPolicy(), nil) }, archive.Files[0].Data))
			if *Update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "server", Data: got})
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) != 2 || !bytes.Equal(got, archive.Files[1].Data) {
				t.Errorf("the server wrote (use -update if it is right):\n%s", got)
			}
		})
	}
}

// converse sends the lines of client to a server and returns what it writes.
func converse(t *testing.T, server func() *mcp.Server, client []byte) []byte {
	var wire bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		out := &lockedWriter{w: &wire}
		done := make(chan error)
		go func() { done <- server().Run(t.Context(), &stdio.Transport{In: r, Out: out}) }()
		for line := range bytes.Lines(client) {
			if _, err := w.Write(line); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		w.Close()
		if err := <-done; err != nil {
			t.Errorf("the session ended with %v", err)
		}
	})
	return wire.Bytes()
}

func indent(t *testing.T, lines []byte) []byte {
	var indented bytes.Buffer
	for line := range bytes.Lines(lines) {
		if err := json.Indent(&indented, line, "", "  "); err != nil {
			t.Errorf("the server wrote %q: %v", line, err)
		}
	}
	return indented.Bytes()
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.w.Write(p)
}
