package main

import (
	"context"
	"errors"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	// browserTools is the directory of the browser test: its scripts, and the npm packages that drive the browser.
	browserTools = "testdata/browser"
	// browserHost is the file to which the build bundles host.mjs, a host of MCP Apps, with its npm packages.
	browserHost = "bin/browser-host.js"
)

// browser looks at pages of plans in Chromium, which Debian has in the package chromium.
func (b builder) browser(ctx context.Context) error {
	if err := installPackages(ctx, "browser tools", browserTools); err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{browserTools + "/host.mjs"},
		Outfile:     browserHost,
		Bundle:      true,
		Write:       true,
		Format:      api.FormatESModule,
		LogLevel:    api.LogLevelError,
	})
	if len(result.Errors) > 0 {
		return errors.New("esbuild failed")
	}
	return command(ctx, "", "node", browserTools+"/check.mjs", b.binary(), browserHost)
}
