package main

import (
	"context"
	"errors"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	// browserTools is the directory of the npm packages that drive a browser, and of the tests that run in it.
	browserTools = "testdata/browser"
	// browserHost is the script of a host of MCP Apps, with its packages.
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
