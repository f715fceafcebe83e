package release

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
)

// description is the text that registries show. The MCP registry takes at most 100 characters.
const description = "Plans TypeScript refactorings in repositories that nobody has to trust, and changes nothing"

// launcher is the program of the package `tsplan`: it starts the binary that is in the package of the system.
//
//go:embed launcher.js
var launcher []byte

// manifest is a package.json.
type manifest struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	License              string            `json:"license"`
	Homepage             string            `json:"homepage"`
	Repository           repositoryOf      `json:"repository"`
	MCPName              string            `json:"mcpName,omitempty"` // tells the MCP registry that the package belongs to the server
	Bin                  map[string]string `json:"bin,omitempty"`
	Engines              map[string]string `json:"engines,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"` // Yarn cannot run a binary in an archive
}

type repositoryOf struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

func (r *release) manifest(name string) manifest {
	return manifest{
		Name: name, Version: r.version, Description: description, License: "MIT", Homepage: r.repository,
		Repository: repositoryOf{"git", "git+" + r.repository + ".git"},
	}
}

// platformPackage is the npm package with a system's binary.
func (t target) platformPackage() string {
	platform, cpu := t.node()
	return "@tsplan/" + platform + "-" + cpu
}

// writePlatformPackage writes a package that npm installs only on the system that `os` and `cpu` name.
func (r *release) writePlatformPackage(t target, binary []byte) error {
	platform, cpu := t.node()
	m := r.manifest(t.platformPackage())
	m.Description = fmt.Sprintf("The binary of tsplan for %s on %s", platform, cpu)
	m.OS, m.CPU, m.PreferUnplugged = []string{platform}, []string{cpu}, true
	about := "# " + m.Name + "\n\n" + m.Description + ". Install `tsplan`, which depends on it.\n"
	return r.writePackage(m, []entry{
		{name: "bin/" + t.binary(), data: binary, executable: true},
		r.documents[0], r.documents[1], {name: "README.md", data: []byte(about)},
	})
}

// writeLauncher writes the package `tsplan`, which people install. It depends on the packages of all systems, of which npm installs one,
// and runs no script when it is installed.
func (r *release) writeLauncher() error {
	m := r.manifest("tsplan")
	m.MCPName = r.serverName()
	m.Bin = map[string]string{"tsplan": "bin/tsplan"}
	m.Engines = map[string]string{"node": ">=18"}
	m.OptionalDependencies = map[string]string{}
	for _, t := range r.targets {
		m.OptionalDependencies[t.platformPackage()] = r.version
	}
	return r.writePackage(m, append([]entry{{name: "bin/tsplan", data: launcher, executable: true}}, r.documents...))
}

// writePackage writes a package in the form of npm's archives, and under the name that `npm pack` gives it.
func (r *release) writePackage(m manifest, files []entry) error {
	text, err := encode(m)
	if err != nil {
		return err
	}
	name := strings.NewReplacer("@", "", "/", "-").Replace(m.Name) + "-" + m.Version + ".tgz"
	return r.write(name, func(w io.Writer) error {
		return writeTarGz(w, r.made, below("package", append(files, entry{name: "package.json", data: text})))
	})
}
