// Package release makes the files that people install, from a built tree and without the network: archives, packages for npm, bundles for
// MCP hosts, manifests for package managers and registries, a bill of materials and the digests of all of them. The same commit, made by
// the same version of Go, gives the same bytes, whatever the directory is called.
package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tsplan/wasm"
)

// Dir is where the command puts a release.
const Dir = "bin/release"

// Options say what is made, and for whom.
type Options struct {
	Version    string   // "" for git's version
	Repository string   // the page that the files will be published at, "" for none
	Targets    []string // as linux/amd64; none for all
	Check      bool     // check the files with other people's tools, which needs npm
}

// nowhere stands for the repository page of a release that is not published. Nobody can own its domain (RFC 2606).
const nowhere = "https://example.invalid/tsplan"

// Parse reads the arguments of the command.
func Parse(args []string) (Options, error) {
	var o Options
	f := flag.NewFlagSet("release", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.Version, "version", "", "version without v (default what git says)")
	f.StringVar(&o.Repository, "repository", "", "page of the repository that the files will be published at, as https://github.com/OWNER/NAME")
	f.Func("targets", "systems, as linux/amd64,darwin/arm64 (default all)", func(s string) error { o.Targets = strings.Split(s, ","); return nil })
	f.BoolVar(&o.Check, "check", false, "have mcpb and a validator of CycloneDX look at the files; needs npm")
	err := f.Parse(args)
	if err == nil && f.NArg() > 0 {
		err = fmt.Errorf("unknown arguments %q", f.Args())
	}
	if err != nil {
		var usage strings.Builder
		f.SetOutput(&usage)
		f.PrintDefaults()
		return o, fmt.Errorf("%w\n%s", err, usage.String())
	}
	return o, nil
}

// release is one version of tsplan while its files are made.
type release struct {
	version    string
	made       time.Time // the time that every file in an archive has
	repository string
	targets    []target
	dir        string
	documents  []entry // files that come with every binary
	sums       map[string]string
	bill       *bill
}

// semver matches a version that npm and the MCP registry accept. Such a version has no character that a URL or a formula would have to
// escape.
var semver = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

var repositoryPage = regexp.MustCompile(`^https://[A-Za-z0-9.-]+(/[A-Za-z0-9._-]+)+$`)

// Run makes a release in a directory that is empty or not there, and returns the names of its files.
func Run(ctx context.Context, dir string, o Options) ([]string, error) {
	r, err := prepare(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	for _, t := range r.targets {
		if err := r.make(ctx, t); err != nil {
			return nil, fmt.Errorf("%s: %w", t, err)
		}
	}
	for _, write := range []func() error{r.writeLauncher, r.writeBill, r.writeFormula, r.writeScoop, r.writeServer} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	return r.writeSums()
}

func prepare(ctx context.Context, dir string, o Options) (*release, error) {
	r := &release{version: o.Version, repository: strings.TrimSuffix(o.Repository, "/"), dir: dir, sums: map[string]string{}}
	var err error
	if r.version == "" {
		if r.version, err = gitVersion(ctx); err != nil {
			return nil, err
		}
	}
	if !semver.MatchString(r.version) {
		return nil, fmt.Errorf("%q is not a version as 1.2.3 or 1.2.3-rc.1", r.version)
	}
	if r.repository == "" {
		r.repository = nowhere
	}
	if !repositoryPage.MatchString(r.repository) {
		return nil, fmt.Errorf("%q is not a repository's page as https://github.com/OWNER/NAME", r.repository)
	}
	if r.made, err = commitTime(ctx); err != nil {
		return nil, err
	}
	if r.targets, err = parseTargets(o.Targets); err != nil {
		return nil, err
	}
	for _, document := range []struct{ name, path string }{
		{"LICENSE", "LICENSE"}, {"NOTICES.txt", dist + wasm.NoticesFile}, {"README.md", "README.md"},
	} {
		data, err := os.ReadFile(document.path)
		if err != nil {
			return nil, err
		}
		r.documents = append(r.documents, entry{name: document.name, data: data})
	}
	if r.bill, err = newBill(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	there, err := os.ReadDir(dir)
	if err == nil && len(there) > 0 {
		err = fmt.Errorf("%s is not empty", dir)
	}
	return r, err
}

// make makes all files for one system.
func (r *release) make(ctx context.Context, t target) error {
	binary, modules, err := t.compile(ctx, r.version)
	if err != nil {
		return err
	}
	r.bill.add(t, modules)
	files := append([]entry{{name: t.binary(), data: binary, executable: true}}, r.documents...)
	if err := r.write(r.archive(t), func(w io.Writer) error {
		if t.os == "windows" {
			return writeZip(w, r.made, below(r.base(t), files))
		}
		return writeTarGz(w, r.made, below(r.base(t), files))
	}); err != nil {
		return err
	}
	if err := r.writePlatformPackage(t, binary); err != nil {
		return err
	}
	return r.writeBundle(t, files)
}

// base is the name of a system's archive without its ending, and of the directory in it.
func (r *release) base(t target) string {
	return fmt.Sprintf("tsplan-%s-%s-%s", r.version, t.os, t.arch)
}

func (r *release) archive(t target) string {
	if t.os == "windows" {
		return r.base(t) + ".zip"
	}
	return r.base(t) + ".tar.gz"
}

// url is where a file can be fetched once it is published, as GitHub names it.
func (r *release) url(name string) string {
	return r.repository + "/releases/download/v" + r.version + "/" + name
}

// write makes a file of the release and notes its digest.
func (r *release) write(name string, fill func(io.Writer) error) (err error) {
	f, err := os.OpenFile(filepath.Join(r.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	h := sha256.New()
	if err := fill(io.MultiWriter(f, h)); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.sums[name] = hex.EncodeToString(h.Sum(nil))
	return nil
}

func (r *release) writeText(name string, text []byte) error {
	return r.write(name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// writeSums writes the digests in the form that `sha256sum -c` reads.
func (r *release) writeSums() ([]string, error) {
	var names []string
	for name := range r.sums {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s  %s\n", r.sums[name], name)
	}
	const sums = "SHA256SUMS"
	return append(names, sums), os.WriteFile(filepath.Join(r.dir, sums), []byte(b.String()), 0o644)
}
