package main

import "context"

// browserTools is the directory of the npm package that drives a browser, and of the test that it runs.
const browserTools = "testdata/browser"

// browser looks at pages of plans in Chromium, which Debian has in the package chromium.
func (b builder) browser(ctx context.Context) error {
	if err := installPackages(ctx, "browser tools", browserTools); err != nil {
		return err
	}
	return command(ctx, "", "node", browserTools+"/check.mjs", b.binary())
}
