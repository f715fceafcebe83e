package release

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// target is a system that tsplan is built for, in Go's words.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

func allTargets() []target {
	return []target{
		{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
	}
}

func parseTargets(names []string) ([]target, error) {
	if len(names) == 0 {
		return allTargets(), nil
	}
	var targets []target
	for _, t := range allTargets() {
		if slices.Contains(names, t.String()) {
			targets = append(targets, t)
		}
	}
	if len(targets) != len(names) {
		return nil, fmt.Errorf("targets %v: there are %v, each of them once", names, allTargets())
	}
	return targets, nil
}

// node returns the system in the words of Node and npm.
func (t target) node() (platform, cpu string) {
	platform, cpu = t.os, t.arch
	if t.os == "windows" {
		platform = "win32"
	}
	if t.arch == "amd64" {
		cpu = "x64"
	}
	return platform, cpu
}

func (t target) binary() string {
	if t.os == "windows" {
		return "tsplan.exe"
	}
	return "tsplan"
}

// compile returns the system's binary, and what is known of the modules in it.
func (t target) compile(ctx context.Context, version string) (binary []byte, _ *debug.BuildInfo, err error) {
	dir, err := os.MkdirTemp("", "tsplan-release")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, t.binary())
	// Without -buildid and with -trimpath nothing in the binary depends on where it was built.
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X main.version="+version, "-o", path, "./cmd/tsplan")
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch, "GOFLAGS=", "GOWORK=off",
		"GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	var messages strings.Builder
	c.Stderr = &messages
	if err := c.Run(); err != nil {
		return nil, nil, fmt.Errorf("go build: %w\n%s", err, messages.String())
	}
	if binary, err = os.ReadFile(path); err != nil {
		return nil, nil, err
	}
	info, err := buildinfo.ReadFile(path)
	return binary, info, err
}
