package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tsplan/wasm"
)

const (
	noticesPath = "wasm/dist/" + wasm.NoticesFile
	// committedNotices has the licences that no package contains. The first line of each file says whose licence it is.
	committedNotices = "wasm/notices"
)

// notice is a licence text and what it is for.
type notice struct {
	title string
	text  string
}

// writeNotices collects the licences of all that the binary embeds, for every system that it is built for.
func writeNotices(ctx context.Context) error {
	notices, err := npmNotices()
	if err != nil {
		return err
	}
	committed, err := filepath.Glob(committedNotices + "/*.txt")
	if err != nil {
		return err
	}
	for _, path := range committed {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		title, rest, _ := strings.Cut(string(text), "\n")
		notices = append(notices, notice{title, rest})
	}
	modules, err := moduleNotices(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(noticesPath, []byte(render(append(notices, modules...))), 0o644)
}

// render writes all notices, and a text that several share only once.
func render(notices []notice) string {
	var order []string
	titles := map[string][]string{}
	for _, n := range notices {
		text := strings.TrimSpace(strings.ReplaceAll(n.text, "\r\n", "\n"))
		if titles[text] == nil {
			order = append(order, text)
		}
		titles[text] = append(titles[text], n.title)
	}
	var b strings.Builder
	b.WriteString("tsplan embeds the software below, each part under its own licence.\n")
	rule := strings.Repeat("=", 80)
	for _, text := range order {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", rule, strings.Join(titles[text], "\n"), rule, text)
	}
	return b.String()
}

func npmNotices() ([]notice, error) {
	var notices []notice
	files := []string{"quickjs-wasi/LICENSE"}
	for _, v := range typeScripts() {
		files = append(files, v.pkg+"/LICENSE.txt", v.pkg+"/ThirdPartyNoticeText.txt")
	}
	for _, file := range files {
		name, _, _ := strings.Cut(file, "/")
		version, err := packageVersion(name)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(nodeModules, file))
		if err != nil {
			return nil, err
		}
		notices = append(notices, notice{fmt.Sprintf("%s %s (npm), %s", strings.TrimRight(name, "6"), version, filepath.Base(file)), string(text)})
	}
	return notices, nil
}

// listed is what go list says of a package.
type listed struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// moduleNotices returns the licences of the Go modules, and of the packages in them that have a licence of their own.
func moduleNotices(ctx context.Context) ([]notice, error) {
	titles := map[string]string{} // by file
	licensed := map[string]bool{} // by module
	for _, system := range []string{"linux", "darwin", "windows"} {
		c := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Dir,Module", "./cmd/tsplan")
		c.Env = append(os.Environ(), "GOOS="+system)
		c.Stderr = os.Stderr
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p listed
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			module := p.Module.Path + " " + p.Module.Version
			files, err := licenceFiles(p.Dir, p.Module.Dir)
			if err != nil {
				return nil, err
			}
			for _, file := range files {
				inside, err := filepath.Rel(p.Module.Dir, file)
				if err != nil {
					return nil, err
				}
				titles[file] = module + ", " + filepath.ToSlash(inside)
			}
			licensed[module] = licensed[module] || len(files) > 0
		}
	}
	for module, has := range licensed {
		if !has {
			return nil, fmt.Errorf("%s has no licence file", module)
		}
	}
	var notices []notice
	for file, title := range titles {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		notices = append(notices, notice{title, string(text)})
	}
	slices.SortFunc(notices, func(a, b notice) int { return strings.Compare(a.title, b.title) })
	return notices, nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents)(\.\w+)?$`)

// licenceFiles lists the licences in a package's directory and those above it in its module.
func licenceFiles(dir, module string) ([]string, error) {
	var files []string
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() && licenceFile.MatchString(e.Name()) {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
		if dir == module {
			return files, nil
		}
		dir = filepath.Dir(dir)
	}
}
