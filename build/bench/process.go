package bench

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

// process is a server under measurement, and the messages to and from it.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors *tail
	writes framing
	reads  framing
	ids    int
}

func startProcess(ctx context.Context, writes, reads framing, dir, name string, args ...string) (*process, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	p := &process{cmd: c, errors: new(tail), writes: writes, reads: reads}
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

func (p *process) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return p.explain(p.writes.write(p.in, text))
}

func (p *process) receive(message any) error {
	text, err := p.reads.read(p.out)
	if err != nil {
		return p.explain(err)
	}
	return json.Unmarshal(text, message)
}

// explain adds the program's last output on standard error to an error.
func (p *process) explain(err error) error {
	if said := p.errors.String(); err != nil && said != "" {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return err
}

// close ends the process by closing its input, and waits until it is gone, since tsplan then writes its project image.
func (p *process) close() error {
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

func (p *process) notify(method string, params any) error {
	return p.send(message{JSONRPC: "2.0", Method: method, Params: params})
}

// call sends a JSON-RPC request and waits for its answer. Requests that the server sends meanwhile are answered with null.
func (p *process) call(method string, params, result any) error {
	p.ids++
	id := strconv.Itoa(p.ids)
	if err := p.send(message{JSONRPC: "2.0", ID: json.RawMessage(id), Method: method, Params: params}); err != nil {
		return err
	}
	for {
		var m message
		if err := p.receive(&m); err != nil {
			return err
		}
		switch {
		case m.Method != "" && m.ID != nil:
			reply := message{JSONRPC: "2.0", ID: m.ID, Result: json.RawMessage("null")}
			if err := p.send(reply); err != nil {
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
