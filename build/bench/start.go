package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// starts measures scenario h. All of its rows but the last are for tsplan only.
func (m *measurement) starts(ctx context.Context, dir string, t tsplan, contenders []contender) error {
	all := projects()
	small, large := all[0], all[slices.IndexFunc(all, func(p *project) bool { return p.name == "viem" })]
	growing := linear()
	for _, p := range append([]*project{small, large}, growing...) {
		if err := p.prepare(ctx, filepath.Join(dir, "starts")); err != nil {
			return err
		}
	}
	for _, p := range growing {
		if err := p.askLocal(); err != nil {
			return err
		}
	}
	info, err := os.Stat(t.binary)
	if err != nil {
		return err
	}
	size := m.table.row(binarySize, "")
	size.unit = megabytes
	size.add(t.contender().name, float64(info.Size())/1e6)
	for range m.options.Runs {
		if err := m.emptyCache(ctx, t, small); err != nil {
			return err
		}
		for _, p := range []*project{small, large} {
			if err := m.answered(ctx, t, p); err != nil {
				return err
			}
		}
		for _, c := range contenders {
			if c.only == "" {
				if err := m.linear(ctx, c, small, growing); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// emptyCache measures tsplan's first plan with an empty cache.
func (m *measurement) emptyCache(ctx context.Context, t tsplan, p *project) error {
	dir, err := os.MkdirTemp("", "tsplan-bench-empty")
	if err != nil {
		return err
	}
	took, err := firstPlan(ctx, tsplan{t.name, t.binary, dir}.contender(), p)
	m.record(m.table.row(firstStart, p.name), t.contender().name, took.Seconds(), err)
	return errors.Join(os.RemoveAll(dir), ctx.Err())
}

// answered measures how soon tsplan answers initialize, and, while a project that it has never seen is loading, a ping.
func (m *measurement) answered(ctx context.Context, t tsplan, p *project) error {
	c := t.contender()
	if err := c.forget(); err != nil {
		return err
	}
	start := time.Now()
	s, err := t.start(ctx, p)
	m.record(m.table.row(answered, p.name), c.name, time.Since(start).Seconds(), err)
	if err != nil {
		return ctx.Err()
	}
	if p.name != sampleName {
		time.Sleep(time.Second) // far enough into loading, and far from its end
		took, err := s.ping()
		m.record(m.table.row(pinged, p.name), c.name, took.Seconds(), err)
	}
	if err := s.Close(); err != nil {
		m.table.row(answered, p.name).fail(c.name, err)
	}
	return ctx.Err()
}

// linear measures the time per million characters beyond that of a tiny project.
func (m *measurement) linear(ctx context.Context, c contender, small *project, ps []*project) error {
	base, err := loaded(ctx, c, small)
	if err != nil {
		return err
	}
	for _, p := range ps {
		took, err := loaded(ctx, c, p)
		row := m.table.row(perMillion, p.name)
		row.unit = secondsPerMillion
		m.record(row, c.name, (took-base).Seconds()/p.chars, err)
	}
	return ctx.Err()
}

func (m *measurement) record(r *row, contender string, sample float64, err error) {
	if err != nil {
		r.fail(contender, err)
		return
	}
	r.add(contender, sample)
}

// firstPlan is the time from the start of a process to its first answer about a project that it has never seen.
func firstPlan(ctx context.Context, c contender, p *project) (time.Duration, error) {
	return timeTo(ctx, c, p, func(s server) error {
		_, err := s.rename(p.questions[0])
		return err
	})
}

// loaded is firstPlan with a question that needs the whole project to be loaded.
func loaded(ctx context.Context, c contender, p *project) (time.Duration, error) {
	return timeTo(ctx, c, p, func(s server) error {
		ask := s.rename
		if s, ok := s.(settler); ok {
			ask = s.settle
		}
		_, err := ask(p.questions[0])
		return err
	})
}

func timeTo(ctx context.Context, c contender, p *project, ask func(server) error) (time.Duration, error) {
	if c.forget != nil {
		if err := c.forget(); err != nil {
			return 0, err
		}
	}
	start := time.Now()
	s, err := c.start(ctx, p)
	if err != nil {
		return 0, err
	}
	err = ask(s)
	took := time.Since(start)
	return took, errors.Join(err, s.Close())
}
