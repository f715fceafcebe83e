package stdio

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Large calls that wait are bounded together: one too many is refused, and taken when another was answered.
func TestWaitingBytes(t *testing.T) {
	large := func(id int) string { return call(id, "later", `{"text":"`+strings.Repeat("x", 100<<10)+`"}`) }
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, &Transport{MaxWaiting: 250 << 10})
		if got := c.send(large(1), large(2)); len(got) != 0 {
			t.Fatalf("got %.200q", got)
		}
		got := c.send(large(3))
		if want := `{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"budget: this call has 102`; len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Fatalf("got %.200q", got)
		}
		if got := c.send(ping, call(4, "now", `{}`)); len(got) != 2 || !strings.Contains(got[0]+got[1], `"now"`) {
			t.Errorf("small calls: got %.200q", got)
		}
		time.Sleep(2 * time.Second)
		if got := c.received(); len(got) != 2 {
			t.Fatalf("got %.200q", got)
		}
		if got := c.send(large(5), large(6)); len(got) != 0 {
			t.Errorf("after the answers: got %.200q", got)
		}
		if got := c.end(); len(got) != 2 {
			t.Errorf("at the end: got %.200q", got)
		}
	})
}

// A call that is cancelled or too large for all that may wait does not take room from others for ever.
func TestWaitingBytesComeBack(t *testing.T) {
	large := func(id, size int) string { return call(id, "never", `{"text":"`+strings.Repeat("x", size)+`"}`) }
	synctest.Test(t, func(t *testing.T) {
		c := connected(t, &Transport{MaxWaiting: 150 << 10})
		if got := c.send(large(1, 200<<10)); len(got) != 1 || !strings.Contains(got[0], "budget: ") {
			t.Fatalf("got %.200q", got)
		}
		for id := 2; id < 5; id++ {
			if got := c.send(large(id, 100<<10), strings.ReplaceAll(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":ID}}`, "ID", string(rune('0'+id)))); len(got) != 0 {
				t.Fatalf("got %.200q", got)
			}
		}
		note := `{"jsonrpc":"2.0","method":"notifications/x","params":{"text":"` + strings.Repeat("x", 100<<10) + `"}}`
		if got := c.send(note); len(got) != 1 || !strings.Contains(got[0], `"id":null`) {
			t.Errorf("a large notification: got %.200q", got)
		}
		c.end()
	})
}
