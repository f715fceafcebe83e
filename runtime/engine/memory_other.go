//go:build !unix && !windows && !wasmtime

package engine

// memory is a guest's linear memory as an ordinary slice. It implements wazero's LinearMemory.
type memory struct {
	bytes []byte
	limit uint64
}

func reserve(limit, size uint64) (*memory, error) {
	return &memory{make([]byte, size), limit}, nil
}

// Reallocate returns nil where size is over the cap, which the guest sees as a failed memory.grow.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.limit {
		return nil
	}
	if n := uint64(len(m.bytes)); size > n {
		m.bytes = append(m.bytes, make([]byte, size-n)...)
	}
	return m.bytes
}

// Free lets the garbage collector have the slice.
func (m *memory) Free() { m.bytes = nil }
