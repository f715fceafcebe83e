//go:build unix && !wasmtime

package engine

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// memory is a guest's linear memory: address space for the cap is reserved, pages are committed as they are used,
// and growing copies nothing. It implements wazero's LinearMemory.
type memory struct {
	region []byte
	size   uint64
}

// reserve sets aside address space for limit bytes; size bytes are there from the start.
func reserve(limit, size uint64) (*memory, error) {
	region, err := unix.Mmap(-1, 0, int(limit), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("reserving %d MiB of guest memory: %w", limit>>20, err)
	}
	return &memory{region, size}, nil
}

// Reallocate returns nil where size is over the cap, which the guest sees as a failed memory.grow.
func (m *memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.region)) {
		return nil
	}
	m.size = max(m.size, size)
	return m.region[:m.size]
}

// Free gives the address space back.
func (m *memory) Free() {
	if m.region != nil {
		_ = unix.Munmap(m.region) // cannot fail for a region that Mmap returned
		m.region = nil
	}
}
