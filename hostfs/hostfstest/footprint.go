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

// Footprint is what this process holds. On systems other than Linux, all fields except Goroutines are 0.
type Footprint struct {
	Goroutines, Files, Mappings int
	Resident                    int // KiB
}

func (f Footprint) String() string {
	return fmt.Sprintf("%d goroutines, %d files, %d mappings, %.1f MiB", f.Goroutines, f.Files, f.Mappings, float64(f.Resident)/1024)
}

// Grown reports whether there is more than before: a goroutine, a file, more than 8 mappings, which the Go heap may need, or more memory
// than a twentieth and than two huge pages, which Linux gives and takes on its own.
func (f Footprint) Grown(before Footprint) bool {
	const hugePages = 2 * 2 << 10 // KiB
	return f.Goroutines > before.Goroutines || f.Files > before.Files || f.Mappings > before.Mappings+8 ||
		f.Resident > before.Resident+max(before.Resident/20, hugePages)
}

// Drift is how much more memory is held than before, in percent.
func (f Footprint) Drift(before Footprint) float64 {
	return 100 * float64(f.Resident-before.Resident) / float64(max(before.Resident, 1))
}

// Measure collects garbage and measures several times, and returns the smallest footprint.
func Measure(tb testing.TB) Footprint {
	tb.Helper()
	time.Sleep(time.Millisecond) // a first timer opens the files of the poller
	least := measure(tb)
	for range 4 {
		time.Sleep(10 * time.Millisecond) // lets finalizers close files
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
