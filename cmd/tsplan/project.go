package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tsplan/hostfs"
	"tsplan/tools/planner"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// projectFlags are the flags of the commands that ask one question about a project.
type projectFlags struct {
	*settings
	project string
	json    bool
	page    pageFile
}

func (p *projectFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&p.project, "project", ".", "directory of the project")
	c.Flags().BoolVar(&p.json, "json", false, "print the tool's JSON instead")
}

// ask opens the project, seals the process and asks the question. It prints the answer before it closes the sandbox, since closing may save
// an image.
func (p *projectFlags) ask(ctx context.Context, question func(*planner.Planner, tool.Place, tool.Progress) error, print func(tool.Place) error) error {
	warnings := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	r, err := p.newRuntime(warnings)
	if err != nil {
		return err
	}
	defer r.Close()
	place, err := p.place()
	if err != nil {
		return err
	}
	plans := planner.New(r)
	dir, err := p.cacheOrNone()
	if err != nil {
		return err
	}
	plans.Kept.SaveIn(dir)
	if err := p.sealCommand(place); err != nil {
		return err
	}
	progress, done := showProgress()
	err = question(plans, place, progress)
	done()
	if err != nil {
		return err
	}
	return print(place)
}

// sealCommand opens the file for the page, if there is one, and seals the process.
func (p *projectFlags) sealCommand(place tool.Place) error {
	if err := p.page.open(place.Root); err != nil {
		return err
	}
	_, unsealed, err := p.seal([]string{place.Root})
	if err == nil && unsealed != "" {
		fmt.Fprintln(os.Stderr, "tsplan: warning:", sanitize.Text(unsealed))
	}
	return err
}

// place finds the project, and the root that it lies in: a --root, or the project's directory itself unless it is too
// wide for that.
func (p *projectFlags) place() (tool.Place, error) {
	project, err := filepath.Abs(p.project)
	if err != nil {
		return tool.Place{}, err
	}
	policy, err := p.rootPolicy()
	if err != nil {
		return tool.Place{}, err
	}
	roots := policy.Fixed
	if len(roots) == 0 {
		if roots, err = policy.Unnamed(project, "the directory "); err != nil {
			return tool.Place{}, err
		}
	}
	for _, dir := range roots {
		root, err := hostfs.Open(dir, hostfs.Limits{})
		if err != nil {
			return tool.Place{}, err
		}
		defer root.Close()
		name, err := root.Name(".", project)
		if err == nil {
			return tool.Place{Root: root.Dir(), Name: name}, nil
		}
		if !errors.Is(err, hostfs.ErrOutside) {
			return tool.Place{}, err
		}
	}
	return tool.Place{}, fmt.Errorf("the project %s is outside the root: name a project in the root with --project, or leave --root out", p.project)
}

func printJSON(answer any) error {
	encoded, err := tool.Encode(answer)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(encoded, '\n'))
	return err
}
