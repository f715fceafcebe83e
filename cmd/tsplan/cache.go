package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"tsplan/runtime"
	"tsplan/runtime/cache"
	"tsplan/tools/sanitize"
)

func cacheCommand(s *settings) *cobra.Command {
	c := &cobra.Command{
		Use:   "cache",
		Short: "Show or clear what is kept between runs",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(&cobra.Command{
		Use:   "ls",
		Short: "List the projects whose images are kept, most recently used first",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return s.listCache() },
	}, &cobra.Command{
		Use:   "clear",
		Short: "Remove all files that tsplan keeps in its directory tsplan-cache; they are made again when they are needed",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			dir, err := s.openCache()
			if err != nil {
				return err
			}
			return dir.Clear()
		},
	})
	return c
}

func (s *settings) openCache() (*cache.Dir, error) {
	if s.cacheDir == "none" {
		return nil, errors.New("there is no cache with --cache-dir none")
	}
	return cache.Open(s.cacheDir)
}

func (s *settings) listCache() error {
	dir, err := s.openCache()
	if err != nil {
		return err
	}
	images, err := runtime.ProjectImages(dir)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SIZE\tLAST USED\tTYPESCRIPT\tPROJECT")
	for _, image := range images {
		project := filepath.Join(image.Root, filepath.FromSlash(path.Clean(image.Project)))
		if image.Root == "" {
			project = "(damaged)"
		}
		fmt.Fprintf(w, "%.1f MiB\t%s\t%s\t%s\n",
			float64(image.Size)/(1<<20), image.Used.Format(time.DateTime), image.TypeScript, sanitize.Text(project))
	}
	return w.Flush()
}
