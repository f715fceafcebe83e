package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tsplan/hostfs"
	"tsplan/tools"
	"tsplan/tools/planner"
	"tsplan/tools/stdio"
)

func serveCommand(s *settings) *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve MCP on standard input and output",
		Args:  cobra.NoArgs,
		Long: `Serve MCP on standard input and output. With --http, serve it over HTTP instead, for hosts that run tsplan in a container; a client that
is not on this machine needs a token, which is read from a file or from TSPLAN_HTTP_TOKEN.`,
		RunE: func(c *cobra.Command, _ []string) error { return serve(c.Context(), s) },
	}
	s.http.add(c.Flags())
	c.Flags().StringSliceVar(&s.toolsets, "toolsets", tools.DefaultToolsets,
		"tools to offer: plan (moves and renames by position), lsap (rename_preview), serena (symbol tools), navigate (declarations, implementations, errors), jetbrains (serena's queries as jet_brains_*)")
	return c
}

// serve answers until standard input ends, or over HTTP until ctx ends. Logs go to standard error only.
func serve(ctx context.Context, s *settings) error {
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	if err := s.checkHTTP(); err != nil {
		return err
	}
	r, err := s.newRuntime(logger)
	if err != nil {
		return err
	}
	defer r.Close()
	plans := planner.New(r)
	plans.Logger = logger
	dir, err := s.cacheOrNone()
	if err != nil {
		return err
	}
	plans.Kept.SaveIn(dir)
	defer func() {
		if err := plans.Kept.Saved(); err != nil {
			logger.Warn("the last plan was not saved", "error", err)
		}
	}()
	offered, err := tools.Toolsets(plans, s.toolsets)
	if err != nil {
		return err
	}
	policy, err := s.rootPolicy()
	if err != nil {
		return err
	}
	// An error is not lost: the first request meets it again, and reports it.
	warm := func(root string) { _ = r.Warm(root, ".") }
	info := tools.Info{
		Version:      version,
		Instructions: tools.InstructionsFor(s.toolsets),
		Logger:       logger,
		Running:      s.running,
		Waiting:      s.queue,
		Roots:        policy,
		Plans:        plans.Kept.Whole,
		Warm:         warm,
		Changed:      plans.Projects.Changed,
	}
	over, err := s.listen(logger) // before the seal, which lets no port be opened
	if err != nil {
		return err
	}
	if err := s.sealServer(policy.Fixed, logger); err != nil {
		return err
	}
	for _, root := range policy.Fixed {
		go warm(root)
	}
	server := tools.NewServer(info, offered)
	if over != nil {
		return over.Serve(ctx, server)
	}
	return server.Run(ctx, &stdio.Transport{In: os.Stdin, Out: os.Stdout, MaxAnswer: s.answerMB << 20})
}

// rootPolicy returns the policy for the roots that --root names, if any.
func (s *settings) rootPolicy() (tools.RootPolicy, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // then there is no home directory to keep out of
	}
	policy := tools.RootPolicy{Env: os.Getenv, Getwd: os.Getwd, Home: home, Style: hostfs.HostStyle(), Real: real}
	for _, root := range s.roots {
		absolute, err := filepath.Abs(root)
		if err != nil {
			return policy, err
		}
		policy.Fixed = append(policy.Fixed, absolute)
	}
	policy.Wide = policy.WideRoots()
	return policy, nil
}

func real(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}
