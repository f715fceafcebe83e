package runtime

import (
	"context"
	"fmt"

	"tsplan/runtime/engine"
)

// QuickJS frees memory by counting references. Objects that refer to each other in a circle therefore stay until the collector has walked
// the whole heap: outdated syntax trees, and most of what the checker infers on the way to an answer. By default the collector runs
// whenever the heap has grown by half, which is too often for a heap of hundreds of megabytes.
const (
	// garbage is how many bytes a question may leave behind before it is interrupted to collect them.
	garbage = 320 << 20 // 320 MiB
	// looks is the number of interrupts between two looks at the collector's threshold: some 30 ms.
	looks = 64
)

// collector corrects QuickJS's threshold, the number of bytes in use from which on QuickJS collects.
type collector struct {
	limit     uint64 // bytes of guest memory
	threshold uint64 // as it was set last
	looked    int    // interrupts since the last look
}

// start sets the threshold for a question. The size of memory is an upper bound of the bytes in use.
func (c *collector) start(ctx context.Context, g *guest) error {
	return c.set(ctx, g, min(uint64(len(g.machine.Memory()))+garbage, c.most()))
}

// most leaves a quarter free for fragmentation.
func (c *collector) most() uint64 { return c.limit - c.limit/4 }

func (c *collector) set(ctx context.Context, g *guest, threshold uint64) error {
	c.threshold = threshold
	_, err := g.call(ctx, "qjs_set_gc_threshold", threshold)
	return err
}

// interrupt is called often while the guest runs. After a collection, QuickJS has set the threshold to one and a half times the bytes left;
// interrupt raises it if it is too low.
func (c *collector) interrupt(ctx context.Context, g *guest) error {
	if c.looked++; c.looked < looks {
		return nil
	}
	c.looked = 0
	now, err := g.call(ctx, "qjs_get_gc_threshold")
	if err != nil || uint64(now) == c.threshold {
		return err
	}
	c.threshold = uint64(now)
	if wanted := min(c.threshold/3*2+garbage, c.most()); wanted > c.threshold {
		return c.set(ctx, g, wanted)
	}
	return nil
}

// collect runs the collector between questions, when memory has grown by half since the last time.
func (i *instance) collect(ctx context.Context) error {
	size := len(i.guest.machine.Memory())
	if size < i.collected+i.collected/2 {
		return nil
	}
	if _, err := i.guest.call(engine.WithImports(ctx, i.guest), "qjs_run_gc"); err != nil {
		return fmt.Errorf("collecting cycles: %w", err)
	}
	i.collected = size
	return nil
}
