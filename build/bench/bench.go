// Package bench measures tsplan against TypeScript's own servers: the same questions about the same projects, asked in
// turn in one run. It starts programs and writes to temporary directories and BENCHMARKS.md. It measures the
// built binary, and imports nothing of tsplan but the package of its cache.
package bench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options choose what is measured.
type Options struct {
	Runs       int
	Plans      int      // of scenario l, for each project
	Seed       int      // of the random plans of scenario l
	Directory  string   // a repository for scenario l in place of the projects, with its packages installed
	Tsconfigs  []string // of the directory, with other names than tsconfig.json; the first one is loaded before the first plan
	Projects   []string // names; none means all
	Scenarios  string   // first letters; none means all
	Contenders []string // names; none means all
	Report     string   // file for the table; Parse sets BENCHMARKS.md if it is empty and the other options leave nothing out
}

// Parse reads the arguments of the command.
func Parse(args []string) (Options, error) {
	var o Options
	var names []string
	for _, p := range projects() {
		names = append(names, p.name)
	}
	list := func(to *[]string) func(string) error {
		return func(s string) error { *to = strings.Split(s, ","); return nil }
	}
	var letters []string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.IntVar(&o.Runs, "runs", 5, "runs of each contender")
	f.Func("project", "projects: "+strings.Join(names, ","), list(&o.Projects))
	f.IntVar(&o.Plans, "plans", 100, "random plans of scenario l for each project")
	f.IntVar(&o.Seed, "seed", 1, "seed of the random plans of scenario l")
	f.StringVar(&o.Directory, "directory", "", "a repository with its packages installed, which scenario l asks about in place of the projects, and does not change")
	f.Func("tsconfig", "configurations of -directory that are not named tsconfig.json; the first one is loaded first", list(&o.Tsconfigs))
	f.Func("scenario", "scenarios: letters from a to l, all but l if there is none", list(&letters))
	f.StringVar(&o.Report, "o", "", "file for the table (default BENCHMARKS.md, if nothing is left out)")
	f.Func("contender", "contenders", list(&o.Contenders))
	usage := func(err error) error {
		var b strings.Builder
		f.SetOutput(&b)
		f.PrintDefaults()
		return fmt.Errorf("%w\n%s", err, b.String())
	}
	if err := f.Parse(args); err != nil {
		return o, usage(err)
	}
	o.Scenarios = strings.Join(letters, "")
	if o.Report == "" && len(o.Projects) == 0 && o.Scenarios == "" && len(o.Contenders) == 0 {
		o.Report = "BENCHMARKS.md"
	}
	for _, p := range o.Projects {
		if !slices.Contains(names, p) {
			return o, usage(fmt.Errorf("no project %q", p))
		}
	}
	if o.Directory != "" && (o.Scenarios != "l" || len(o.Projects) > 0) {
		return o, usage(errors.New("-directory needs -scenario l, and no -project"))
	}
	if strings.Trim(o.Scenarios, "abcdefghijkl") != "" || f.NArg() > 0 || o.Runs < 1 || o.Plans < 1 {
		return o, usage(fmt.Errorf("cannot use %q", args))
	}
	return o, nil
}

func chosen(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }

// wants tells whether one of the scenarios with these letters was chosen.
func (m *measurement) wants(letters string) bool {
	return m.options.Scenarios == "" || strings.ContainsAny(m.options.Scenarios, letters)
}

// Run measures the binary and the other tsplan binaries, each named after its file. It prints the table, and writes it if o.Report is set.
func Run(ctx context.Context, binary string, others []string, o Options) error {
	dir, err := os.MkdirTemp("", "tsplan-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	var all []tsplan
	for _, file := range append([]string{binary}, others...) {
		name := strings.TrimSuffix(filepath.Base(file), ".exe")
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		all = append(all, tsplan{name, file, filepath.Join(dir, "cache-"+name)})
	}
	machine, err := describe(ctx, all)
	if err != nil {
		return err
	}
	m, contenders, err := newMeasurement(o, all)
	if err != nil {
		return err
	}
	if err := m.measure(ctx, dir, all[0], contenders); err != nil {
		return err
	}
	m.table.sort(scenarios)
	var b strings.Builder
	if err := m.report(&b, machine); err != nil {
		return err
	}
	fmt.Print(b.String())
	if o.Report == "" {
		return nil
	}
	return os.WriteFile(o.Report, []byte(b.String()), 0o644)
}

func newMeasurement(o Options, binaries []tsplan) (*measurement, []contender, error) {
	script, err := filepath.Abs(testdata + "/npm/node_modules/typescript/lib/tsserver.js")
	if err != nil {
		return nil, nil, err
	}
	binary, err := nativeBinary()
	if err != nil {
		return nil, nil, err
	}
	m := &measurement{options: o, asked: map[string]int{}, differs: map[string]int{}}
	m.table.reference = "tsserver"
	all := []contender{tsserver{script}.contender()}
	for _, t := range binaries {
		all = append(all, t.contender())
	}
	all = append(all, native{binary}.contender(), plainContender())
	var contenders []contender
	for _, c := range all {
		if chosen(o.Contenders, c.name) {
			contenders = append(contenders, c)
			m.table.contenders = append(m.table.contenders, c.name)
		}
	}
	if len(contenders) == 0 {
		return nil, nil, errors.New("bench: no such contender")
	}
	return m, contenders, nil
}

// measure asks each contender in turn, again and again.
func (m *measurement) measure(ctx context.Context, dir string, t tsplan, contenders []contender) error {
	small := projects()[0]
	if err := small.prepare(ctx, filepath.Join(dir, "warm")); err != nil {
		return err
	}
	for _, c := range contenders { // fills the code caches and the system's file cache
		if _, err := firstPlan(ctx, c, small); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	all := projects()
	if m.options.Directory != "" {
		all = []*project{repository(m.options.Directory, m.options.Tsconfigs)}
	}
	for _, p := range all {
		if !chosen(m.options.Projects, p.name) || !m.wants("abcdefgikl") {
			continue
		}
		if err := p.prepare(ctx, filepath.Join(dir, "projects")); err != nil {
			return err
		}
		if m.wants("k") {
			if err := m.firsts(ctx, p, contenders); err != nil {
				return err
			}
		}
		if strings.Contains(m.options.Scenarios, "l") { // it takes minutes for each project, so it runs only if its letter is given
			if err := m.apply(ctx, p, t); err != nil {
				return err
			}
		}
		if !m.wants("abcdefgi") {
			continue
		}
		for i := range m.options.Runs {
			for _, c := range contenders {
				if c.only != "" && c.only != p.name {
					continue
				}
				fmt.Fprintf(os.Stderr, "bench: %s, run %d of %d: %s\n", p.name, i+1, m.options.Runs, c.name)
				if err := m.lives(ctx, c, p); err != nil {
					return err
				}
			}
		}
	}
	if m.wants("j") {
		fmt.Fprintln(os.Stderr, "bench: symbols")
		if err := m.named(ctx, dir, contenders); err != nil {
			return err
		}
	}
	if !m.wants("h") {
		return nil
	}
	fmt.Fprintln(os.Stderr, "bench: starts")
	return m.starts(ctx, dir, t, contenders)
}
