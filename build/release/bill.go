package release

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"tsplan/tools/plan"
	"tsplan/wasm"
)

// bill is a bill of materials of all that the binaries hold, in the form of CycloneDX 1.6.
type bill struct {
	embedded []component          // what every binary embeds
	modules  map[string]component // Go modules, by reference
	systems  map[string][]string  // the systems that have a module in their binary
}

type component struct {
	Ref        string      `json:"bom-ref"`
	Type       string      `json:"type"`
	Name       string      `json:"name"`
	Version    string      `json:"version,omitempty"`
	Desc       string      `json:"description,omitempty"`
	Hashes     []hash      `json:"hashes,omitempty"`
	Licenses   []license   `json:"licenses,omitempty"`
	PURL       string      `json:"purl,omitempty"`
	Properties []property  `json:"properties,omitempty"`
	Components []component `json:"components,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type license struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func licensed(id string) []license {
	l := license{}
	l.License.ID = id
	return []license{l}
}

// buildTools are packages of wasm/package-lock.json that make the guest and of which nothing stays in it.
var buildTools = []string{"binaryen"}

// newBill returns a bill that lists the parts of the guest, which every binary embeds. The method add adds the Go modules of
// one binary.
func newBill() (*bill, error) {
	b := &bill{modules: map[string]component{}, systems: map[string][]string{}}
	packages, err := lockedPackages()
	if err != nil {
		return nil, err
	}
	module, err := guestModule()
	if err != nil {
		return nil, err
	}
	b.embedded = append(packages, module)
	for _, major := range wasm.Majors() {
		image, err := guestImage(major)
		if err != nil {
			return nil, err
		}
		b.embedded = append(b.embedded, image)
	}
	return b, nil
}

// dist is the directory that the build writes to. Its files are read from there and not from the running program, which may embed older
// ones.
const dist = "wasm/dist/"

func guestImage(major string) (component, error) {
	var guest wasm.Manifest
	text, err := os.ReadFile(dist + major + "/" + wasm.ManifestFile)
	if err != nil {
		return component{}, err
	}
	if err := json.Unmarshal(text, &guest); err != nil {
		return component{}, err
	}
	image, err := os.ReadFile(dist + major + "/" + wasm.ImageFile)
	return component{
		Ref: "image-" + major, Type: "file", Name: "dist/" + major + "/" + wasm.ImageFile, Version: guest.TypeScript,
		Desc:   "Memory of the guest after it has evaluated TypeScript " + guest.TypeScript,
		Hashes: []hash{{"SHA-256", plan.Sum(image)}},
	}, err
}

// lockedPackages are the npm packages in the guest: several versions of TypeScript, and QuickJS.
func lockedPackages() ([]component, error) {
	text, err := os.ReadFile("wasm/package-lock.json")
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Name, Version, Integrity, License string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	var packages []component
	for _, path := range slices.Sorted(maps.Keys(lock.Packages)) {
		name, isPackage := strings.CutPrefix(path, "node_modules/")
		if !isPackage || slices.Contains(buildTools, name) {
			continue
		}
		p := lock.Packages[path]
		if p.Name != "" { // installed under another name
			name = p.Name
		}
		encoded, isSHA512 := strings.CutPrefix(p.Integrity, "sha512-")
		sum, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || !isSHA512 {
			return nil, fmt.Errorf("wasm/package-lock.json: the integrity of %s is %q, not a SHA-512", path, p.Integrity)
		}
		purl := "pkg:npm/" + name + "@" + p.Version
		packages = append(packages, component{
			Ref: purl, Type: "library", Name: name, Version: p.Version, PURL: purl,
			Hashes: []hash{{"SHA-512", hex.EncodeToString(sum)}}, Licenses: licensed(p.License),
		})
	}
	return packages, nil
}

// engineVersion matches the version of QuickJS's engine in the module, where it is a text of its own.
var engineVersion = regexp.MustCompile(`\x00(\d+\.\d+\.\d+)\x00`)

// guestModule is the WebAssembly module that every guest runs in, and what was compiled into it.
func guestModule() (component, error) {
	module, err := os.ReadFile(dist + wasm.ModuleFile)
	if err != nil {
		return component{}, err
	}
	versions := engineVersion.FindAllSubmatch(module, -1)
	if len(versions) != 1 {
		return component{}, fmt.Errorf("%s has %d texts that could be the version of QuickJS, and should have one", wasm.ModuleFile, len(versions))
	}
	version := string(versions[0][1])
	return component{
		Ref: "guest-module", Type: "file", Name: "dist/" + wasm.ModuleFile,
		Desc:   "WebAssembly module that runs the guest: QuickJS of the package quickjs-wasi, linked with the stubs of tsplan and optimized",
		Hashes: []hash{{"SHA-256", plan.Sum(module)}},
		Components: []component{{
			Ref: "quickjs-ng", Type: "library", Name: "quickjs-ng", Version: version,
			PURL: "pkg:github/quickjs-ng/quickjs@v" + version, Licenses: licensed("MIT"),
		}, {
			Ref: "wasi-libc", Type: "library", Name: "wasi-libc", PURL: "pkg:github/WebAssembly/wasi-libc", Licenses: licensed("MIT"),
			Desc: "C library of the WASI SDK, with musl and dlmalloc; the package quickjs-wasi does not say which version it was compiled with",
		}},
	}, nil
}

// add notes the modules that the Go linker says are in a system's binary, and Go's own library.
func (b *bill) add(t target, info *debug.BuildInfo) {
	note := func(c component) {
		b.modules[c.Ref] = c
		b.systems[c.Ref] = append(b.systems[c.Ref], t.String())
	}
	version := strings.TrimPrefix(info.GoVersion, "go")
	note(component{
		Ref: "pkg:golang/std@" + version, Type: "library", Name: "std", Version: version, PURL: "pkg:golang/std@" + version,
		Desc: "Standard library and runtime of Go", Licenses: licensed("BSD-3-Clause"),
	})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		c := component{Ref: purl, Type: "library", Name: m.Path, Version: m.Version, PURL: purl}
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) == sha256.Size {
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}} // of the module's files, as go.sum has it
		}
		note(c)
	}
}

// writeBill writes the whole bill. For a module that is not in every binary it lists the systems that have it.
func (r *release) writeBill() error {
	components := r.bill.embedded
	for _, ref := range slices.Sorted(maps.Keys(r.bill.modules)) {
		c := r.bill.modules[ref]
		if on := r.bill.systems[ref]; len(on) < len(r.targets) {
			c.Properties = []property{{"tsplan:systems", strings.Join(on, " ")}}
		}
		components = append(components, c)
	}
	type dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn"`
	}
	root := component{
		Ref: "tsplan", Type: "application", Name: "tsplan", Version: r.version, PURL: "pkg:npm/tsplan@" + r.version,
		Desc: description, Licenses: licensed("MIT"),
	}
	needs := dependency{Ref: root.Ref, DependsOn: []string{}}
	for _, c := range components {
		needs.DependsOn = append(needs.DependsOn, c.Ref)
	}
	known, err := json.Marshal(append(components, root))
	if err != nil {
		return err
	}
	return r.writeJSON("tsplan-"+r.version+".cdx.json", map[string]any{
		"$schema":      "http://cyclonedx.org/schema/bom-1.6.schema.json",
		"bomFormat":    "CycloneDX",
		"specVersion":  "1.6",
		"serialNumber": serialNumber(known),
		"version":      1,
		"metadata":     map[string]any{"timestamp": r.made.Format(time.RFC3339), "component": root},
		"components":   components,
		"dependencies": []dependency{needs},
	})
}

// serialNumber is a UUID of the content (version 8 of RFC 9562), so that the same content has the same number.
func serialNumber(content []byte) string {
	sum := sha256.Sum256(content)
	sum[6] = sum[6]&0x0f | 0x80
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
