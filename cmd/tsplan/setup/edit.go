package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

const serverName = "tsplan"

// byHandError says why tsplan does not write a file that is in order.
type byHandError struct{ why string }

func (e *byHandError) Error() string { return e.why + ": add it by hand" }

// snippet returns the text of a file that configures tsplan and nothing else.
func (h Host) snippet(entry []field) (string, error) {
	if h.toml {
		return h.table(entry)
	}
	value, err := object(entry)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("{\n  %q: {\n    %q: %s\n  }\n}\n", h.key, serverName, value), nil
}

// table returns the entry in TOML. Texts, numbers and lists of texts have the same form in JSON and in TOML.
func (h Host) table(entry []field) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s.%s]\n", h.key, serverName)
	for _, f := range entry {
		value, err := json.Marshal(f.Value)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s = %s\n", f.Name, value)
	}
	return b.String(), nil
}

// object returns the entry in JSON, indented as in a file with indentation by two spaces.
func object(fields []field) (string, error) {
	var b strings.Builder
	for i, f := range fields {
		value, err := json.Marshal(f.Value)
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n      %q: %s", f.Name, value)
	}
	return "{" + b.String() + "\n    }", nil
}

// servers reads the servers of a configuration. It ignores comments, and commas after the last item, which some hosts allow in JSON.
func (h Host) servers(text []byte) (all, servers map[string]any, err error) {
	if h.toml {
		err = toml.Unmarshal(text, &all)
	} else if text = plain(text); len(bytes.TrimSpace(text)) > 0 {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, nil, err
	}
	servers, ok := all[h.key].(map[string]any)
	if _, there := all[h.key]; there && !ok {
		return nil, nil, fmt.Errorf("%s is not a table of servers", h.key)
	}
	return all, servers, nil
}

// added returns the configuration with the entry added and every other byte unchanged. It returns nil if the same entry is there already.
func (h Host) added(text []byte, entry []field) ([]byte, error) {
	before, servers, err := h.servers(text)
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w; correct it first", err)
	}
	snippet, err := h.snippet(entry)
	if err != nil {
		return nil, err
	}
	_, wanted, err := h.servers([]byte(snippet))
	if err != nil {
		return nil, err
	}
	if known, there := servers[serverName]; there {
		if reflect.DeepEqual(known, wanted[serverName]) {
			return nil, nil
		}
		return nil, &byHandError{"it has another entry " + serverName + " already"}
	}
	out := []byte(snippet)
	switch {
	case len(bytes.TrimSpace(text)) == 0:
	// In TOML nothing may be added to an inline table later in the file. BurntSushi/toml reads such a file, but the hosts
	// refuse it.
	case h.toml && regexp.MustCompile(`(?m)^\s*["']?`+h.key+`["']?\s*=`).Match(text):
		return nil, &byHandError{h.key + " is an inline table, which takes no other entry"}
	case h.toml:
		out = []byte(strings.TrimRight(string(text), "\r\n") + "\n\n" + snippet)
	case !json.Valid(text):
		return nil, &byHandError{"it has comments or commas after the last item, which could get lost"}
	default:
		if out, err = h.inserted(text, entry); err != nil {
			return nil, err
		}
	}
	if bytes.Contains(text, []byte("\r\n")) {
		out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	}
	return out, h.onlyAdded(before, out, wanted[serverName])
}

// onlyAdded checks that a finished configuration differs from the one before only by the entry.
func (h Host) onlyAdded(before map[string]any, text []byte, entry any) error {
	after, servers, err := h.servers(text)
	if err != nil || !reflect.DeepEqual(servers[serverName], entry) {
		return &byHandError{"the entry has no place in it that tsplan finds"}
	}
	delete(servers, serverName)
	if _, there := before[h.key]; !there {
		delete(after, h.key)
	}
	if len(before)+len(after) > 0 && !reflect.DeepEqual(before, after) {
		return &byHandError{"something else in it would change"}
	}
	return nil
}

// inserted puts the entry into JSON, after what is there.
func (h Host) inserted(text []byte, entry []field) ([]byte, error) {
	top, err := membersOf(text, 0)
	if err != nil {
		return nil, err
	}
	for _, m := range top.members {
		if m.name != h.key {
			continue
		}
		servers, err := membersOf(text, m.start)
		if err != nil {
			return nil, err
		}
		value, err := object(entry)
		return servers.with(text, "  ", fmt.Sprintf("%q: %s", serverName, value)), err
	}
	value, err := object(entry)
	return top.with(text, "", fmt.Sprintf("%q: {\n    %q: %s\n  }", h.key, serverName, value)), err
}

// members are those of a JSON object, which ends before the offset end.
type members struct {
	members []member
	end     int
}

type member struct {
	name       string
	start, end int // of the value
}

// membersOf reads the object that starts at an offset of valid JSON.
func membersOf(text []byte, at int) (members, error) {
	d := json.NewDecoder(bytes.NewReader(text[at:]))
	var out members
	if _, err := d.Token(); err != nil {
		return out, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return out, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return out, err
		}
		end := at + int(d.InputOffset())
		text, _ := name.(string)
		out.members = append(out.members, member{text, end - len(value), end})
	}
	if _, err := d.Token(); err != nil {
		return out, err
	}
	out.end = at + int(d.InputOffset())
	return out, nil
}

// with returns the text with one more member, on a line of its own.
func (m members) with(text []byte, indent, added string) []byte {
	var at int
	before, after := "", "\n"+indent
	if n := len(m.members); n == 0 {
		at = bytes.LastIndexByte(text[:m.end], '{') + 1
		text = append(bytes.Clone(text[:at]), text[m.end-1:]...)
	} else {
		at, before = m.members[n-1].end, ","
		if bytes.ContainsRune(text[at:m.end], '\n') {
			after = "" // the brace has its own line
		}
	}
	return []byte(string(text[:at]) + before + "\n" + indent + "  " + added + after + string(text[at:]))
}

// plain replaces comments, and commas before a closing bracket, by spaces.
func plain(text []byte) []byte {
	out := bytes.Clone(text)
	comma := -1
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			for i++; i < len(out) && out[i] != '"'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
			comma = -1
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			end, length := "\n", 0
			if out[i+1] == '*' {
				end, length = "*/", 2
			}
			n := bytes.Index(out[i+2:], []byte(end))
			if n < 0 {
				n = len(out) - i - 2
				length = 0
			}
			for stop := i + 2 + n + length; i < stop; i++ {
				out[i] = ' '
			}
			i--
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma] = ' '
			comma = -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return out
}
