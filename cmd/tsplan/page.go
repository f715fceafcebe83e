package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// pageFile is where --html writes the page to review a plan. It is opened before the seal, after which only the cache can be opened for
// writing.
type pageFile struct {
	path string // - for standard output, "" for no page
	file *os.File
}

func (p *pageFile) add(c *cobra.Command) {
	c.Flags().StringVar(&p.path, "html", "", "write a page to review the plan to this new file, outside of the project; - prints it")
}

// open makes the file. It refuses a file with something in it, and one in the root: a plan is for the files that are there, and a page among
// them could become part of the project.
func (p *pageFile) open(root string) error {
	if p.path == "" {
		return nil
	}
	if p.path == "-" {
		p.file = os.Stdout
		return nil
	}
	path, err := filepath.Abs(p.path)
	if err != nil {
		return err
	}
	if err := outside(root, filepath.Dir(path)); err != nil {
		return wrong("--html %s: %w", p.path, err)
	}
	p.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		p.file, err = openEmpty(path)
	}
	if err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	return nil
}

// openEmpty opens a file that has nothing in it, as a command that found no plan leaves it. It follows no link.
func openEmpty(path string) (*os.File, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() || before.Size() > 0 {
		return nil, fmt.Errorf("%s is there already: name a new file", path)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	now, err := file.Stat()
	if err == nil && !os.SameFile(before, now) {
		err = fmt.Errorf("%s: somebody replaced it", path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// outside fails if a directory is the root or lies in it, by whatever path.
func outside(root, dir string) error {
	top, err := os.Stat(root)
	if err != nil {
		return err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	for {
		here, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if os.SameFile(top, here) {
			return errors.New("it is in the project, where tsplan writes nothing: name a file elsewhere, or print the page with --html -")
		}
		above := filepath.Dir(dir)
		if above == dir {
			return nil
		}
		dir = above
	}
}

// write writes the page.
func (p *pageFile) write(page []byte) error {
	_, err := p.file.Write(page)
	if p.file == os.Stdout {
		return err
	}
	return errors.Join(err, p.file.Close())
}
