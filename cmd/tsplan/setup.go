package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tsplan/cmd/tsplan/setup"
)

func setupCommand(s *settings) *cobra.Command {
	var write, check bool
	c := &cobra.Command{
		Use:   "setup HOST",
		Short: "Add tsplan to the configuration of an agent host, or check it",
		Long: `Print what to add to the configuration of an agent host, for all projects of this user. The hosts are
` + strings.Join(setup.Names(), ", ") + `.
With --write, add it: what is there already stays, and so does a copy of the file as it was. A file that cannot be added
to without losing something, such as one with comments, is left as it is. --root DIR is written into the configuration.
With --check, start what is configured in every host that is here, and say whether it answers.`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: setup.Names(),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case check && (write || len(args) > 0):
				return wrong("--check takes no host: it tries all that are here")
			case check:
				return setup.Check(c.Context(), c.OutOrStdout())
			case len(args) == 0:
				return wrong("name a host: %s; or give --check", strings.Join(setup.Names(), ", "))
			}
			host, err := setup.Find(args[0])
			if err != nil {
				return callError{err}
			}
			program, served, err := s.served()
			if err != nil {
				return err
			}
			if write {
				return host.Write(c.OutOrStdout(), program, served)
			}
			return host.Show(c.OutOrStdout(), program, served)
		},
	}
	c.Flags().BoolVar(&write, "write", false, "add it to the host's file")
	c.Flags().BoolVar(&check, "check", false, "start what is configured, and say what is wrong")
	return c
}

// served returns the command with which a host starts this program. The path is absolute, since graphical hosts do not have the PATH of a
// shell.
func (s *settings) served() (program string, args []string, err error) {
	if program, err = os.Executable(); err != nil {
		return "", nil, err
	}
	args = []string{"serve"}
	for _, root := range s.roots {
		absolute, err := filepath.Abs(root)
		if err != nil {
			return "", nil, err
		}
		args = append(args, "--root", absolute)
	}
	return program, args, nil
}
