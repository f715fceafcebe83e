//go:build !unix

package cache

import "io/fs"

// private returns true: on systems with access lists the mode does not say who may write, and the user's cache directory belongs to the
// user.
func private(fs.FileInfo) bool { return true }
