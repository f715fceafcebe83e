package setup

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"tsplan/tools/sanitize"
)

const (
	patience = 30 * time.Second // with one server
	maxShown = 500              // bytes of what a server writes to standard error
)

// Check starts the servers that the hosts' configurations call tsplan, as the hosts do, and prints whether they answer. It returns an error
// if one does not answer, or if none is configured.
func Check(ctx context.Context, w io.Writer) error {
	found, failed := 0, 0
	for _, h := range hosts {
		file, err := h.File()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the host is not here, or has no configuration yet
		}
		var said string
		if err == nil {
			said, err = h.try(ctx, text)
		}
		if err == nil && said == "" {
			fmt.Fprintf(w, "%s: no tsplan in %s; tsplan setup %s adds it\n", h.Title, sanitize.Text(file), h.Name)
			continue
		}
		found++
		if err != nil {
			failed++
			said = "fails: " + err.Error()
		}
		fmt.Fprintf(w, "%s: %s\n  configured in %s\n", h.Title, sanitize.Lines(said), sanitize.Text(file))
	}
	switch {
	case found == 0:
		return fmt.Errorf("no host has tsplan in its configuration: tsplan setup HOST adds it, for %s", strings.Join(Names(), ", "))
	case failed > 0:
		return fmt.Errorf("%d of %d configurations do not work", failed, found)
	}
	return nil
}

// try starts the server that a configuration names and describes it; "" if there is none.
func (h Host) try(ctx context.Context, text []byte) (string, error) {
	_, servers, err := h.servers(text)
	if err != nil {
		return "", fmt.Errorf("the configuration cannot be read: %w", err)
	}
	configured, there := servers[serverName]
	if !there {
		return "", nil
	}
	var server struct {
		Command string
		Args    []string
		Env     map[string]string
	}
	raw, err := json.Marshal(configured)
	if err == nil {
		err = json.Unmarshal(raw, &server)
	}
	if err != nil || server.Command == "" {
		return "", errors.New("the entry tsplan has no command, or one that is not a text with a list of texts as args")
	}
	directory, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for i, arg := range server.Args {
		server.Args[i] = strings.ReplaceAll(arg, "${workspaceFolder}", directory)
	}
	said := strings.Join(append([]string{server.Command}, server.Args...), " ")
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	command := exec.CommandContext(ctx, server.Command, server.Args...)
	command.Env, command.WaitDelay = os.Environ(), time.Second
	for name, value := range server.Env {
		command.Env = append(command.Env, name+"="+value)
	}
	answer, err := greet(command)
	if ctx.Err() != nil {
		err = fmt.Errorf("no answer within %v", patience)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", said, err)
	}
	return answer + ": " + said, nil
}

// greet starts a server and sends initialize and tools/list, as a host does. It returns a line with the server's name, its
// version and the number of its tools. An error says what is wrong with the configuration. An MCP client's error would not, so greet uses
// no client.
func greet(command *exec.Cmd) (string, error) {
	in, err := command.StdinPipe()
	if err != nil {
		return "", err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return "", err
	}
	log := &tail{}
	command.Stderr = log
	if err := command.Start(); err != nil {
		return "", fmt.Errorf("it does not start: %w", err)
	}
	said, err := converse(in, bufio.NewReader(out))
	in.Close()
	if ended := command.Wait(); err != nil {
		return "", errors.Join(err, ended, log.err())
	}
	return said, nil
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = bytes.Clone(t.text[max(0, len(t.text)-maxShown):])
	return len(p), nil
}

func (t *tail) err() error {
	if text := strings.TrimSpace(string(t.text)); text != "" {
		return errors.New("its standard error ends with: " + text)
	}
	return nil
}

func converse(in io.Writer, out *bufio.Reader) (string, error) {
	var hello struct {
		ServerInfo struct{ Name, Version string }
	}
	err := call(in, out, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tsplan setup","version":"1"}}}`, 1, &hello)
	if err != nil {
		return "", fmt.Errorf("initialize fails: %w", err)
	}
	var list struct{ Tools []struct{ Name string } }
	err = call(in, out, `{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, 2, &list)
	if err != nil {
		return "", fmt.Errorf("tools/list fails: %w", err)
	}
	if len(list.Tools) == 0 {
		return "", errors.New("tools/list has no tools")
	}
	return fmt.Sprintf("works, %s %s with %d tools", hello.ServerInfo.Name, hello.ServerInfo.Version, len(list.Tools)), nil
}

// call sends lines and reads the answer with that id.
func call(in io.Writer, out *bufio.Reader, lines string, id int, result any) error {
	if _, err := io.WriteString(in, lines+"\n"); err != nil {
		return errors.New("the program ends, or does not read")
	}
	for {
		line, err := out.ReadBytes('\n')
		if err != nil {
			return errors.New("the program ends without an answer")
		}
		var answer struct {
			ID     any
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		switch err := json.Unmarshal(line, &answer); {
		case err != nil:
			return fmt.Errorf("it writes what is no message: %q", sanitize.Short(string(line), maxShown))
		case answer.ID != float64(id):
			continue
		case answer.Error != nil:
			return errors.New(answer.Error.Message)
		}
		return json.Unmarshal(answer.Result, result)
	}
}
