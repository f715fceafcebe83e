package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// patchFiles change TypeScript's text when it is bundled. build/typescript/README.md describes their form.
//
//go:embed typescript/*.patch typescript/*.js
var patchFiles embed.FS

// hunk is a text that occurs exactly once in typescript.js, and the text that takes its place.
type hunk struct{ old, new string }

// patched is the plugin that bundles TypeScript with the patches.
func patched(library string) api.Plugin {
	return api.Plugin{Name: "patched", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `[\\/]typescript\.js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(args.Path)
			if err != nil || args.Path != library {
				return api.OnLoadResult{}, err
			}
			contents, err := applyPatches(string(text))
			return api.OnLoadResult{Contents: &contents}, err
		})
	}}
}

// applyPatches returns the text of typescript.js with all patches, which it applies in the order of their names.
func applyPatches(text string) (string, error) {
	entries, err := patchFiles.ReadDir("typescript")
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".patch") {
			continue
		}
		hunks, err := readPatch(name)
		if err != nil {
			return "", fmt.Errorf("build/typescript/%s: %w", name, err)
		}
		for i, h := range hunks {
			if n := strings.Count(text, h.old); n != 1 {
				return "", fmt.Errorf("build/typescript/%s: typescript.js has the old text of hunk %d %d times, and not once:\n%s", name, i+1, n, h.old)
			}
			text = strings.Replace(text, h.old, h.new, 1)
		}
	}
	prelude, err := patchFiles.ReadFile("typescript/prelude.js")
	return string(prelude) + text, err
}

func readPatch(name string) ([]hunk, error) {
	patch, err := patchFiles.ReadFile("typescript/" + name)
	if err != nil {
		return nil, err
	}
	head, _, _ := strings.Cut(string(patch), "\n@@")
	for _, field := range []string{"Why: ", "Gain: ", "Behaviour: "} {
		if !strings.Contains(head, "\n"+field) {
			return nil, fmt.Errorf("no line begins with %q", field)
		}
	}
	return hunksOf(string(patch[len(head):]))
}

func hunksOf(body string) ([]hunk, error) {
	var hunks []hunk
	for line := range strings.Lines(strings.TrimPrefix(body, "\n")) {
		if strings.HasPrefix(line, "@@") {
			hunks = append(hunks, hunk{})
			continue
		}
		h := &hunks[len(hunks)-1]
		switch mark, text := line[0], line[1:]; mark {
		case ' ':
			h.old += text
			h.new += text
		case '-':
			h.old += text
		case '+':
			h.new += text
		case '<':
			file, err := patchFiles.ReadFile("typescript/" + strings.TrimSpace(text))
			if err != nil {
				return nil, err
			}
			h.new += string(file)
		default:
			return nil, fmt.Errorf("a line begins with none of \" -+<@\": %q", line)
		}
	}
	if len(hunks) == 0 {
		return nil, errors.New("no hunk")
	}
	return hunks, nil
}

// rewrite rewrites a bundle with the scripts in build/rewrite. The switches come last, since a function that is a switch is not put in place.
func rewrite(ctx context.Context, bundle string) error {
	library := nodeModules + "/typescript/lib/typescript.js"
	if err := command(ctx, "", "node", "build/rewrite/inline.mjs", library, bundle); err != nil {
		return err
	}
	return command(ctx, "", "node", "build/rewrite/switches.mjs", library, bundle)
}
