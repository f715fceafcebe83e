//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A cache that may only be read serves as well: the project is restored from its image.
func TestReadOnlyCache(t *testing.T) {
	binary, dir, cache := goBuild(t), layOut(t), filepath.Join(t.TempDir(), "cache")
	var big strings.Builder
	for i := range 700 {
		fmt.Fprintf(&big, "export const b%d = %d;\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(dir, "big.ts"), []byte(big.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	serve := func(as *syscall.Credential) (log string) {
		t.Helper()
		c := exec.Command(binary, "serve", "--root", dir, "--cache-dir", cache)
		c.SysProcAttr, c.Dir = &syscall.SysProcAttr{Credential: as}, "/"
		var stderr strings.Builder
		c.Stderr = &stderr
		in, inErr := c.StdinPipe()
		out, outErr := c.StdoutPipe()
		if err := errors.Join(inErr, outErr, c.Start()); err != nil {
			t.Fatal(err)
		}
		_, err := io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"planRenameSymbol","arguments":{"projectRoot":"`+dir+`","filePath":"use.ts","line":0,"character":9,"newName":"total","verify":true}}}
`)
		answers, answer := bufio.NewReader(out), ""
		for range 2 {
			line, readErr := answers.ReadString('\n')
			answer, err = line, errors.Join(err, readErr)
		}
		if err := errors.Join(err, in.Close(), c.Wait()); err != nil || !strings.Contains(answer, `"canRename":true`) {
			t.Fatalf("%v\n%s\n%s", err, answer, stderr.String())
		}
		return stderr.String()
	}
	if log := serve(nil); strings.Contains(log, "image") {
		t.Errorf("while the image is made, the log says\n%s", log)
	}
	var as *syscall.Credential
	if os.Geteuid() == 0 {
		// Modes do not stop root.
		as = &syscall.Credential{Uid: 65534, Gid: 65534}
		for _, path := range []string{binary, dir, cache} {
			for up := filepath.Dir(path); up != filepath.Clean(os.TempDir()); up = filepath.Dir(up) {
				if err := os.Chmod(up, 0o755); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	err := filepath.WalkDir(cache, func(path string, d fs.DirEntry, err error) error {
		mode := os.FileMode(0o400)
		if err == nil && d.IsDir() {
			mode = 0o700 // until all below is done
		}
		if as != nil {
			err = errors.Join(err, os.Chown(path, int(as.Uid), int(as.Gid)))
		}
		return errors.Join(err, os.Chmod(path, mode))
	})
	own := filepath.Join(cache, "tsplan-cache")
	if err := errors.Join(err, os.Chmod(own, 0o500), os.Chmod(cache, 0o500)); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(os.Chmod(cache, 0o700), os.Chmod(own, 0o700)); err != nil {
			t.Error(err)
		}
	}()
	if log := serve(as); !strings.Contains(log, "project restored from its image") {
		t.Errorf("the image is not used:\n%s", log)
	}
}
