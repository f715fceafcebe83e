package release

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"text/template"
)

// serverSchema is the version of the MCP registry's schema that server.json is written for.
const serverSchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

// serverEntry is the content of server.json. The MCP registry lists a server from it.
type serverEntry struct {
	Schema      string          `json:"$schema"`
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Repository  *serverSource   `json:"repository,omitempty"`
	Version     string          `json:"version"`
	Packages    []serverPackage `json:"packages"`
}

type serverSource struct {
	URL    string `json:"url"`
	Source string `json:"source"`
}

type serverPackage struct {
	RegistryType     string            `json:"registryType"`
	Identifier       string            `json:"identifier"`
	Version          string            `json:"version,omitempty"`
	FileSHA256       string            `json:"fileSha256,omitempty"`
	RuntimeHint      string            `json:"runtimeHint,omitempty"`
	Transport        map[string]string `json:"transport"`
	PackageArguments []serverArgument  `json:"packageArguments,omitempty"`
}

type serverArgument struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

// forge returns which of the two hosts that the MCP registry knows the repository is at, or "".
func (r *release) forge() string {
	for _, forge := range []string{"github", "gitlab"} {
		if strings.HasPrefix(r.repository, "https://"+forge+".com/") {
			return forge
		}
	}
	return ""
}

// serverName is the server's name in the MCP registry: a reversed domain and a name, as in io.github.OWNER/NAME. An owner at a forge has a
// domain below the domain of the forge.
func (r *release) serverName() string {
	parts := strings.Split(strings.TrimPrefix(r.repository, "https://"), "/")
	if forge := r.forge(); forge != "" && len(parts) > 2 {
		return "io." + forge + "." + parts[1] + "/" + parts[len(parts)-1]
	}
	labels := strings.Split(parts[0], ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".") + "/" + parts[len(parts)-1]
}

// writeServer writes server.json for the MCP registry.
func (r *release) writeServer() error {
	stdio := map[string]string{"type": "stdio"}
	s := serverEntry{
		Schema: serverSchema, Name: r.serverName(), Title: "tsplan", Description: description, Version: r.version,
		Packages: []serverPackage{{
			RegistryType: "npm", Identifier: "tsplan", Version: r.version, RuntimeHint: "npx", Transport: stdio,
			PackageArguments: []serverArgument{{"positional", "serve"}},
		}},
	}
	if forge := r.forge(); forge != "" {
		s.Repository = &serverSource{r.repository, forge}
	}
	for _, t := range r.targets {
		s.Packages = append(s.Packages, serverPackage{
			RegistryType: "mcpb", Identifier: r.url(r.bundle(t)), Version: r.version, FileSHA256: r.sums[r.bundle(t)], Transport: stdio,
		})
	}
	return r.writeJSON("server.json", s)
}

// writeScoop writes the manifest by which Scoop installs tsplan on Windows.
func (r *release) writeScoop() error {
	type download struct {
		URL        string `json:"url"`
		Hash       string `json:"hash"`
		ExtractDir string `json:"extract_dir"`
	}
	architectures := map[string]download{}
	for _, t := range r.targets {
		if t.os == "windows" {
			name := map[string]string{"amd64": "64bit", "arm64": "arm64"}[t.arch]
			architectures[name] = download{r.url(r.archive(t)), r.sums[r.archive(t)], r.base(t)}
		}
	}
	return r.writeJSON("scoop.json", struct {
		Version      string              `json:"version"`
		Description  string              `json:"description"`
		Homepage     string              `json:"homepage"`
		License      string              `json:"license"`
		Architecture map[string]download `json:"architecture"`
		Bin          string              `json:"bin"`
	}{r.version, description, r.repository, "MIT", architectures, "tsplan.exe"})
}

// formula is for Homebrew, on macOS and Linux.
var formula = template.Must(template.New("formula").Parse(`class Tsplan < Formula
  desc "{{.Description}}"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "MIT"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Processors}}
    on_{{.Name}} do
      url "{{.URL}}"
      sha256 "{{.SHA256}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "tsplan"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tsplan version")
  end
end
`))

func (r *release) writeFormula() error {
	type processor struct{ Name, URL, SHA256 string }
	type system struct {
		Name       string
		Processors []processor
	}
	var systems []system
	for _, s := range []struct{ name, os string }{{"macos", "darwin"}, {"linux", "linux"}} {
		next := system{Name: s.name}
		for _, t := range r.targets {
			if t.os == s.os {
				name := map[string]string{"amd64": "intel", "arm64": "arm"}[t.arch]
				next.Processors = append(next.Processors, processor{name, r.url(r.archive(t)), r.sums[r.archive(t)]})
			}
		}
		if next.Processors != nil {
			systems = append(systems, next)
		}
	}
	var b bytes.Buffer
	err := formula.Execute(&b, map[string]any{
		"Description": description, "Homepage": r.repository, "Version": r.version, "Systems": systems,
	})
	if err != nil {
		return err
	}
	return r.writeText("tsplan.rb", b.Bytes())
}

func (r *release) writeJSON(name string, value any) error {
	text, err := encode(value)
	if err != nil {
		return err
	}
	return r.writeText(name, text)
}

// encode writes indented JSON for people to read, in which < and > are not escaped.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(value)
	return b.Bytes(), err
}
