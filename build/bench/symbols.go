package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const wanted = 50 // symbols that are looked for by name

// outliner lists the symbols at the top of a file.
type outliner interface {
	outline(file string) (symbols int, err error)
}

func (s *tsplanServer) outline(file string) (int, error) {
	return s.symbols("get_symbols_overview", map[string]any{"relative_path": file})
}

// symbols calls a tool that answers with symbols, and counts them.
func (s *tsplanServer) symbols(tool string, arguments any) (int, error) {
	var answer struct{ Symbols []struct{} }
	err := s.must(tool, arguments, &answer)
	if err == nil && len(answer.Symbols) == 0 {
		err = errors.New(tool + ": no symbols")
	}
	return len(answer.Symbols), err
}

func (s *tsserverServer) outline(file string) (int, error) {
	file = filepath.Join(s.Dir(), file)
	if err := s.opened(file); err != nil {
		return 0, err
	}
	var body struct{ ChildItems []struct{} }
	err := s.request("navtree", map[string]any{"file": file}, &body)
	return len(body.ChildItems), err
}

// named measures scenario j, questions about symbols by name, on a project of 1,000 files.
func (m *measurement) named(ctx context.Context, dir string, contenders []contender) error {
	p := linear()[1]
	p.dir = filepath.Join(dir, "named")
	if err := errors.Join(os.MkdirAll(p.dir, 0o755), p.layOut(ctx, p)); err != nil {
		return err
	}
	for range m.options.Runs {
		for _, c := range contenders {
			if err := m.namedIn(ctx, c, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *measurement) namedIn(ctx context.Context, c contender, p *project) error {
	if c.forget != nil {
		if err := c.forget(); err != nil {
			return err
		}
	}
	start := time.Now()
	s, err := c.start(ctx, p)
	if err != nil {
		return err
	}
	if o, ok := s.(outliner); ok {
		_, err := o.outline("packages/pkg0/src/group1/item12.ts")
		m.record(m.table.row(outlined, p.name), c.name, time.Since(start).Seconds(), err)
	}
	if s, ok := s.(*tsplanServer); ok {
		row := m.table.row(found, p.name)
		row.quantile = 0.95
		for i := -1; i < wanted; i++ { // the first is a warm-up: it parses every file
			name := fmt.Sprintf("Item0_%d", max(i, 0)*16)
			if i < 0 {
				name = "describe"
			}
			start := time.Now()
			_, err := s.symbols("find_symbol", map[string]any{"name_path": name})
			if i >= 0 || err != nil {
				m.record(row, c.name, time.Since(start).Seconds(), err)
			}
		}
	}
	return s.Close()
}
