package hostfs

// Sum returns the hash of a file that ReadFile served in this request or an earlier one, as it was on disk when the
// request began or the file was read; false if it was not served or cannot be read. It costs no access to the disk.
func (v *View) Sum(name string) ([32]byte, bool) {
	served, ok := v.reads[name]
	return served.sum, ok && served.fail == nil && v.err == nil
}
