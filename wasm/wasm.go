// Package wasm holds what runs in the sandbox: the guest's WebAssembly module, the image of its memory, and the list
// of what it may import. It holds data and no logic, and imports nothing but the standard library.
package wasm

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// ErrNotBuilt reports a binary that was compiled without the guest.
var ErrNotBuilt = errors.New("this binary was built without its guest: run `go run ./build` in the source tree and use bin/tsplan")

//go:embed dist
var dist embed.FS

// Files as the build writes them: the module in dist, the others in one directory for each version of TypeScript.
const (
	ModuleFile   = "guest.wasm"
	ImageFile    = "image.zst"
	ManifestFile = "manifest.json"
)

// Manifest describes the embedded guest. The digests are hex SHA-256.
type Manifest struct {
	TypeScript string `json:"typescript"`
	QuickJS    string `json:"quickjs"`
	Module     string `json:"module"` // digest of the module
	Image      string `json:"image"`  // digest of the image, not compressed
	ImageSize  int64  `json:"imageSize"`
	// State is what the image needs beside memory.
	State State `json:"state"`
}

// State and the linear memory are all that has to be restored of a guest at rest.
type State struct {
	StackPointer uint32 `json:"stackPointer"`
	Runtime      uint32 `json:"runtime"` // JSRuntime*
	Context      uint32 `json:"context"` // JSContext*
}

// Guest is the embedded guest.
type Guest struct {
	Manifest
	// ImageZstd reads the compressed image from the binary in place. Most processes find the image unpacked in the cache, and copying its
	// 25 MB would take 30 ms.
	ImageZstd *io.SectionReader
}

// Majors lists the TypeScript versions that there is a guest for, by their first number.
func Majors() []string { return []string{"5", "6"} }

// Load returns the embedded guest with a version of TypeScript, or ErrNotBuilt.
func Load(major string) (*Guest, error) {
	manifest, err := dist.ReadFile("dist/" + major + "/" + ManifestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, err
	}
	g := new(Guest)
	if err := json.Unmarshal(manifest, &g.Manifest); err != nil {
		return nil, fmt.Errorf("embedded %s: %w", ManifestFile, err)
	}
	image, err := dist.Open("dist/" + major + "/" + ImageFile)
	if err != nil {
		return nil, err
	}
	info, err := image.Stat()
	if err != nil {
		return nil, err
	}
	g.ImageZstd = io.NewSectionReader(image.(io.ReaderAt), 0, info.Size()) // every file of an embed.FS is an io.ReaderAt
	return g, nil
}

// Module returns the WebAssembly module that runs every guest, or ErrNotBuilt.
func Module() ([]byte, error) {
	module, err := dist.ReadFile("dist/" + ModuleFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	return module, err
}

// Imports lists all that the module may import, as module.name. A module that asks for anything else is refused
// before it is instantiated. Neither of the two functions can write, start a program, connect, or name anything outside the project. All
// other host functions that QuickJS needs are answered inside the module (stubs).
func Imports() []string { return []string{"env.host_call", "env.host_interrupt"} }

// NoticesFile holds the licences of what the binary embeds, as the build collects them.
const NoticesFile = "NOTICES.txt"

// Notices returns the licences of what the binary embeds, or ErrNotBuilt.
func Notices() (string, error) {
	text, err := dist.ReadFile("dist/" + NoticesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNotBuilt
	}
	return string(text), err
}
