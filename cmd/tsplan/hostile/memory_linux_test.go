package hostile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
)

// searchMemory fails the test if any page of the server's memory, the guest's included, holds the canary.
// It returns how many bytes it searched.
func (s *server) searchMemory(t testing.TB, tr *tree) int64 {
	t.Helper()
	pid := s.cmd.Process.Pid
	maps, err := os.Open(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		t.Fatal(err)
	}
	defer maps.Close()
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	pages, err := os.Open(fmt.Sprintf("/proc/%d/pagemap", pid))
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	const page, chunk, overlap = 4096, 8 << 20, 256
	var searched int64
	buffer := make([]byte, chunk+overlap)
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to uint64
		var mode string
		if _, err := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &mode); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(mode, "rw") || strings.Contains(lines.Text(), "[v") {
			continue // what cannot be written holds what the binary brought
		}
		for _, run := range presentRuns(t, pages, int64(from), int64(to), page) {
			for at := run[0]; at < run[1]; at += chunk {
				n, err := memory.ReadAt(buffer[:min(chunk+overlap, run[1]-at)], at)
				if err != nil && n == 0 {
					continue // unmapped meanwhile
				}
				searched += int64(n)
				tr.leaked(t, "the server's memory", buffer[:n])
			}
		}
	}
	return searched
}

// presentRuns lists the stretches of a mapping that have pages behind them.
func presentRuns(t testing.TB, pagemap *os.File, from, to, page int64) [][2]int64 {
	t.Helper()
	var runs [][2]int64
	entries := make([]byte, 8*(64<<10))
	for at := from; at < to; {
		n := min(int64(len(entries))/8, (to-at)/page)
		if _, err := pagemap.ReadAt(entries[:8*n], at/page*8); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if binary.LittleEndian.Uint64(entries[8*i:])>>62 == 0 { // neither present nor swapped
				continue
			}
			start := at + i*page
			if last := len(runs) - 1; last >= 0 && runs[last][1] == start {
				runs[last][1] += page
			} else {
				runs = append(runs, [2]int64{start, start + page})
			}
		}
		at += n * page
	}
	return runs
}

// peakMemory is the most resident memory that the server has had, in bytes.
func (s *server) peakMemory(t testing.TB) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(after, &kib); err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
