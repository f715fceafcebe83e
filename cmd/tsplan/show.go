package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tsplan/tools/kept"
	"tsplan/tools/sanitize"
)

func planCommand(s *settings) *cobra.Command {
	c := &cobra.Command{
		Use:   "plan",
		Short: "Show plans that were made before",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(showCommand(s))
	return c
}

func showCommand(s *settings) *cobra.Command {
	p := &projectFlags{settings: s}
	var patch, markdown bool
	c := &cobra.Command{
		Use:   "show ID",
		Short: "Print a plan that a command or a server made within a day",
		Long: `Print a plan that a command or a server made within a day, as a diff that git apply takes at the root, or in another form.
ID is the planId, or its first digits. The plan is that of the directory that it was made for: --project.`,
		Example: "  tsplan plan show 3f7a --html ../plan.html\n  tsplan plan show 3f7a | git apply",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			form, err := p.form(patch, markdown)
			if err != nil {
				return err
			}
			return p.show(args[0], form)
		},
	}
	p.add(c)
	p.page.add(c)
	c.Flags().BoolVar(&patch, "patch", false, "print a diff; the default")
	c.Flags().BoolVar(&markdown, "markdown", false, "print Markdown")
	return c
}

// form returns the form that the flags name.
func (p *projectFlags) form(patch, markdown bool) (kept.Form, error) {
	form, named := kept.Patch, 0
	for _, f := range []struct {
		given bool
		form  kept.Form
	}{{patch, kept.Patch}, {p.json, kept.JSON}, {p.page.path != "", kept.HTML}, {markdown, kept.Markdown}} {
		if f.given {
			form = f.form
			named++
		}
	}
	if named > 1 {
		return "", wrong("--patch, --json, --html and --markdown exclude each other")
	}
	return form, nil
}

// show prints a plan that is kept in the cache. It needs no sandbox.
func (p *projectFlags) show(id string, form kept.Form) error {
	if err := p.check(); err != nil {
		return err
	}
	dir, err := p.cacheOrNone()
	if err != nil {
		return err
	}
	if dir == nil {
		return errors.New("no plans are kept with --cache-dir none: make the plan again")
	}
	place, err := p.place()
	if err != nil {
		return err
	}
	if err := p.sealCommand(place); err != nil {
		return err
	}
	plan, err := kept.Open(dir, place.Root, id)
	if err != nil {
		return err
	}
	text, stale, err := plan.Show(p.files(), form)
	if err != nil {
		return err
	}
	for _, name := range stale {
		fmt.Fprintln(os.Stderr, "tsplan: changed since the plan was made:", sanitize.Text(name))
	}
	return p.printPlan(text, form)
}

// printPlan prints a plan that was written in a form.
func (p *projectFlags) printPlan(text []byte, form kept.Form) error {
	terminal := term.IsTerminal(int(os.Stdout.Fd()))
	switch {
	case form == kept.HTML:
		return p.page.write(text)
	case form == kept.JSON:
		text = append(text, '\n')
	case form == kept.Patch && terminal:
		text = forTerminal(text, showsColours())
	case terminal:
		text = []byte(sanitize.Lines(string(text)))
	}
	_, err := os.Stdout.Write(text)
	return err
}
