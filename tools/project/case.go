package project

import (
	"strings"

	"tsplan/hostfs"
)

// ignoresCase reports whether the disk takes names for one that differ only in case: what it has under one of the
// given names, it has under the name's other case, too.
func ignoresCase(root *hostfs.Root, names []string) bool {
	for _, name := range names {
		other := strings.ToUpper(name)
		if other == name {
			other = strings.ToLower(name)
		}
		here, err := root.Stat(name)
		if other == name || err != nil {
			continue
		}
		there, err := root.Stat(other)
		return err == nil && there == here
	}
	return false
}
