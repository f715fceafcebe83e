package bench

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	m := table{contenders: []string{"old", "new", "other"}, reference: "old"}
	late := m.row("b", "large")
	late.add("old", 2, 4, 3)
	late.add("new", 6, 6, 7)
	late.fail("other", errors.New("no answer\nat all"))
	late.fail("other", errors.New("nor now"))
	slow := m.row("a", "small")
	slow.quantile = 0.95
	slow.add("old", 0.1, 0.2, 0.3, 0.004)
	m.row("a", "small").add("other", 0.0012)
	size := m.row("b", "small")
	size.unit = megabytes
	size.add("new", 34.5)
	m.sort([]string{"a", "b"})

	var b strings.Builder
	if err := m.write(&b); err != nil {
		t.Fatal(err)
	}
	want := `| scenario | project | old | new | ratio | other | ratio | samples |
| --- | --- | --- | --- | --- | --- | --- | --- |
| a | small | 300 ms |  |  | 1.2 ms | 0.00 | 4 |
| b | large | 3.00 s | 6.00 s | 2.00 | failed |  | 3 |
| b | small |  | 34 MB |  |  |  | 1 |
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	notes := strings.Join(m.notes(), "\n")
	if want := "b, large, other: 2 failed, the first with: no answer"; notes != want {
		t.Errorf("notes: %q, want %q", notes, want)
	}
}

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		samples []float64
		q, want float64
	}{
		{[]float64{3}, 0.5, 3},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{4, 1, 2, 3}, 0.5, 2.5},
		{[]float64{5, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}, 0.95, 19},
		{[]float64{1, 2}, 0.95, 2},
	} {
		if got := quantile(c.samples, c.q); got != c.want {
			t.Errorf("quantile(%v, %v) = %v, want %v", c.samples, c.q, got, c.want)
		}
	}
	if got := quantile(nil, 0.5); !math.IsNaN(got) {
		t.Errorf("of nothing: %v", got)
	}
}

func TestParse(t *testing.T) {
	o, err := Parse([]string{"-runs", "7", "-project", "rxjs,effect", "-scenario", "a,b"})
	if err != nil || o.Runs != 7 || len(o.Projects) != 2 || o.Scenarios != "ab" || o.Report != "" {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := Parse(nil); err != nil || o.Report != "BENCHMARKS.md" || o.Runs != 5 {
		t.Errorf("no arguments: %+v, %v", o, err)
	}
	for _, args := range [][]string{{"-runs", "0"}, {"-project", "nobody"}, {"-scenario", "z"}, {"rest"}, {"-unknown"}} {
		if _, err := Parse(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

func TestHighWater(t *testing.T) {
	got, err := highWater([]byte("Name:\tnode\nVmPeak:\t  90000 kB\nVmHWM:\t   2000 kB\nVmRSS:\t 1 kB\n"))
	if err != nil || got != 2.048 {
		t.Errorf("%v, %v; want 2.048", got, err)
	}
	if _, err := highWater([]byte("Name:\tkthreadd\n")); err == nil {
		t.Error("a process without memory: no error")
	}
}
