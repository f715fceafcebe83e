package hostfstest

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// Footprint is what this process holds. But for goroutines, all is 0 where there is no /proc.
type Footprint struct {
	Goroutines, Files, Mappings int
	Resident                    int // KiB
}

func (f Footprint) String() string {
	return fmt.Sprintf("%d goroutines, %d files, %d mappings, %.1f MiB", f.Goroutines, f.Files, f.Mappings, float64(f.Resident)/1024)
}

// Grown says that something is more than before: a goroutine or file, more mappings than the Go heap takes to breathe,
// or a twentieth of the memory, but not the two huge pages that Linux gives and takes on its own.
func (f Footprint) Grown(before Footprint) bool {
	const hugePages = 2 * 2 << 10 // KiB
	return f.Goroutines > before.Goroutines || f.Files > before.Files || f.Mappings > before.Mappings+8 ||
		f.Resident > before.Resident+max(before.Resident/20, hugePages)
}

// Drift is how much more memory is held than before, in percent.
func (f Footprint) Drift(before Footprint) float64 {
	return 100 * float64(f.Resident-before.Resident) / float64(max(before.Resident, 1))
}

// Measure collects what nobody needs, and returns the smallest footprint of a few.
func Measure(tb testing.TB) Footprint {
	tb.Helper()
	time.Sleep(time.Millisecond) // a first timer opens the files of the poller
	least := measure(tb)
	for range 4 {
		time.Sleep(10 * time.Millisecond) // for what finalizers close
		f := measure(tb)
		least = Footprint{
			min(f.Goroutines, least.Goroutines), min(f.Files, least.Files),
			min(f.Mappings, least.Mappings), min(f.Resident, least.Resident),
		}
	}
	return least
}

func measure(tb testing.TB) Footprint {
	debug.FreeOSMemory()
	f := Footprint{Goroutines: runtime.NumGoroutine()}
	if runtime.GOOS != "linux" {
		return f
	}
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		tb.Fatal(err)
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		tb.Fatal(err)
	}
	rollup, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		tb.Fatal(err)
	}
	_, after, _ := strings.Cut(string(rollup), "\nRss:")
	if _, err := fmt.Sscan(after, &f.Resident); err != nil {
		tb.Fatal(err)
	}
	f.Files, f.Mappings = len(files), strings.Count(string(maps), "\n")
	return f
}
