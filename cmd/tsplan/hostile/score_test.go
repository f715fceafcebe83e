package hostile

import (
	"fmt"
	"sync"
	"time"
)

// score counts what the suite did, for its figures.
var score = tally{tools: map[string]bool{}, slowest: -time.Hour}

type tally struct {
	mu             sync.Mutex
	cases          int
	tools          map[string]bool
	asked          int
	searched       int64
	answers, ended int           // answers in all, and those that a limit of time ended
	slowest        time.Duration // the most that any answer took beyond the limit, negative if none did
}

// ran counts a case that was put to these tools.
func (s *tally) ran(tools []toolInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cases++
	for _, tool := range tools {
		s.tools[tool.Name] = true
	}
}

func (s *tally) question() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
}

func (s *tally) search(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.searched += bytes
}

func (s *tally) took(d, limit time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers++
	if d >= limit {
		s.ended++
	}
	s.slowest = max(s.slowest, d-limit)
}

func (s *tally) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("%d cases x %d tools: %d hostile questions, each followed by a harmless one; "+
		"%d MiB of memory searched for canaries, 0 found; %d answers, %d of them at the limit of time, the slowest %v beyond it",
		s.cases, len(s.tools), s.asked, s.searched>>20, s.answers, s.ended, s.slowest)
}
