package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tsplan/tools/namepath"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/sanitize"
	"tsplan/tools/serena"
	"tsplan/tools/tool"
)

// found is the answer of a query: lines for people, or JSON.
type found struct {
	json  any
	lines []string
	tool.Page
}

// everything asks for as much as an answer may have.
func everything() tool.Paging { return tool.Paging{MaxAnswerChars: tool.MaxAnswer} }

// queryCommand makes a command out of a question about one argument.
func queryCommand(s *settings, use, short, example string, query func(context.Context, *planner.Planner, tool.Place, tool.Progress, string) (*found, error)) *cobra.Command {
	q := &projectFlags{settings: s}
	c := &cobra.Command{
		Use: use, Short: short, Example: example,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			var answer *found
			return q.ask(c.Context(), func(plans *planner.Planner, place tool.Place, progress tool.Progress) (err error) {
				answer, err = query(c.Context(), plans, place, progress, args[0])
				return err
			}, func(tool.Place) error { return answer.print(q.json) })
		},
	}
	q.add(c)
	return c
}

// print prints the lines, or JSON. It fails if nothing was found and a note says why.
func (answer *found) print(asJSON bool) error {
	if asJSON {
		if err := printJSON(answer.json); err != nil {
			return err
		}
	}
	if len(answer.lines) == 0 && len(answer.Notes) > 0 {
		return errors.New(strings.Join(answer.Notes, "; "))
	}
	if asJSON {
		return nil // the JSON has the notes
	}
	for _, note := range answer.Notes {
		fmt.Fprintln(os.Stderr, "tsplan:", sanitize.Text(forShell(note)))
	}
	for _, line := range answer.lines {
		fmt.Println(sanitize.Text(line))
	}
	if answer.NextOffset > 0 {
		fmt.Fprintf(os.Stderr, "tsplan: these are the first %d of %d\n", answer.NextOffset, answer.Total)
	}
	return nil
}

// forShell writes a message of a tool with the words of the command line.
func forShell(message string) string {
	return strings.NewReplacer("get_symbols_overview", "tsplan symbols", "find_referencing_symbols", "tsplan refs",
		"say which by relative_path", "say which as FILE:NAME", "name_path", "the name").Replace(message)
}

func symbolsCommand(s *settings) *cobra.Command {
	depth := 0
	c := queryCommand(s, "symbols FILE", "Print the symbols of a file", "  tsplan symbols --depth 1 src/client.ts",
		func(ctx context.Context, plans *planner.Planner, place tool.Place, progress tool.Progress, file string) (*found, error) {
			path, err := filepath.Abs(file)
			if err != nil {
				return nil, err
			}
			answer, err := serena.Overview(ctx, plans, place, serena.OverviewParams{RelativePath: path, Depth: depth, Paging: everything()}, progress)
			if err != nil {
				return nil, err
			}
			out := &found{json: answer, Page: answer.Page}
			for _, s := range answer.Symbols {
				name := s.Name
				if s.NamePath != "" {
					name = s.NamePath
				}
				out.lines = append(out.lines, fmt.Sprintf("%s:%d: %s %s", answer.File, s.Line, s.Kind, name))
			}
			for _, r := range answer.Reexports {
				names := "all"
				if len(r.Names) > 0 {
					names = strings.Join(r.Names, ", ")
				}
				out.lines = append(out.lines, fmt.Sprintf("%s:%d: re-export of %s from %s", answer.File, r.Line, names, r.From))
			}
			return out, nil
		})
	c.Flags().IntVar(&depth, "depth", 0, "1: with members; 2: and what they hold")
	return c
}

func findCommand(s *settings) *cobra.Command {
	return queryCommand(s, "find NAME", "Print where symbols of a name are declared", "  tsplan find fetch\n  tsplan find Client/fetch",
		func(ctx context.Context, plans *planner.Planner, place tool.Place, progress tool.Progress, name string) (*found, error) {
			answer, err := serena.FindSymbols(ctx, plans, place, serena.FindParams{NamePath: name, Paging: everything()}, namepath.Substring, progress)
			if err != nil {
				return nil, err
			}
			out := &found{json: answer, Page: answer.Page}
			for _, s := range answer.Symbols {
				out.lines = append(out.lines, fmt.Sprintf("%s:%d: %s %s", s.RelativePath, s.LineStart, s.Kind, s.NamePath))
			}
			return out, nil
		})
}

func refsCommand(s *settings) *cobra.Command {
	return queryCommand(s, "refs [FILE:]NAME", "Print where a symbol is used", "  tsplan refs src/client.ts:Client.fetch",
		func(ctx context.Context, plans *planner.Planner, place tool.Place, progress tool.Progress, symbol string) (*found, error) {
			in := serena.ReferencesParams{NamePath: symbol, Paging: everything()}
			if strings.Contains(symbol, ":") {
				named, err := parseSymbol(symbol)
				if err != nil || named.name == "" {
					return nil, wrong("%q is neither NAME nor FILE:NAME", symbol)
				}
				if in.RelativePath, err = filepath.Abs(named.file); err != nil {
					return nil, err
				}
				in.NamePath = named.name
			}
			answer, err := serena.References(ctx, plans, place, in, progress)
			if err != nil {
				return nil, err
			}
			out := &found{json: answer, Page: answer.Page}
			for _, r := range answer.References {
				out.lines = append(out.lines, referenceLine(r))
			}
			return out, nil
		})
}

// referenceLine writes a reference as compilers print places.
func referenceLine(r project.ReferenceInfo) string {
	return fmt.Sprintf("%s:%d:%d: %s", r.File, r.Line, r.Column, r.Context)
}
