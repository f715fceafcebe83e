package runtime

import (
	"encoding/json"
	"path"
	"regexp"
	"strconv"

	"tsplan/hostfs"
)

// typeScriptOf tells which guest a project gets. In the project's directory and then upwards, as Node does, it looks for an installed
// TypeScript, else for the range in package.json. It reads these files for the number and never runs them. It returns 6 for version 6 and
// later, which have other defaults than 5, and 5 for everything else.
func typeScriptOf(root *hostfs.Root, project string) string {
	for dir := project; ; dir = path.Dir(dir) {
		if major := installed(root, dir); major > 0 {
			return guestFor(major)
		}
		if major := wanted(root, dir); major > 0 {
			return guestFor(major)
		}
		if dir == "." {
			return guestFor(0)
		}
	}
}

func guestFor(major int) string {
	if major >= 6 {
		return "6"
	}
	return "5"
}

type manifest struct {
	Version                                         string
	Dependencies, DevDependencies, PeerDependencies map[string]string
}

func readManifest(root *hostfs.Root, name string) (m manifest) {
	file, err := root.ReadFile(name)
	if err != nil {
		return m // then it says nothing about TypeScript
	}
	if err := json.Unmarshal(file.Data, &m); err != nil {
		return manifest{}
	}
	return m
}

func installed(root *hostfs.Root, dir string) int {
	return firstNumber(readManifest(root, path.Join(dir, "node_modules/typescript/package.json")).Version)
}

func wanted(root *hostfs.Root, dir string) int {
	m := readManifest(root, path.Join(dir, "package.json"))
	for _, dependencies := range []map[string]string{m.DevDependencies, m.Dependencies, m.PeerDependencies} {
		switch wanted := dependencies["typescript"]; wanted {
		case "":
		case "latest", "next", "beta", "rc":
			return 6
		default:
			return firstNumber(wanted)
		}
	}
	return 0
}

var number = regexp.MustCompile(`[0-9]+`)

// firstNumber is the first in a version or a range, 0 if there is none.
func firstNumber(version string) int {
	n, err := strconv.Atoi(number.FindString(version))
	if err != nil {
		return 0
	}
	return n
}
