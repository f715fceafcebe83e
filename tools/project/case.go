package project

import (
	"strings"

	"tsplan/hostfs"
)

// ignoresCase reports whether names that differ only in case are one name on the disk: one of the given names, written in the other case,
// leads to the same file as before.
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
