package bench

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// peakMemory returns the sum of the peak memory of a process and of all its descendants, in MB. Only Linux counts it; on other systems
// peakMemory fails.
func peakMemory(pid int) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	peak, err := highWater(status)
	if err != nil {
		return 0, err
	}
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return 0, err
	}
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if errors.Is(err, os.ErrNotExist) {
			continue // the thread has ended
		}
		if err != nil {
			return 0, err
		}
		for _, child := range bytes.Fields(children) {
			id, err := strconv.Atoi(string(child))
			if err != nil {
				return 0, err
			}
			below, err := peakMemory(id)
			if errors.Is(err, os.ErrNotExist) {
				continue // the child has ended
			}
			if err != nil {
				return 0, err
			}
			peak += below
		}
	}
	return peak, nil
}

func highWater(status []byte) (float64, error) {
	for line := range bytes.Lines(status) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		if string(name) != "VmHWM" {
			continue
		}
		kb, err := strconv.Atoi(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(value), []byte("kB")))))
		return float64(kb) * 1024 / 1e6, err
	}
	return 0, errors.New("no VmHWM in the status of the process")
}
