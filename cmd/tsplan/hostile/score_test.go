package hostile

import (
	"fmt"
	"sync/atomic"
)

// score counts what the suite did, for its figures.
var score tally

type tally struct{ asked, searched atomic.Int64 }

func (s *tally) add(n int64)    { s.asked.Add(n) }
func (s *tally) search(n int64) { s.searched.Add(n) }

func (s *tally) String() string {
	return fmt.Sprintf("%d hostile questions, each followed by a harmless one; %d MiB of memory searched for canaries, 0 found",
		s.asked.Load(), s.searched.Load()>>20)
}
