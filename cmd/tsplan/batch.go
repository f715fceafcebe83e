package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// maxBatch bounds the file with the steps.
const maxBatch = 4 << 20 // 4 MiB

func batchCommand(s *settings) *cobra.Command {
	p := &planFlags{projectFlags: projectFlags{settings: s}}
	return p.add(&cobra.Command{
		Use:   "batch [FILE]",
		Short: "Print what several renames and moves would change",
		Long: `Print what several renames and moves would change, as one diff that git apply takes at the root.
FILE, or standard input if there is none or it is -, has the steps as JSON: a list of what planBatch takes, or an object
with that list under "steps". Paths are relative to the project; lines and characters count from 0; those of a step mean
the files as the steps before it leave them.`,
		Example: `  echo '[{"tool": "planFileMove", "oldPath": "a.ts", "newPath": "b.ts"},
         {"tool": "planFileMove", "oldPath": "b.ts", "newPath": "a.ts"}]' | tsplan batch | git apply`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			in := io.Reader(os.Stdin)
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			steps, err := readBatch(in, p.project)
			if err != nil {
				return err
			}
			steps.Verifying = p.verifying()
			return p.run(c.Context(), func(ctx context.Context, planner *planner.Planner, project tool.Place, progress tool.Progress) (*printable, error) {
				result, err := planner.Batch(ctx, project, steps, progress)
				if err != nil {
					return nil, err
				}
				if result.CanPlan {
					planner.Kept.Add(project.Root, result.PlanID, result.Edits, result.FsMoves, result.About())
				}
				out := &printable{json: result, id: result.PlanID, edits: result.Edits, moves: result.FsMoves, warnings: result.Warnings, proof: result.Proof, ledger: result.Ledger}
				p.hash(&result.Edits, &result.Account)
				if !result.CanPlan {
					out.reason = fmt.Sprintf("steps[%d]: %s", *result.FailedStep, result.Reason)
				}
				return out, nil
			})
		},
	})
}

func readBatch(in io.Reader, project string) (planner.BatchParams, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxBatch+1))
	if err != nil {
		return planner.BatchParams{}, err
	}
	if len(raw) > maxBatch {
		return planner.BatchParams{}, wrong("the steps are longer than 4 MiB")
	}
	arguments := map[string]json.RawMessage{}
	if raw = bytes.TrimSpace(raw); bytes.HasPrefix(raw, []byte("[")) {
		arguments["steps"] = raw
	} else if err := json.Unmarshal(raw, &arguments); err != nil {
		return planner.BatchParams{}, wrong("the steps are not JSON: %w", err)
	}
	if _, given := arguments["projectRoot"]; !given {
		if arguments["projectRoot"], err = json.Marshal(project); err != nil {
			return planner.BatchParams{}, err
		}
	}
	if raw, err = json.Marshal(arguments); err != nil {
		return planner.BatchParams{}, wrong("the steps are not JSON: %w", err)
	}
	steps, err := planner.ReadBatch(raw)
	if err != nil {
		return planner.BatchParams{}, callError{err}
	}
	return steps, nil
}
