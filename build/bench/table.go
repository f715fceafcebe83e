package bench

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// unit says how a figure is written.
type unit int

const (
	seconds unit = iota
	megabytes
	secondsPerMillion // seconds per million characters
	times             // times as long as something else
)

// rowKey names a row of the table.
type rowKey struct{ scenario, project string }

// row is what was measured for one scenario and project.
type row struct {
	rowKey
	unit     unit
	quantile float64
	samples  map[string][]float64 // by contender
	failures map[string][]error
}

// table collects samples. Rows stand in the order in which they were first named.
type table struct {
	contenders []string // the columns
	reference  string   // the contender that the others are compared with
	rows       []*row
}

func (t *table) row(scenario, project string) *row {
	key := rowKey{scenario, project}
	for _, r := range t.rows {
		if r.rowKey == key {
			return r
		}
	}
	r := &row{rowKey: key, quantile: 0.5, samples: map[string][]float64{}, failures: map[string][]error{}}
	t.rows = append(t.rows, r)
	return r
}

func (r *row) add(contender string, samples ...float64) {
	r.samples[contender] = append(r.samples[contender], samples...)
}

func (r *row) fail(contender string, err error) {
	r.failures[contender] = append(r.failures[contender], err)
}

// notes returns one line for each cell of the table in which something failed.
func (t *table) notes() []string {
	var notes []string
	for _, r := range t.rows {
		for _, c := range t.contenders {
			if failed := r.failures[c]; len(failed) > 0 {
				said, _, _ := strings.Cut(failed[0].Error(), "\n")
				notes = append(notes, fmt.Sprintf("%s, %s, %s: %d failed, the first with: %s", r.scenario, r.project, c, len(failed), said))
			}
		}
	}
	return notes
}

// sort orders the rows by scenario. Rows of one scenario stay in the order of the projects.
func (t *table) sort(scenarios []string) {
	slices.SortStableFunc(t.rows, func(a, b *row) int {
		return cmp.Compare(slices.Index(scenarios, a.scenario), slices.Index(scenarios, b.scenario))
	})
}

// write writes Markdown: for each contender its figure, and for all but the reference the ratio to it.
func (t *table) write(w io.Writer) error {
	head := []string{"scenario", "project"}
	for _, c := range t.contenders {
		head = append(head, c)
		if c != t.reference {
			head = append(head, "ratio")
		}
	}
	head = append(head, "samples")
	cells := [][]string{head, slices.Repeat([]string{"---"}, len(head))}
	for _, r := range t.rows {
		cells = append(cells, t.cells(r))
	}
	return writeRows(w, cells)
}

func writeRows(w io.Writer, rows [][]string) error {
	var b strings.Builder
	for _, cells := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *table) cells(r *row) []string {
	cells := []string{r.scenario, r.project}
	reference := quantile(r.samples[t.reference], r.quantile)
	most := 0
	for _, c := range t.contenders {
		figure := quantile(r.samples[c], r.quantile)
		most = max(most, len(r.samples[c]))
		switch {
		case !math.IsNaN(figure):
			cells = append(cells, r.unit.format(figure))
		case len(r.failures[c]) > 0:
			cells = append(cells, "failed")
		default:
			cells = append(cells, "")
		}
		if c == t.reference {
			continue
		}
		ratio := ""
		if !math.IsNaN(figure) && reference > 0 {
			ratio = fmt.Sprintf("%.2f", figure/reference)
		}
		cells = append(cells, ratio)
	}
	return append(cells, fmt.Sprint(most))
}

func (u unit) format(v float64) string {
	switch {
	case u == megabytes:
		return fmt.Sprintf("%.0f MB", v)
	case u == times:
		return fmt.Sprintf("%.2f times", v)
	case u == secondsPerMillion:
		return fmt.Sprintf("%.2f s/M", v)
	case v < 0.01:
		return fmt.Sprintf("%.1f ms", v*1000)
	case v < 1:
		return fmt.Sprintf("%.0f ms", v*1000)
	default:
		return fmt.Sprintf("%.2f s", v)
	}
}

// quantile returns the smallest sample such that a share q of all samples is not above it; for the median of an even number of samples, the
// mean of the middle two. Without samples it returns NaN.
func quantile(samples []float64, q float64) float64 {
	n := len(samples)
	if n == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(samples))
	if q == 0.5 && n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[min(n-1, max(0, int(math.Ceil(q*float64(n)))-1))]
}
