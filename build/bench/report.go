package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"time"
)

// NativePackages is where TypeScript 7 is installed.
const NativePackages = testdata + "/npm7"

// WorkspacePackages is the directory in which npm installs the packages that the workspaces app and monorepo are made of.
const WorkspacePackages = testdata + "/bench"

// nativeBinary finds the server in the one platform package that npm installs.
func nativeBinary() (string, error) {
	for _, name := range []string{"tsc", "tsc.exe"} {
		found, err := filepath.Glob(filepath.Join(NativePackages, "node_modules", "@typescript", "*", "lib", name))
		if err != nil {
			return "", err
		}
		if len(found) > 0 {
			return filepath.Abs(found[0])
		}
	}
	return "", errors.New("bench: TypeScript 7 has no server for this platform")
}

// describe lists the contenders' versions and the machine.
func describe(ctx context.Context, binaries []tsplan) (string, error) {
	var b strings.Builder
	for _, t := range binaries {
		out, err := exec.CommandContext(ctx, t.binary, "version").Output()
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.name, err)
		}
		first, _, _ := strings.Cut(string(out), "\n")
		fmt.Fprintf(&b, "- %s: %s, over MCP: %s serve --root PROJECT\n", t.name, first, t.name)
	}
	node, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("node: %w", err)
	}
	var versions []string // of the two TypeScripts
	for _, dir := range []string{testdata + "/npm", NativePackages} {
		text, err := os.ReadFile(filepath.Join(dir, "node_modules", "typescript", "package.json"))
		if err != nil {
			return "", err
		}
		var p struct{ Version string }
		if err := json.Unmarshal(text, &p); err != nil {
			return "", err
		}
		versions = append(versions, p.Version)
	}
	fmt.Fprintf(&b, `- tsserver: TypeScript %s on Node %s, over its own protocol: node tsserver.js --disableAutomaticTypingAcquisition
- TypeScript 7: %s, over LSP: tsc --lsp --stdio
- language service: TypeScript %s on Node, without a server: node testdata/oracle/oracle.mjs
- machine: %s, %d processors, %s/%s, load %s at the start; %s
`, versions[0], bytes.TrimSpace(node), versions[1], versions[0],
		processor(), goruntime.NumCPU(), goruntime.GOOS, goruntime.GOARCH, load(), time.Now().UTC().Format("2006-01-02 15:04 MST"))
	return b.String(), nil
}

func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "processor unknown"
	}
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "processor unknown"
}

// load returns the system's load average of the last minute.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}

func (m *measurement) report(w io.Writer, machine string) error {
	fmt.Fprintf(w, `# Benchmarks

Written by `+"`go run ./build bench`"+`: medians (p95 where it says so) of %d interleaved runs. Ratios are to %s; below 1 is
faster, or smaller. Times include opening a file where a server wants that.

%s- load at the end: %s

`, m.options.Runs, m.table.reference, machine, load())
	if err := m.table.write(w); err != nil {
		return err
	}
	var notes []string
	for _, c := range m.table.contenders {
		notes = append(notes, fmt.Sprintf("%s: %d of %d answers have another number of edits than the language service gives.",
			c, m.differs[c], m.asked[c]))
	}
	for _, note := range append(notes, m.table.notes()...) {
		if _, err := fmt.Fprintf(w, "\n- %s", note); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return errors.Join(m.reportFirst(w), m.reportApplied(w))
}

func (m *measurement) reportFirst(w io.Writer) error {
	if len(m.first) == 0 {
		return nil
	}
	_, err := fmt.Fprint(w, `
## The first question

k. A process for each question, about a project that it has never seen, closed as soon as it has answered; "again" is the next process after
that one. Times are from the start of the process to its answer. Processor time is that of the whole process, its end included.
A ratio is a contender's figure divided by that of `+m.table.reference+`. Each server decides which projects it searches, so the numbers of edits may differ.

`)
	return errors.Join(err, m.writeFirst(w))
}

func (m *measurement) reportApplied(w io.Writer) error {
	if len(m.applied) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, `
## Random plans, applied and compiled

l. Renames of random names, moves of files and of directories, and batches of a rename and a move, asked of a server that has loaded the project. Each
plan has the proof that it gets by default; where that is pending or incomplete, verifyPlan gets %d ms more. Each plan is applied in memory,
and TypeScript on Node compiles all projects before and after.

`, proofBudget)
	return errors.Join(err, m.writeApplied(w))
}
