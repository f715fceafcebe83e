package tools

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/tools/planner"
	"tsplan/tools/tool"
)

// lintTools checks what hosts ask of tool definitions, and that decode knows all that inputs say.
func lintTools(t *testing.T, offered []tool.Tool) {
	t.Helper()
	name := regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)
	for _, offer := range offered {
		if !name.MatchString(offer.Name) || offer.Title == "" || offer.Description == "" || len(offer.Description) > 2<<10 {
			t.Errorf("%s: bad name, no title, or a description that is missing or over 2 KiB", offer.Name)
		}
		for _, s := range []*jsonschema.Schema{offer.Input, offer.Output} {
			if s.Type != "object" {
				t.Errorf("%s: schema is no object", offer.Name)
			}
			lintSchema(t, offer.Name, s)
		}
		for _, s := range []*jsonschema.Schema{offer.ListedInput(), offer.ListedOutput()} {
			if _, err := s.Resolve(nil); err != nil {
				t.Errorf("%s: the schema in the list is none: %v", offer.Name, err)
			}
		}
	}
}

func lintSchema(t *testing.T, at string, s *jsonschema.Schema) {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var keywords map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keywords); err != nil {
		t.Fatalf("%s: schema is %s", at, raw) // true and false are schemas too
	}
	for keyword := range keywords {
		if !slices.Contains([]string{"type", "description", "properties", "required", "additionalProperties",
			"items", "enum", "minimum", "maximum"}, keyword) {
			t.Errorf("%s: keyword %s", at, keyword)
		}
	}
	if s.Type == "" {
		t.Errorf("%s: not one type", at)
	}
	if s.Type == "object" && s.AdditionalProperties == nil {
		t.Errorf("%s: an open object", at)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Not == nil {
		lintSchema(t, at+"[]", s.AdditionalProperties)
	}
	if s.Items != nil {
		lintSchema(t, at+"[]", s.Items)
	}
	for name, property := range s.Properties {
		lintSchema(t, at+"."+name, property)
	}
}

func TestToolsAreInOrder(t *testing.T) {
	lintTools(t, toyTools())
	sets := append(slices.Clone(DefaultToolsets), "navigate", "jetbrains")
	all, err := Toolsets(new(planner.Planner), sets)
	if err != nil {
		t.Fatal(err)
	}
	lintTools(t, all)
}

// TestToolListIsShort counts what a model reads before it asks anything: the result of tools/list, as it is sent.
func TestToolListIsShort(t *testing.T) {
	all := []string{"plan", "lsap", "serena", "navigate", "jetbrains"}
	for _, c := range []struct {
		sets  []string
		limit int // bytes
	}{
		{DefaultToolsets, 24_000},
		{[]string{"plan"}, 11_500},
		{[]string{"lsap"}, 3_500},
		{[]string{"serena"}, 12_400},
		{[]string{"navigate"}, 7_200},
		{[]string{"jetbrains"}, 7_100},
		{all, 35_500},
	} {
		offered, err := Toolsets(new(planner.Planner), c.sets)
		if err != nil {
			t.Fatal(err)
		}
		server := func() *mcp.Server { return NewServer(Info{Version: "test", Plans: noPlans}, offered) }
		var listed struct {
			ID     int
			Result json.RawMessage
		}
		lines := bytes.Split(bytes.TrimSpace(converse(t, server, []byte(
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`))), []byte("\n"))
		if err := json.Unmarshal(lines[len(lines)-1], &listed); err != nil || listed.ID != 2 {
			t.Fatalf("%v: the server wrote %s", c.sets, lines)
		}
		if n := len(listed.Result); n == 0 || n > c.limit {
			t.Errorf("%v: the list of tools has %d bytes; it may have %d", c.sets, n, c.limit)
		}
		if n := len(InstructionsFor(c.sets)); n >= 1000 {
			t.Errorf("%v: the instructions have %d characters", c.sets, n)
		}
	}
}

// TestToolsAreDocumented looks for the name of each tool in docs/tools.md.
func TestToolsAreDocumented(t *testing.T) {
	offered, err := Toolsets(new(planner.Planner), append(slices.Clone(DefaultToolsets), "navigate", "jetbrains"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "docs", "tools.md"))
	if err != nil {
		t.Fatal(err)
	}
	documented := regexp.MustCompile(`\w+`).FindAllString(string(page), -1)
	for _, one := range offered {
		if !slices.Contains(documented, one.Name) {
			t.Errorf("docs/tools.md does not name %s", one.Name)
		}
	}
}
