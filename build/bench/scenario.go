package bench

import (
	"context"
	"errors"
	"os"
	"time"
)

// The scenarios, in the order of the table. Their first letters choose them on the command line.
const (
	neverSeen  = "a. process start to first plan, project never seen"
	restarted  = "b. process start to first plan, after a restart"
	sameSymbol = "c. warm rename of the same symbol"
	otherP50   = "d. warm rename of 20 other symbols, p50"
	otherP95   = "d. warm rename of 20 other symbols, p95"
	afterEdit  = "e. warm rename after an edit of one file"
	fileMoved  = "f. warm move of a file"
	dirMoved   = "f. warm move of a directory"
	peak       = "g. peak memory of all processes"
	proofP50   = "i. the 20 renames with verify, to without it, p50"
	proofP95   = "i. the 20 renames with verify, to without it, p95"
	binarySize = "h. size of the binary"
	firstStart = "h. process start to first plan, machine without a cache"
	answered   = "h. process start to initialize answered"
	pinged     = "h. ping answered while a project loads"
	perMillion = "h. loading a million characters"
	outlined   = "j. process start to the symbols of a file, project never seen"
	found      = "j. warm find_symbol, p95"
)

var scenarios = []string{
	neverSeen, restarted, sameSymbol, otherP50, otherP95, afterEdit, fileMoved, dirMoved, peak, proofP50, proofP95,
	binarySize, firstStart, answered, pinged, perMillion, outlined, found,
}

const (
	repeats = 5 // of the same symbol
	edits   = 3 // of the file that changes

	// writing is how long a server may do background work before its memory is measured: tsplan writes its image then.
	writing = 3 * time.Second
)

// measurement is one run of the harness.
type measurement struct {
	options Options
	table   table
	asked   map[string]int // by contender: questions with an answer
	first   []*firstRow
	applied []*applied
	differs map[string]int // of those, how many have another number of edits than the language service on Node
}

// lives measures one contender on one project, with two processes: the first has never seen the project, the second starts after it.
func (m *measurement) lives(ctx context.Context, c contender, p *project) error {
	if c.forget != nil {
		if err := c.forget(); err != nil {
			return err
		}
	}
	if err := m.life(ctx, c, p, neverSeen, m.wants("cdefgi")); err != nil {
		return err
	}
	if !m.wants("b") {
		return nil
	}
	return m.life(ctx, c, p, restarted, false)
}

// life starts the contender, asks its questions and ends it. It returns only errors of the harness; a failure of the contender goes into
// its row.
func (m *measurement) life(ctx context.Context, c contender, p *project, scenario string, warm bool) error {
	first := m.table.row(scenario, p.name)
	start := time.Now()
	s, err := c.start(ctx, p)
	if err != nil {
		first.fail(c.name, err)
		return ctx.Err()
	}
	edits, err := s.rename(p.questions[0])
	took := time.Since(start)
	if err == nil && m.wants(scenario[:1]) {
		first.add(c.name, took.Seconds())
		m.compare(c, edits, p.questions[0].edits)
	}
	// Warm questions need a loaded project, and so does the image that the next process opens.
	if s, ok := s.(settler); ok && err == nil && (warm || scenario == neverSeen && m.wants("b")) {
		_, err = s.settle(p.questions[0])
	}
	if err == nil && warm {
		err = m.warm(c, p, s)
	}
	if err != nil {
		first.fail(c.name, err)
	}
	if err := s.Close(); err != nil {
		first.fail(c.name, err)
	}
	return ctx.Err()
}

// warm asks a server that has loaded the project.
func (m *measurement) warm(c contender, p *project, s server) error {
	rename := func(q question, rows ...string) {
		m.timed(c, p, rows, q.edits, func() (int, error) { return s.rename(q) })
	}
	if m.wants("c") {
		for range repeats {
			rename(p.questions[0], sameSymbol)
		}
	}
	if m.wants("d") {
		for _, q := range p.questions[1:] {
			rename(q, otherP50, otherP95)
		}
	}
	if m.wants("e") && c.only == "" {
		if err := s.edited(p.changing); err != nil { // as if an editor opened it
			return err
		}
		for range edits {
			if err := appendLine(p.changing); err != nil {
				return err
			}
			m.timed(c, p, []string{afterEdit}, p.questions[0].edits, func() (int, error) {
				return edited(s, p)
			})
		}
	}
	if m.wants("f") {
		for _, moved := range p.moves {
			row := fileMoved
			if moved.directory {
				row = dirMoved
			}
			m.timed(c, p, []string{row}, moved.edits, func() (int, error) { return s.move(moved) })
		}
	}
	if m.wants("g") {
		m.memory(c, p, s)
	}
	// Proofs come last: no other contender has to do as much.
	if s, ok := s.(*tsplanServer); ok && m.wants("i") {
		m.proofs(c, p, s)
	}
	return nil
}

// memory records the server's peak memory over all questions so far.
func (m *measurement) memory(c contender, p *project, s server) {
	time.Sleep(writing)
	row := m.table.row(peak, p.name)
	row.unit = megabytes
	bytes, err := peakMemory(s.PID())
	if err != nil {
		row.fail(c.name, err)
		return
	}
	row.add(c.name, bytes)
}

// proofs plans each rename without a proof and with one, and records how many times as long the second took.
func (m *measurement) proofs(c contender, p *project, s *tsplanServer) {
	p50, p95 := m.table.row(proofP50, p.name), m.table.row(proofP95, p.name)
	p50.unit, p95.unit, p95.quantile = times, times, 0.95
	for _, q := range p.questions[1:] {
		var took [2]time.Duration
		for i, ask := range []func(question) (int, error){s.rename, s.renameProven} {
			start := time.Now()
			if _, err := ask(q); err != nil {
				p50.fail(c.name, err)
				return
			}
			took[i] = time.Since(start)
		}
		ratio := took[1].Seconds() / took[0].Seconds()
		p50.add(c.name, ratio)
		p95.add(c.name, ratio)
	}
}

func edited(s server, p *project) (int, error) {
	if err := s.edited(p.changing); err != nil {
		return 0, err
	}
	return s.rename(p.questions[0])
}

// timed asks once, and adds the time that it took to rows.
func (m *measurement) timed(c contender, p *project, rows []string, want int, ask func() (int, error)) {
	start := time.Now()
	edits, err := ask()
	took := time.Since(start)
	for _, name := range rows {
		row := m.table.row(name, p.name)
		if name == otherP95 {
			row.quantile = 0.95
		}
		if err != nil {
			row.fail(c.name, err)
			continue
		}
		row.add(c.name, took.Seconds())
	}
	if err == nil {
		m.compare(c, edits, want)
	}
}

func (m *measurement) compare(c contender, edits, want int) {
	m.asked[c.name]++
	if edits != want {
		m.differs[c.name]++
	}
}

func appendLine(file string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString("// one more line\n")
	return errors.Join(err, f.Close())
}
