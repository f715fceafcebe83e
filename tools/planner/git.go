package planner

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"tsplan/hostfs"
	"tsplan/tools/gitattr"
	"tsplan/tools/project"
)

// gitRules reads the .gitattributes files in the root that apply to the named files, .git/info/attributes and .git/config. It reads nothing
// outside the root: neither the user's configuration nor a repository that contains the root.
func (r *Request) gitRules(names []string) (*gitattr.Rules, error) {
	rules := new(gitattr.Rules)
	read := func(name string) (string, error) {
		file, err := r.Root.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) || hostfs.Reason(err) != "" {
			return "", nil // there is no such file that tsplan may read, as where .git is a file
		}
		return string(file.Data), err
	}
	dirs := map[string]bool{".": true}
	for _, name := range names {
		for dir := path.Dir(name); !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	for _, dir := range slices.SortedFunc(maps.Keys(dirs), func(a, b string) int { return depth(a) - depth(b) }) {
		text, err := read(path.Join(dir, ".gitattributes"))
		if err != nil {
			return nil, err
		}
		rules.Add(dir, text)
	}
	own, err := read(".git/info/attributes")
	if err != nil {
		return nil, err
	}
	rules.Add(".", own)
	config, err := read(".git/config")
	if err != nil {
		return nil, err
	}
	rules.Configure(config)
	return rules, nil
}

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return 1 + strings.Count(dir, "/")
}

// gitWarning names the files that git apply would write with other bytes than the plan's; it is "" if there are none. Names are below the
// root.
func (r *Request) gitWarning(e *project.Edited) (string, error) {
	to := map[string]string{}
	for _, m := range e.Moves {
		to[m.From] = m.To
	}
	var names []string
	for _, f := range e.Edits {
		names = append(names, f.FilePath)
	}
	for _, m := range e.Moves {
		names = append(names, m.From, m.To)
	}
	rules, err := r.gitRules(names)
	if err != nil || rules.Plain() {
		return "", err
	}
	slices.Sort(names)
	var changed []string
	for _, name := range slices.Compact(names) {
		file, err := r.Root.ReadFile(name)
		if err != nil {
			continue // a move's destination, or a file that is gone by now, which the request's own check reports
		}
		why := rules.Changes(name, file.Data)
		if why == "" && to[name] != "" {
			why = rules.Changes(to[name], file.Data)
		}
		if why != "" {
			changed = append(changed, fmt.Sprintf("%s (%s)", name, why))
		}
	}
	if len(changed) == 0 {
		return "", nil
	}
	shown := changed
	more := ""
	if len(changed) > maxNamed {
		shown, more = changed[:maxNamed], fmt.Sprintf(" and %d more", len(changed)-maxNamed)
	}
	return fmt.Sprintf("git apply would write other bytes than the plan's sha256After, since git converts %s%s: apply the diff with patch -p1 --binary, or apply the edits themselves",
		strings.Join(shown, ", "), more), nil
}

// maxNamed is how many files a warning names.
const maxNamed = 5
