package tools

import (
	"context"

	"tsplan/tools/tool"
)

// gate bounds how many calls run at a time and how many wait for their turn.
type gate struct {
	running chan struct{}
	waiting chan struct{}
}

func newGate(running, waiting int) *gate {
	return &gate{running: make(chan struct{}, running), waiting: make(chan struct{}, waiting)}
}

// enter waits for its turn. If it returns no error, leave must be called once.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-g.running }
	select {
	case g.running <- struct{}{}:
		return leave, nil
	default:
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return nil, tool.Errorf(tool.Budget, "%d calls are running and %d wait; call again when some of them are answered, or raise --max-queue",
			cap(g.running), cap(g.waiting))
	}
	select {
	case g.running <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, tool.Errorf(tool.Cancelled, "the call was cancelled before its turn came")
	}
}
