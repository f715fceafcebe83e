package main

import (
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"tsplan/runtime"
	"tsplan/runtime/cache"
	"tsplan/tools"
)

// settings are the flags that every command shares.
type settings struct {
	roots    []string
	cacheDir string
	mustSeal bool

	noProjectCache bool
	typeScript     string
	timeout        time.Duration
	limitFlags
	toolsets []string  // of serve
	http     httpFlags // of serve
	accept   bool      // the seal lets connections be accepted
}

func rootCommand() *cobra.Command {
	s := &settings{toolsets: tools.DefaultToolsets}
	c := &cobra.Command{
		Use:   "tsplan",
		Short: "Plan TypeScript refactorings from a sandbox, and change nothing",
		Long: `tsplan answers what a rename, a move or a deletion would change in a TypeScript project, and changes nothing itself.
Without a command it serves MCP on standard input and output, unless standard input is a terminal.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if term.IsTerminal(int(os.Stdin.Fd())) {
				return c.Help()
			}
			return serve(c.Context(), s)
		},
	}
	f := c.PersistentFlags()
	f.StringArrayVar(&s.roots, "root", nil, "directory that may be read, repeatable; projects must lie in one")
	f.StringVar(&s.cacheDir, "cache-dir", "", `where compiled code and images are kept, in a directory tsplan-cache; "none" writes no file (default: tsplan in the user's cache directory)`)
	f.BoolVar(&s.noProjectCache, "no-project-cache", false, "do not keep images of loaded projects")
	f.StringVar(&s.typeScript, "typescript", "", "5 or 6, for every project (default: what the project itself uses)")
	f.DurationVar(&s.timeout, "timeout", 120*time.Second, "time limit of one request")
	f.BoolVar(&s.mustSeal, "require-seal", false, "refuse to run where the system cannot seal the process, see doctor")
	limits := pflag.NewFlagSet("limits", pflag.ContinueOnError)
	s.limitFlags.add(limits)
	topic := s.topic()
	limits.VisitAll(func(flag *pflag.Flag) { flag.Hidden = true })
	f.AddFlagSet(limits)
	c.AddCommand(serveCommand(s), renameCommand(s), moveCommand(s), batchCommand(s), deleteCommand(s), planCommand(s), symbolsCommand(s), findCommand(s), refsCommand(s), cacheCommand(s), doctorCommand(s), setupCommand(s), versionCommand(), licensesCommand(), topic)
	c.CompletionOptions.HiddenDefaultCmd = true
	return c
}

// cacheOrNone returns nil if --cache-dir is none.
func (s *settings) cacheOrNone() (*cache.Dir, error) {
	if s.cacheDir == "none" {
		return nil, nil
	}
	return cache.Open(s.cacheDir)
}

// newRuntime makes the sandbox that the flags describe. Nothing is started yet.
func (s *settings) newRuntime(log *slog.Logger) (*runtime.Runtime, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	dir, err := s.cacheOrNone()
	if err != nil {
		return nil, err
	}
	var projects *cache.Dir
	if !s.noProjectCache {
		projects = dir
	}
	limits := runtime.Limits{
		Memory:   min(s.memoryMB<<20, runtime.MaxMemory),
		Time:     s.timeout,
		Load:     s.load,
		Sessions: s.sessions,

		AllMemory: s.allMemoryMB << 20,
		Projects:  s.projectCacheMB << 20,
		Stack:     min(s.stackMB, 4095) << 20,
		Answer:    s.answerMB << 20,
		Files:     s.files(),
		Budget:    s.budget(),
	}
	return runtime.New(runtime.Options{Limits: limits, TypeScript: s.typeScript, Cache: dir, Projects: projects, Logger: log})
}
