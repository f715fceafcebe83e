//go:build !linux

package seal

// Available says what the system offers: nothing.
func Available() State { return State{} }

// Apply does nothing, and says that nothing holds.
func Apply(Policy) (State, error) { return State{}, nil }

// Probe has nothing to try.
func Probe(Policy) []Outcome { return nil }
