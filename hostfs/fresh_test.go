package hostfs

import (
	"testing"
	"time"
)

func TestRacy(t *testing.T) {
	read := time.Unix(1000, 0)
	at := func(s float64) int64 { return int64(s * 1e9) }
	for _, c := range []struct {
		mtime, ctime int64
		want         bool
	}{
		{at(900), at(900), false},
		{at(997.9), at(997.9), false},
		{at(998.1), at(998.1), true},
		{at(1000), at(1000), true},
		{at(1001), at(1001), true},
		{at(900), at(999), true},   // an old time, set just now
		{at(2000), at(900), false}, // a time in the future, set long ago
		{at(999), 0, true},         // no time of change kept
		{at(2000), 0, true},
		{at(900), 0, false},
	} {
		if got := racy(Stat{ModTime: c.mtime, ChangeTime: c.ctime}, read); got != c.want {
			t.Errorf("racy(mtime %d, ctime %d) = %v", c.mtime, c.ctime, got)
		}
	}
}
