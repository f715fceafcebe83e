package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

const (
	// conformanceTools is the directory of the official conformance suite, and of what does not apply to tsplan.
	conformanceTools = "testdata/conformance"
	// conformanceResults is where the suite writes its checks.
	conformanceResults = "bin/conformance"
)

// revisions of the protocol that the suite is run for: the last one with sessions, and the first one without.
var revisions = []string{"2025-11-25", "2026-07-28"}

// conformance runs the official suite against serve --http. Every check that fails must be one that does not apply.
func (b builder) conformance(ctx context.Context) error {
	if err := installPackages(ctx, "conformance suite", conformanceTools); err != nil {
		return err
	}
	data, err := os.ReadFile(conformanceTools + "/not_applicable.json")
	if err != nil {
		return err
	}
	excused, err := readExcuses(data)
	if err != nil {
		return err
	}
	root, err := os.MkdirTemp("", "tsplan-conformance")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	url, stop, err := serveHTTP(ctx, b.binary(), root)
	if err != nil {
		return err
	}
	defer stop()
	var errs []error
	for _, revision := range revisions {
		results, err := runSuite(ctx, url, revision)
		if err != nil {
			return err
		}
		errs = append(errs, report(os.Stdout, revision, results, excused))
	}
	return errors.Join(append(errs, excused.unused())...)
}

// serveHTTP starts a server and returns its URL. The server ends with ctx, or with stop.
func serveHTTP(ctx context.Context, binary, root string) (url string, stop func(), err error) {
	server := exec.CommandContext(ctx, binary, "serve", "--http", "127.0.0.1:0", "--root", root, "--cache-dir", "none")
	log, err := server.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := server.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}
	lines := bufio.NewReader(log)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			stop()
			return "", nil, fmt.Errorf("tsplan serve --http did not start: %s", line)
		}
		if _, url, found := strings.Cut(strings.TrimSpace(line), " url="); found {
			go func() { _, _ = io.Copy(io.Discard, lines) }()
			return url, stop, nil
		}
	}
}

// check is one statement of the suite about the server.
type check struct {
	ID           string `json:"id"`
	Status       string `json:"status"`
	ErrorMessage string `json:"errorMessage"`
}

// runSuite runs all scenarios that a revision of the protocol requires, and returns their checks.
func runSuite(ctx context.Context, url, revision string) (map[string][]check, error) {
	dir := filepath.Join(conformanceResults, revision)
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	suite := exec.CommandContext(ctx, suiteNode(), conformanceTools+"/node_modules/@modelcontextprotocol/conformance/dist/index.js",
		"server", "--url", url, "--requirements", revision, "--output-dir", dir)
	out, err := suite.CombinedOutput()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed { // it fails if any check does
		return nil, err
	}
	results := map[string][]check{}
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := scenarioDir.FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		if name == nil {
			return nil, fmt.Errorf("%s is no result of a scenario", file)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var checks []check
		if err := json.Unmarshal(data, &checks); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		results[name[1]] = checks
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("the suite ran no scenario:\n%s", out)
	}
	return results, nil
}

// scenarioDir matches the name of the directory in which the suite stores a scenario's results.
var scenarioDir = regexp.MustCompile(`^server-(.+)-\d{4}-\d\d-\d\dT[-\d]+Z$`)

// suiteNode is the Node of the package, since the suite needs version 22, where there is one for this system.
func suiteNode() string {
	arch := strings.ReplaceAll(runtime.GOARCH, "amd64", "x64")
	node := filepath.Join(conformanceTools, "node_modules", "node-"+runtime.GOOS+"-"+arch, "bin", "node")
	if _, err := os.Stat(node); err != nil {
		return "node"
	}
	return node
}

// excuses holds each scenario that does not apply to tsplan, or check of one as SCENARIO/CHECK, and whether it was needed.
type excuses map[string]bool

// readExcuses reads not_applicable.json: under each reason, the list of the checks that it excuses.
func readExcuses(data []byte) (excuses, error) {
	var reasons map[string][]string
	if err := json.Unmarshal(data, &reasons); err != nil {
		return nil, fmt.Errorf("not_applicable.json: %w", err)
	}
	out := excuses{}
	for _, keys := range reasons {
		for _, key := range keys {
			out[key] = false
		}
	}
	return out, nil
}

// of returns the key of the excuse for a check, "" if there is none.
func (e excuses) of(scenario, id string) string {
	for _, key := range []string{scenario, scenario + "/" + id} {
		if _, ok := e[key]; ok {
			e[key] = true
			return key
		}
	}
	return ""
}

// unused is an error if an excuse was not needed.
func (e excuses) unused() error {
	var left []string
	for key, used := range e {
		if !used {
			left = append(left, key)
		}
	}
	if len(left) == 0 {
		return nil
	}
	slices.Sort(left)
	return fmt.Errorf("not_applicable.json names what does not fail: %s", strings.Join(left, ", "))
}

// report prints what became of each scenario, and returns an error if a check failed that applies.
func report(w io.Writer, revision string, results map[string][]check, excused excuses) error {
	names := make([]string, 0, len(results))
	for name := range results {
		names = append(names, name)
	}
	slices.Sort(names)
	counts, checked := map[string]int{}, 0
	var errs []error
	for _, name := range names {
		verdict, passed := "not applicable", 0
		for _, c := range results[name] {
			if c.Status == "SUCCESS" {
				passed++
			}
		}
		if passed > 0 {
			verdict = "passed"
		}
		for _, c := range results[name] {
			if c.Status != "FAILURE" {
				continue
			}
			switch key := excused.of(name, c.ID); {
			case key == "":
				verdict = "failed"
				errs = append(errs, fmt.Errorf("%s: %s: %s: %s", revision, name, c.ID, c.ErrorMessage))
			case verdict != "failed" && key == name:
				verdict = "not applicable"
			case verdict != "failed":
				verdict = "passed in part"
			}
		}
		counts[verdict]++
		if strings.HasPrefix(verdict, "passed") {
			checked += passed
		}
		fmt.Fprintf(w, "%s %-45s %s, %d checks passed\n", revision, name, verdict, passed)
	}
	fmt.Fprintf(w, "%s: %d scenarios: %d passed, %d passed in part, %d failed, %d not applicable; %d checks passed in those that apply\n",
		revision, len(names), counts["passed"], counts["passed in part"], counts["failed"], counts["not applicable"], checked)
	return errors.Join(errs...)
}
