package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The kinds of questions that scenario k asks about each project, in the order of the rows of its table.
const (
	aLocal      = "a local"
	aTopLevel   = "a top-level name that is not exported"
	anExport    = "an exported function"
	aMember     = "a member"
	aCommonName = "a member whose name many packages declare"
	aFile       = "a move of a file"
	aDirectory  = "a move of a directory"
)

// firstQuestion is a question of scenario k. A new process answers it about a project that the contender has never seen. When that process
// has ended, another one answers the same question.
type firstQuestion struct {
	kind string
	file string // of the name, or what moves
	name string // a text that occurs once in the file, with | before the name; or the new path of what moves
}

func firstQuestions() map[string][]firstQuestion {
	query := []firstQuestion{
		{aLocal, "packages/query-core/src/utils.ts", "timeUntilStale(|updatedAt"},
		{aTopLevel, "packages/query-core/src/retryer.ts", "function |defaultRetryDelay"},
		{anExport, "packages/query-core/src/utils.ts", "export function |hashKey("},
		{aMember, "packages/query-core/src/query.ts", "\n  |isStaleByTime("},
		{aFile, "packages/query-core/src/retryer.ts", "packages/query-core/src/retry/retryer.ts"},
		{aDirectory, "packages/query-core/src", "packages/query-core/source"},
	}
	common := func(file string) firstQuestion { return firstQuestion{aCommonName, file, "\n  |name: string"} }
	return map[string][]firstQuestion{
		"app": slices.Insert(slices.Clone(query), 4, common("apps/web/src/Page3.tsx")),
		"redux-toolkit": {
			{aLocal, "src/createReducer.ts", "const |result = caseReducer(draft"},
			{aTopLevel, "src/createSlice.ts", "function |getType("},
			{anExport, "src/createAction.ts", "export function |isActionCreator("},
			{aMember, "src/listenerMiddleware/types.ts", "\n  |unsubscribe(): void"},
			{aCommonName, "src/createSlice.ts", "action types.\n   */\n  |name: Name"},
			{aFile, "src/createAction.ts", "src/actions/createAction.ts"},
			{aDirectory, "src/listenerMiddleware", "src/listeners"},
		},
		"monorepo": slices.Insert(slices.Clone(query), 4, common("examples/example7/src/api.ts")),
		"rxjs": {
			{aLocal, "src/internal/Notification.ts", "const { |kind, value, error } = this;\n    return"},
			{aTopLevel, "src/internal/observable/combineLatest.ts", "function |maybeSchedule("},
			{anExport, "src/internal/util/isFunction.ts", "export function |isFunction("},
			{aMember, "src/internal/Subscriber.ts", "protected |isStopped: boolean"},
			{aCommonName, "src/internal/Notification.ts", "public readonly |value?: T"},
			{aFile, "src/internal/util/isFunction.ts", "src/internal/util/predicates/isFunction.ts"},
			{aDirectory, "src/internal/scheduler", "src/internal/schedulers"},
		},
		"workspace": {
			{aLocal, "packages/pkg31/src/group1/item12.ts", "const |sum = "},
			{aTopLevel, "packages/pkg31/tests/item5.test.ts", "as |byFile }"},
			{anExport, "packages/pkg31/src/group1/item12.ts", "export function |total31_12("},
			{aMember, "packages/pkg31/src/group1/item12.ts", "\n  |describe("},
			{aCommonName, "packages/pkg31/src/group1/item12.ts", "\n  |size: number"},
			{aFile, "packages/pkg31/src/group1/item12.ts", "packages/pkg31/src/group1/renamed.ts"},
			{aDirectory, "packages/pkg31/src/group1", "packages/pkg31/src/moved"},
		},
	}
}

// firstFigures are the samples of one contender for one question.
type firstFigures struct {
	never, again []float64 // seconds from the start of the process to its answer; again is empty for contenders that keep nothing
	cpu          []float64 // seconds of the processor in the whole first process
	memory       []float64 // the first process's peak, in MB
	edits        int
	failed       error
}

// firstRow is what was measured for one question.
type firstRow struct {
	project, kind string
	by            map[string]*firstFigures // by contender
}

// firsts measures scenario k for one project. Each process answers one question, and is closed as soon as it has answered.
func (m *measurement) firsts(ctx context.Context, p *project, contenders []contender) error {
	for _, q := range firstQuestions()[p.name] {
		ask, err := p.first(q)
		if err != nil {
			return err
		}
		row := &firstRow{p.name, q.kind, map[string]*firstFigures{}}
		m.first = append(m.first, row)
		for i := range m.options.Runs {
			fmt.Fprintf(os.Stderr, "bench: %s, %s, run %d of %d\n", p.name, q.kind, i+1, m.options.Runs)
			for _, c := range contenders {
				if c.only != "" {
					continue
				}
				if row.by[c.name] == nil {
					row.by[c.name] = &firstFigures{}
				}
				if err := row.by[c.name].measure(ctx, c, p, ask); err != nil {
					row.by[c.name].failed = err
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
		}
	}
	return nil
}

// first returns a function that asks a server the question.
func (p *project) first(q firstQuestion) (func(server) (int, error), error) {
	if q.kind == aFile || q.kind == aDirectory {
		asked := move{OldPath: filepath.Join(p.dir, q.file), NewPath: filepath.Join(p.dir, q.name), directory: q.kind == aDirectory}
		return func(s server) (int, error) { return s.move(asked) }, nil
	}
	asked, err := p.place(q)
	return func(s server) (int, error) { return s.rename(asked) }, err
}

// place returns the file, line and character of the name to rename.
func (p *project) place(q firstQuestion) (question, error) {
	file := filepath.Join(p.dir, q.file)
	text, err := os.ReadFile(file)
	if err != nil {
		return question{}, err
	}
	before, after, _ := strings.Cut(q.name, "|")
	head, _, found := strings.Cut(string(text), before+after)
	if !found {
		return question{}, fmt.Errorf("bench: no %q in %s", before+after, q.file)
	}
	head += before
	lines := strings.Split(head, "\n")
	return question{File: file, Line: len(lines) - 1, Character: len(lines[len(lines)-1]), NewName: "freshName"}, nil
}

// measure asks the question in a new process. If the contender keeps something of the project for later, another process is asked again.
func (f *firstFigures) measure(ctx context.Context, c contender, p *project, ask func(server) (int, error)) error {
	if c.forget == nil {
		return f.measureNever(ctx, c, p, ask)
	}
	if err := c.forget(); err != nil {
		return err
	}
	if err := f.measureNever(ctx, c, p, ask); err != nil {
		return err
	}
	start := time.Now()
	s, err := c.start(ctx, p)
	if err != nil {
		return err
	}
	if _, err := ask(s); err != nil {
		return errors.Join(err, s.Close())
	}
	f.again = append(f.again, time.Since(start).Seconds())
	return s.Close()
}

func (f *firstFigures) measureNever(ctx context.Context, c contender, p *project, ask func(server) (int, error)) error {
	start := time.Now()
	s, err := c.start(ctx, p)
	if err != nil {
		return err
	}
	if f.edits, err = ask(s); err != nil {
		return errors.Join(err, s.Close())
	}
	f.never = append(f.never, time.Since(start).Seconds())
	memory, err := peakMemory(s.PID())
	if err == nil {
		f.memory = append(f.memory, memory)
	}
	if ended := s.Close(); ended != nil {
		return errors.Join(err, ended)
	}
	f.cpu = append(f.cpu, s.Used().Seconds())
	return err
}

// writeFirst writes the first questions as Markdown: for each contender its median, and for all but the reference the ratios to it.
func (m *measurement) writeFirst(w io.Writer) error {
	reference := m.table.reference
	head := []string{"project", "first question"}
	for _, c := range m.table.contenders {
		switch {
		case m.first[0].by[c] == nil: // it is asked about one project only
		case c == reference:
			head = append(head, c)
		default:
			head = append(head, c, "ratio", "ratio of CPU", "ratio of memory", "again", "ratio")
		}
	}
	lines := [][]string{append(head, "edits"), slices.Repeat([]string{"---"}, len(head)+1)}
	var notes []string
	for _, row := range m.first {
		line := []string{row.project, row.kind}
		var edits []string
		for _, c := range m.table.contenders {
			f := row.by[c]
			if f == nil {
				continue
			}
			if f.failed != nil {
				notes = append(notes, fmt.Sprintf("\n- %s, %s, %s failed: %v", row.project, row.kind, c, f.failed))
			}
			line = append(line, f.cells(row.by[reference])...)
			edits = append(edits, strconv.Itoa(f.edits))
		}
		lines = append(lines, append(line, strings.Join(edits, ", ")))
	}
	if err := writeRows(w, lines); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Join(notes, ""))
	return err
}

// cells returns the figures of one contender, with ratios unless it is the reference. Without a reference, ratios are empty.
func (f *firstFigures) cells(reference *firstFigures) []string {
	time := func(samples []float64) string {
		switch {
		case len(samples) > 0:
			return seconds.format(quantile(samples, 0.5))
		case f.failed != nil:
			return "failed"
		default:
			return ""
		}
	}
	if f == reference {
		return []string{time(f.never)}
	}
	if reference == nil {
		reference = &firstFigures{}
	}
	ratio := func(of, to []float64) string {
		if len(of) == 0 || len(to) == 0 {
			return ""
		}
		return fmt.Sprintf("%.2f", quantile(of, 0.5)/quantile(to, 0.5))
	}
	return []string{
		time(f.never), ratio(f.never, reference.never), ratio(f.cpu, reference.cpu), ratio(f.memory, reference.memory),
		time(f.again), ratio(f.again, reference.never),
	}
}
