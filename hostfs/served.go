package hostfs

// Served yields the files whose bytes ReadFile returned, by the names that were asked for. With each name it yields the hash of the bytes
// that ReadFile would return again. The order is not defined.
func (v *View) Served(yield func(name string, sum [32]byte) bool) {
	for name, c := range v.reads {
		if c.fail == nil && !yield(name, c.sum) {
			return
		}
	}
}
