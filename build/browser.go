package main

import "context"

// browserTools is the directory of the npm package that drives a browser, and of the test that it runs.
const browserTools = "testdata/browser"

// browser looks at pages of plans in Chromium, which Debian has in the package chromium.
func (b builder) browser(ctx context.Context) error {
	err := step{
		name:    "browser tools",
		inputs:  []string{browserTools + "/package.json", browserTools + "/package-lock.json"},
		outputs: []string{browserTools + "/node_modules/playwright-core/package.json"},
		do:      func() error { return npmInstall(ctx, browserTools) },
	}.run()
	if err != nil {
		return err
	}
	return command(ctx, "", "node", browserTools+"/check.mjs", b.binary())
}
