package mutate

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// binary is a test binary with all mutants of a group in it.
type binary struct {
	testPackage
	program string
	tests   []test // sorted by their duration
}

type test struct {
	name string
	took time.Duration
	hits []byte // by condition: 1 if the test evaluates it
}

// compile builds the binary and runs each of its tests alone to see which conditions the test evaluates. All tests have to pass.
func compile(ctx context.Context, goCommand func(string, ...string) []string, dir, overlay string, p testPackage, conditions int) (*binary, error) {
	b := &binary{testPackage: p, program: filepath.Join(dir, strings.ReplaceAll(p.dir, "/", "_")+".test")}
	args := goCommand("test", "-c", "-vet=off", "-overlay", overlay, "-o", b.program, "./"+p.dir)
	if out, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	list, err := b.command(ctx, nil, "-test.list", cmp.Or(p.only, ".")).Output()
	if err != nil {
		return nil, err
	}
	seen := filepath.Join(dir, "seen")
	for _, name := range strings.Fields(string(list)) {
		if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") {
			continue
		}
		if err := os.WriteFile(seen, make([]byte, conditions), 0o600); err != nil {
			return nil, err
		}
		start := time.Now()
		out, err := b.command(ctx, []string{"TSPLAN_MUTANTS_SEEN=" + seen}, "-test.short", "-test.run", "^"+name+"$").CombinedOutput()
		if strings.Contains(string(out), "no tests to run") {
			continue // it is skipped
		}
		if err != nil {
			return nil, fmt.Errorf("%s fails without a mutant: %w\n%s", name, err, out)
		}
		t := test{name: name, took: time.Since(start)}
		if t.hits, err = os.ReadFile(seen); err != nil {
			return nil, err
		}
		b.tests = append(b.tests, t)
	}
	slices.SortFunc(b.tests, func(x, y test) int { return int(x.took - y.took) })
	return b, nil
}

func (b *binary) command(ctx context.Context, env []string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, b.program, append(args, b.args...)...)
	c.Dir = b.dir
	c.Env = append(os.Environ(), env...)
	return c
}

// notices reports whether a test fails while a condition is negated. The quick tests run first, all in one process.
func (b *binary) notices(ctx context.Context, n int) (bool, error) {
	const quick = time.Second
	var together []string
	var longest time.Duration
	flush := func() (bool, error) {
		if len(together) == 0 {
			return false, nil
		}
		limit := 10*longest + 20*time.Second
		c := b.command(ctx, []string{fmt.Sprint("TSPLAN_MUTANT=", n)}, "-test.short", "-test.failfast",
			"-test.timeout", limit.String(), "-test.run", "^("+strings.Join(together, "|")+")$")
		together, longest = nil, 0
		err := c.Run()
		return err != nil, ctx.Err()
	}
	for _, t := range b.tests {
		if t.hits[n] == 0 {
			continue
		}
		if t.took > quick {
			if noticed, err := flush(); noticed || err != nil {
				return noticed, err
			}
		}
		together, longest = append(together, t.name), longest+t.took
	}
	return flush()
}
