package runtime

import (
	"context"
	"errors"
	"testing"

	"tsplan/runtime/engine"
	"tsplan/runtime/host"
	"tsplan/runtime/protocol"
)

// A question that leaves more behind in circles than there is memory is answered, and memory grows by what may be left
// behind, not by all of it.
func TestCollectWithinQuestion(t *testing.T) {
	r, root := lying(t, Limits{})
	err := r.With(context.Background(), root, ".", nil, func(s *Session) error {
		answer, err := Ask(s, protocol.Method[any, struct{ Fine bool }]("circles"), nil)
		if err != nil {
			return err
		}
		if size := len(s.instance.guest.machine.Memory()); !answer.Fine || size > garbage+garbage/2 {
			t.Errorf("answers %v, with %d MiB of guest memory", answer, size>>20)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A guest whose collector cannot be asked is stopped.
func TestCollectorFails(t *testing.T) {
	failure := errors.New("trap")
	g := &guest{machine: failing{err: failure}, host: &host.Functions{}, request: context.Background(), collector: collector{looked: looks}}
	if !g.Interrupted(context.Background()) || !errors.Is(g.fault, failure) {
		t.Errorf("the guest goes on, with %v", g.fault)
	}
}

// failing is a machine of which every call fails.
type failing struct {
	engine.Machine
	err error
}

func (f failing) Call(context.Context, string, ...uint64) (uint64, error) { return 0, f.err }
