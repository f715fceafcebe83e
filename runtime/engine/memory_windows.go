//go:build !wasmtime

package engine

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// memory is a guest's linear memory: address space for the cap is reserved, and committed as the guest grows.
// It implements wazero's LinearMemory.
type memory struct {
	base  uintptr
	limit uint64
	size  uint64 // committed
}

func reserve(limit, size uint64) (*memory, error) {
	base, err := windows.VirtualAlloc(0, uintptr(limit), windows.MEM_RESERVE, windows.PAGE_READWRITE)
	if err != nil {
		return nil, fmt.Errorf("reserving %d MiB of guest memory: %w", limit>>20, err)
	}
	m := &memory{base: base, limit: limit}
	if size > 0 && m.Reallocate(size) == nil {
		m.Free()
		return nil, fmt.Errorf("committing %d MiB of guest memory: %w", size>>20, windows.GetLastError())
	}
	return m, nil
}

// Reallocate returns nil where size is over the cap, which the guest sees as a failed memory.grow.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.limit {
		return nil
	}
	if size > m.size {
		if _, err := windows.VirtualAlloc(m.base, uintptr(size), windows.MEM_COMMIT, windows.PAGE_READWRITE); err != nil {
			return nil
		}
		m.size = size
	}
	base := *(*unsafe.Pointer)(unsafe.Pointer(&m.base)) // VirtualAlloc's address, which the collector does not move
	return unsafe.Slice((*byte)(base), m.limit)[:m.size:m.size]
}

// Free gives the address space back.
func (m *memory) Free() {
	if m.base != 0 {
		_ = windows.VirtualFree(m.base, 0, windows.MEM_RELEASE)
		m.base = 0
	}
}
