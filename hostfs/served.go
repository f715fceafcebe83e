package hostfs

// Served yields the files whose bytes ReadFile gave, by the names that were asked for, each with the hash of the bytes
// that it would give again. The order is any.
func (v *View) Served(yield func(name string, sum [32]byte) bool) {
	for name, c := range v.reads {
		if c.fail == nil && !yield(name, c.sum) {
			return
		}
	}
}
