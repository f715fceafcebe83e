package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/klauspost/compress/zstd"

	"tsplan/runtime"
	"tsplan/wasm"
)

const (
	nodeModules = "wasm/node_modules"
	modulePath  = "wasm/dist/" + wasm.ModuleFile
)

// build makes everything up to bin/tsplan.
func (b builder) build(ctx context.Context) error {
	runtimeSources, err := goSources(ctx, "./runtime")
	if err != nil {
		return err
	}
	commandSources, err := goSources(ctx, "./cmd/tsplan")
	if err != nil {
		return err
	}
	steps := []step{npmStep(ctx), {
		name:    "module",
		inputs:  []string{"wasm/package-lock.json", "wasm/stubs", "build/guest.go"},
		outputs: []string{modulePath},
		do:      func() error { return makeModule(ctx) },
	}, {
		name:    "notices",
		inputs:  append([]string{"wasm/package-lock.json", committedNotices, "build/notices.go", "go.sum"}, commandSources...),
		outputs: []string{noticesPath},
		do:      func() error { return writeNotices(ctx) },
	}}
	for _, v := range typeScripts() {
		steps = append(steps, step{
			name:    "bundle " + v.major,
			inputs:  []string{"wasm/package-lock.json", "wasm/guest", "build/guest.go", "build/patches.go", "build/typescript", "build/rewrite", "go.sum"},
			outputs: []string{v.bundle()},
			do:      func() error { return v.makeBundle(ctx, "wasm/guest/main.ts", v.bundle()) },
		}, step{
			name:    "image " + v.major,
			inputs:  append([]string{v.bundle(), modulePath, "wasm/package-lock.json", "build/guest.go", "go.sum"}, runtimeSources...),
			outputs: []string{"wasm/dist/" + v.major + "/" + wasm.ManifestFile, "wasm/dist/" + v.major + "/" + wasm.ImageFile},
			do:      func() error { return v.writeImage(ctx) },
		})
	}
	for _, s := range steps {
		if err := s.run(); err != nil {
			return err
		}
	}
	// The portable binary is static; the optional engine is a C library.
	cgo := "CGO_ENABLED=0"
	if b.tags != "" {
		cgo = "CGO_ENABLED=1"
	}
	args := b.goCommand("build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", b.binary(), "./cmd/tsplan")
	return execute(exec.CommandContext(ctx, args[0], args[1:]...), cgo)
}

// npmStep installs the packages that the guest is made of.
func npmStep(ctx context.Context) step {
	return step{
		name:    "npm",
		inputs:  []string{"wasm/package-lock.json"},
		outputs: []string{nodeModules + "/typescript6/package.json", nodeModules + "/quickjs-wasi/quickjs.wasm"},
		do:      func() error { return npmInstall(ctx, "wasm") },
	}
}

// command runs a program in a directory.
func command(ctx context.Context, dir string, args ...string) error {
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = dir
	return execute(c)
}

// execute runs a program. Its output goes to our standard error, and env is added to its environment.
func execute(c *exec.Cmd, env ...string) error {
	c.Stdout, c.Stderr, c.Env = os.Stderr, os.Stderr, append(os.Environ(), env...)
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(c.Args, " "), err)
	}
	return nil
}

// installPackages installs the npm packages that the lock file in a directory pins.
func installPackages(ctx context.Context, name, dir string) error {
	return step{
		name:    name,
		inputs:  []string{dir + "/package.json", dir + "/package-lock.json"},
		outputs: []string{dir + "/node_modules/.package-lock.json"},
		do:      func() error { return npmInstall(ctx, dir) },
	}.run()
}

func npmInstall(ctx context.Context, dir string) error {
	return command(ctx, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
}

// typeScript is a version of TypeScript that a guest image is made for.
type typeScript struct {
	major string
	pkg   string // the name it is installed under
}

func typeScripts() []typeScript {
	return []typeScript{{"5", "typescript"}, {"6", "typescript6"}}
}

func (v typeScript) bundle() string { return "bin/guest-" + v.major + ".js" }

func (v typeScript) lib() string { return nodeModules + "/" + v.pkg + "/lib" }

// makeBundle bundles the guest, or another entry point, and its TypeScript into one script.
func (v typeScript) makeBundle(ctx context.Context, entry, outfile string) error {
	library, err := filepath.Abs(v.lib() + "/typescript.js")
	if err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints:      []string{entry},
		Outfile:          outfile,
		Alias:            map[string]string{"typescript": library},
		Plugins:          []api.Plugin{patched(library)},
		Bundle:           true,
		Write:            true,
		Format:           api.FormatIIFE,
		Platform:         api.PlatformNeutral,
		MainFields:       []string{"main"},
		Target:           api.ES2023,
		MinifyWhitespace: true,
		Charset:          api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		External:         []string{"fs", "path", "os", "perf_hooks", "inspector", "source-map-support", "crypto"},
		LogLevel:         api.LogLevelError,
	})
	if len(result.Errors) > 0 {
		return errors.New("esbuild failed")
	}
	// A typescript package without a JavaScript API bundles to next to nothing, and without an error.
	if info, err := os.Stat(outfile); err != nil || info.Size() < 3<<20 {
		return errors.Join(err, errors.New("the bundle is too small to hold TypeScript"))
	}
	return rewrite(ctx, outfile)
}

// makeModule links QuickJS with stubs for the imports that the host does not provide, and optimizes both with Binaryen. That saves 10 to 15
// percent of the time in the guest, and more inlining than with -O3 saves another 5 to 10. With twice these inlining sizes the gain is
// little more, and the module is half as large again.
func makeModule(ctx context.Context) error {
	features := []string{"--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int", "--enable-mutable-globals"}
	binaryen := func(tool string, args ...string) error {
		return command(ctx, "", slices.Concat([]string{"node", nodeModules + "/binaryen/bin/" + tool}, args, features, []string{"-o", modulePath})...)
	}
	err := binaryen("wasm-merge", nodeModules+"/quickjs-wasi/quickjs.wasm", "quickjs",
		"wasm/stubs/wasi.wat", "wasi_snapshot_preview1", "wasm/stubs/env.wat", "env")
	if err != nil {
		return err
	}
	return binaryen("wasm-opt", modulePath, "-O3", "--always-inline-max-function-size=20", "--flexible-inline-max-function-size=60")
}

// libFile is a default library file of TypeScript. The one for projects that set no target is lib.d.ts.
var libFile = regexp.MustCompile(`^lib\.(.*\.)?d\.ts$`)

// writeImage starts the guest and writes its memory to a file.
func (v typeScript) writeImage(ctx context.Context) error {
	module, image, err := v.makeImage(ctx)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if _, err := z.Write(image.Memory); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	dir := "wasm/dist/" + v.major + "/"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(dir+wasm.ImageFile, packed.Bytes(), 0o644); err != nil {
		return err
	}
	quickjs, err := packageVersion("quickjs-wasi")
	if err != nil {
		return err
	}
	manifest, err := json.MarshalIndent(wasm.Manifest{
		TypeScript: image.TypeScript,
		QuickJS:    quickjs,
		Module:     digest(module),
		Image:      digest(image.Memory),
		ImageSize:  int64(len(image.Memory)),
		State:      image.State,
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(dir+wasm.ManifestFile, append(manifest, '\n'), 0o644)
}

// makeImage needs the bundle and the module, which earlier steps make.
func (v typeScript) makeImage(ctx context.Context) (module []byte, _ *runtime.Image, err error) {
	script, err := os.ReadFile(v.bundle())
	if err != nil {
		return nil, nil, err
	}
	if module, err = os.ReadFile(modulePath); err != nil {
		return nil, nil, err
	}
	libs := map[string]string{}
	dir := v.lib()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if libFile.MatchString(e.Name()) {
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, nil, err
			}
			libs[e.Name()] = string(text)
		}
	}
	image, err := runtime.BuildImage(ctx, module, string(script), libs)
	return module, image, err
}

func packageVersion(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(nodeModules, name, "package.json"))
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	err = json.Unmarshal(text, &p)
	return p.Version, err
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// binary returns the path of the binary. A binary with another engine does not overwrite the portable one.
func (b builder) binary() string {
	name := "tsplan"
	if b.tags != "" {
		name += "-" + b.tags
	}
	if os.PathSeparator == '\\' {
		name += ".exe"
	}
	return filepath.Join("bin", name)
}
