package runtime

import (
	"errors"
	"testing"
	"time"
)

// TestCloseLeavesAHangingGuest closes a runtime while a session is in use and never given back, as by a guest that hangs
// in native code: the process must be able to end.
func TestCloseLeavesAHangingGuest(t *testing.T) {
	r, err := New(Options{Cache: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	r.stopping = time.Millisecond
	s, err := r.session(sessionKey{t.TempDir(), ".", own})
	if err != nil {
		t.Fatal(err)
	}
	<-s.turn
	if err := r.Close(); !errors.Is(err, ErrRunning) {
		t.Errorf("Close = %v, want ErrRunning", err)
	}
	s.turn <- struct{}{}
}
