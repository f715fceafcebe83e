//go:build !unix

package cache

import "io/fs"

// private cannot be told from a mode where access lists rule; the user's cache directory is the user's there.
func private(fs.FileInfo) bool { return true }
