package tools

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

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
	all, err := Toolsets(nil, sets)
	if err != nil {
		t.Fatal(err)
	}
	lintTools(t, all)
	if text := InstructionsFor(sets); len(text) > 2<<10 {
		t.Errorf("the instructions have %d bytes", len(text))
	}
}
