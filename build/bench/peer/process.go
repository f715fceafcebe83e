// Package peer starts a program, sends it messages and reads its answers.
package peer

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"sync"
	"time"
)

// Process is a server under measurement, and the messages to and from it.
type Process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors *tail
	writes Framing
	reads  Framing
	ids    int // of the requests so far
}

// Start starts a program in a directory. The program expects its messages in the framing writes, and sends its own in the framing reads.
func Start(ctx context.Context, writes, reads Framing, dir, name string, args ...string) (*Process, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	p := &Process{cmd: c, errors: new(tail), writes: writes, reads: reads}
	c.Stderr = p.errors
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 1<<20)
	return p, c.Start()
}

// Send sends a message, as JSON.
func (p *Process) Send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return p.explain(p.writes.write(p.in, text))
}

// Receive reads the next message.
func (p *Process) Receive(message any) error {
	text, err := p.reads.read(p.out)
	if err != nil {
		return p.explain(err)
	}
	return json.Unmarshal(text, message)
}

// NextID returns the id for a new request: each call returns another number.
func (p *Process) NextID() int {
	p.ids++
	return p.ids
}

// Dir returns the directory in which the process was started.
func (p *Process) Dir() string { return p.cmd.Dir }

// PID returns the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Used returns the processor time that the process took. Call it after the process has ended.
func (p *Process) Used() time.Duration {
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// explain adds the program's last output on standard error to an error.
func (p *Process) explain(err error) error {
	if said := p.errors.String(); err != nil && said != "" {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return err
}

// Close ends the process by closing its input, and waits until it is gone, since tsplan then writes its project image.
func (p *Process) Close() error {
	p.in.Close()
	gone := make(chan error, 1)
	go func() {
		io.Copy(io.Discard, p.out) //nolint:errcheck // what is left does not matter
		gone <- p.cmd.Wait()
	}()
	select {
	case err := <-gone:
		return p.explain(err)
	case <-time.After(time.Minute):
		p.cmd.Process.Kill() //nolint:errcheck // it has been given time
		<-gone
		return fmt.Errorf("%s did not end with its input", p.cmd.Path)
	}
}

// tail keeps the last bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2 << 10 // 2 KiB

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-tailSize):]
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// message is any message of JSON-RPC.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"` // servers may use strings as ids
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// Notify sends a JSON-RPC notification.
func (p *Process) Notify(method string, params any) error {
	return p.Send(message{JSONRPC: "2.0", Method: method, Params: params})
}

// Call sends a JSON-RPC request and waits for its answer. Before that, the server may send requests of its own: Call answers them with null.
func (p *Process) Call(method string, params, result any) error {
	id := strconv.Itoa(p.NextID())
	if err := p.Send(message{JSONRPC: "2.0", ID: json.RawMessage(id), Method: method, Params: params}); err != nil {
		return err
	}
	for {
		var m message
		if err := p.Receive(&m); err != nil {
			return err
		}
		switch {
		case m.Method != "" && m.ID != nil:
			reply := message{JSONRPC: "2.0", ID: m.ID, Result: json.RawMessage("null")}
			if err := p.Send(reply); err != nil {
				return err
			}
		case string(m.ID) != id:
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		default:
			return json.Unmarshal(m.Result, result)
		}
	}
}
