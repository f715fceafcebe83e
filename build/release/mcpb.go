package release

import (
	"io"
	"strings"

	"tsplan/tools"
	"tsplan/tools/planner"
)

// bundleManifest is the manifest.json of an .mcpb bundle, version 0.3 of its specification.
type bundleManifest struct {
	ManifestVersion string                  `json:"manifest_version"`
	Name            string                  `json:"name"`
	DisplayName     string                  `json:"display_name"`
	Version         string                  `json:"version"`
	Description     string                  `json:"description"`
	LongDescription string                  `json:"long_description"`
	Author          map[string]string       `json:"author"`
	Repository      repositoryOf            `json:"repository"`
	License         string                  `json:"license"`
	Server          bundleServer            `json:"server"`
	Tools           []bundleTool            `json:"tools"`
	Compatibility   map[string][]string     `json:"compatibility"`
	UserConfig      map[string]bundleOption `json:"user_config"`
}

type bundleServer struct {
	Type       string        `json:"type"`
	EntryPoint string        `json:"entry_point"`
	MCPConfig  bundleCommand `json:"mcp_config"`
}

type bundleCommand struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

type bundleTool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

type bundleOption struct {
	Type        string `json:"type"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
}

// writeBundle writes the .mcpb bundle of one system: the format can tell systems apart, but not processors, and one
// bundle of all binaries would be six times as large.
func (r *release) writeBundle(t target, files []entry) error {
	platform, _ := t.node()
	offered, err := tools.Toolsets(new(planner.Planner), tools.DefaultToolsets)
	if err != nil {
		return err
	}
	m := bundleManifest{
		ManifestVersion: "0.3",
		Name:            "tsplan",
		DisplayName:     "tsplan",
		Version:         r.version,
		Description:     description,
		LongDescription: "tsplan answers what a rename, a move or an edit would change in a TypeScript project, as a plan of text edits that " +
			"names the SHA-256 of every file. TypeScript's language service runs in a sandbox that sees one directory, read-only, and nothing else.",
		Author:     map[string]string{"name": "The tsplan authors"},
		Repository: repositoryOf{"git", r.repository},
		License:    "MIT",
		Server: bundleServer{
			Type:       "binary",
			EntryPoint: "server/" + t.binary(),
			MCPConfig: bundleCommand{
				Command: "${__dirname}/server/" + t.binary(),
				Args:    []string{"serve", "--root", "${user_config.directory}"},
			},
		},
		Compatibility: map[string][]string{"platforms": {platform}},
		UserConfig: map[string]bundleOption{"directory": {
			Type:        "directory",
			Title:       "Directory of your projects",
			Description: "tsplan reads this directory and those below it, writes nothing there, and sees no other.",
			Required:    true,
		}},
	}
	for _, tool := range offered {
		first, _, _ := strings.Cut(strings.ReplaceAll(tool.Description, "\n", " "), ". ")
		m.Tools = append(m.Tools, bundleTool{tool.Name, strings.TrimSuffix(first, ".") + "."})
	}
	text, err := encode(m)
	if err != nil {
		return err
	}
	return r.write(r.bundle(t), func(w io.Writer) error {
		return writeZip(w, r.made, append([]entry{{name: "manifest.json", data: text}}, below("server", files)...))
	})
}

func (r *release) bundle(t target) string { return r.base(t) + ".mcpb" }
