package main

import (
	"errors"
	"fmt"
	"io"
	goruntime "runtime"
	"time"

	"github.com/spf13/cobra"

	"tsplan/runtime/seal"
	"tsplan/tools/sanitize"
	"tsplan/wasm"
)

func doctorCommand(s *settings) *cobra.Command {
	probe := false
	p := &projectFlags{settings: s}
	c := &cobra.Command{
		Use:   "doctor [DIR]",
		Short: "Say what protects the machine from a project, or what a project consists of",
		Long: `Say what protects this machine from the project that tsplan reads. With --probe, seal this process as serve --root
would, try everything that the seal forbids, and print what each act got: EPERM, EACCES and ENOSYS are the
seal's refusals. The exit status is 1 if an act was not refused that Landlock or seccomp could have refused.

With DIR, say what may make answers about the project in that directory slow or partial. tsplan loads the whole project
for that. It prints how long that took and how much memory, the image that is kept of the project, each configuration with
its files, its dependencies and the imports that lead nowhere, and the files that no configuration includes.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && (probe || s.accept):
				return wrong("--probe and --http are about this machine: leave out %s", args[0])
			case len(args) > 0:
				p.project = args[0]
				return p.report(c)
			case p.json:
				return wrong("--json is about a project: name its directory")
			}
			if err := s.describe(c.OutOrStdout()); err != nil || !probe {
				return err
			}
			return s.probe(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&p.json, "json", false, "with DIR: print JSON")
	c.Flags().BoolVar(&probe, "probe", false, "try every forbidden act inside the sealed process")
	c.Flags().BoolVar(&s.accept, "http", false, "with --probe: seal the process as serve --http does")
	return c
}

// describe prints what holds everywhere, and what this system offers.
func (s *settings) describe(w io.Writer) error {
	cacheDir := "none"
	dir, err := s.cacheOrNone()
	if err != nil {
		cacheDir = err.Error()
	} else if dir != nil {
		cacheDir = dir.Path()
	}
	guest := fmt.Sprintf("%d imports allowed", len(wasm.Imports()))
	for _, major := range wasm.Majors() {
		g, err := wasm.Load(major)
		if err != nil {
			guest = err.Error()
			break
		}
		guest += fmt.Sprintf("; TypeScript %s, image %.12s", g.TypeScript, g.Image)
	}
	available := seal.Available()
	sealed := "serve --root seals the process"
	switch {
	case goruntime.GOOS != "linux":
		sealed = "no: " + goruntime.GOOS + " has none that tsplan uses; the sandbox and the read-only view hold"
	case available.None():
		sealed = "no: the kernel offers neither Landlock nor seccomp; --require-seal refuses to run"
	case !available.Whole():
		sealed = "in part: the kernel lacks the rest; --require-seal refuses to run"
	}
	for _, line := range [][2]string{
		{"version", version},
		{"guest", guest},
		{"cache", sanitize.Text(cacheDir)},
		{"system", goruntime.GOOS + "/" + goruntime.GOARCH},
		{"offers", available.String()},
		{"seal", sealed},
	} {
		fmt.Fprintf(w, "%-8s %s\n", line[0], line[1])
	}
	return nil
}

// probe seals this process, for good, and tries to break out.
func (s *settings) probe(w io.Writer) error {
	roots := s.roots
	if len(roots) == 0 {
		named, err := s.rootPolicy()
		if err != nil {
			return err
		}
		if roots, err = named.Allowed(nil); err != nil {
			return err
		}
	}
	policy, err := s.policy(roots)
	if err != nil {
		return err
	}
	start := time.Now()
	state, err := seal.Apply(policy)
	took := time.Since(start)
	if err != nil {
		return err
	}
	outcomes := seal.Probe(policy)
	if len(outcomes) == 0 {
		return fmt.Errorf("%w: nothing was tried", seal.ErrUnsupported)
	}
	how := "sealed"
	if state.None() {
		how = "UNSEALED"
	} else if !state.Whole() {
		how = "UNSEALED IN PART"
	}
	fmt.Fprintf(w, "%s in %.2f ms (%v)\n", how, float64(took.Microseconds())/1000, state)
	allowed, open := 0, 0
	for _, o := range outcomes {
		switch {
		case o.OK:
		case o.Open:
			open++
			o.Act += ", which no seal can stop: see SECURITY.md"
		default:
			allowed++
		}
		fmt.Fprintf(w, "%-8s %s\n", o.Got, o.Act)
	}
	fmt.Fprintf(w, "%d acts tried, %d not stopped, %d that no seal can stop\n", len(outcomes), allowed, open)
	switch {
	case allowed > 0 && state.Whole():
		return errors.New("the seal has a hole: please report it, with this output")
	case allowed > 0:
		return fmt.Errorf("%w whole: %d acts were not stopped", seal.ErrUnsupported, allowed)
	}
	return nil
}
