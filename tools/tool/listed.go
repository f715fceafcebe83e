package tool

import "github.com/google/jsonschema-go/jsonschema"

// A model reads the list of tools before it asks anything, so the list has short schemas. The full ones stay in Tool:
// Decode reads arguments by them, and tests check answers by them.

// ListedInput is the input schema that clients get. It does not say that other fields are refused: Decode says so to a client that sends
// one.
func (t Tool) ListedInput() *jsonschema.Schema { return open(t.Input) }

// ListedOutput is the output schema that clients get. It has the fields of an answer and their types, but not the content of these fields:
// docs/tools.md shows that.
func (t Tool) ListedOutput() *jsonschema.Schema {
	out := &jsonschema.Schema{
		Type: t.Output.Type, Required: t.Output.Required, PropertyOrder: t.Output.PropertyOrder,
		Properties: map[string]*jsonschema.Schema{},
	}
	for name, field := range t.Output.Properties {
		out.Properties[name] = &jsonschema.Schema{Type: field.Type}
	}
	return out
}

func open(s *jsonschema.Schema) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	out := *s
	if refusesOthers(s) {
		out.AdditionalProperties = nil
	}
	out.Items = open(s.Items)
	if s.Properties != nil {
		out.Properties = map[string]*jsonschema.Schema{}
	}
	for name, field := range s.Properties {
		out.Properties[name] = open(field)
	}
	return &out
}

// refusesOthers reports whether an object may have no fields besides its properties.
func refusesOthers(s *jsonschema.Schema) bool {
	return s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil
}
