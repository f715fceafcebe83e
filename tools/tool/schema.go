package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"tsplan/tools/sanitize"
)

// SchemaOf describes the JSON of T, a struct without recursion. Unlike the schema that the SDK
// infers, it has one type per value, because clients reject others; nil slices, which would be
// null, must therefore not reach an answer. A field is optional if it has omitempty or omitzero.
func SchemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(fmt.Sprintf("tools: %v", err)) // a type that cannot be described is a mistake in the code
	}
	singleType(s)
	return s
}

func singleType(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	for _, t := range s.Types {
		if t != "null" {
			s.Type = t
		}
	}
	s.Types = nil
	singleType(s.Items)
	singleType(s.AdditionalProperties)
	for _, property := range s.Properties {
		singleType(property)
	}
}

// Decode reads the arguments of a call into in, strictly: fields that the schema does not have are
// refused, and so are values of another type. Null counts as left out, and 3.0 as 3, because there
// are clients that write them so.
func Decode(arguments json.RawMessage, s *jsonschema.Schema, in any) error {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return Errorf(InvalidArgument, "the arguments are not JSON: %v", err)
	}
	if v == nil {
		v = map[string]any{}
	}
	v, err := conform(s, v, "")
	if err != nil {
		return err
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, in); err != nil {
		return Errorf(InvalidArgument, "the arguments do not fit: %v", err)
	}
	return nil
}

// conform checks v, which was decoded with UseNumber, and returns it with whole numbers written as
// such and optional nulls left out. It knows the keywords type, properties, required,
// additionalProperties, items, enum, minimum and maximum; a tool's input may have no others.
func conform(s *jsonschema.Schema, v any, at string) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		if s.Type == "object" {
			return v, conformObject(s, v, at)
		}
	case []any:
		if s.Type == "array" {
			for i := range v {
				var err error
				if v[i], err = conform(s.Items, v[i], fmt.Sprintf("%s[%d]", at, i)); err != nil {
					return nil, err
				}
			}
			return v, nil
		}
	case string:
		if s.Type == "string" {
			if len(s.Enum) > 0 && !slices.Contains(s.Enum, any(v)) {
				return nil, Errorf(InvalidArgument, "%s must be one of %s, not %s", place(at), list(s.Enum), show(v))
			}
			return v, nil
		}
	case bool:
		if s.Type == "boolean" {
			return v, nil
		}
	case json.Number:
		if s.Type == "integer" || s.Type == "number" {
			return conformNumber(s, v, at)
		}
	}
	return nil, Errorf(InvalidArgument, "%s must be %s, not %s", place(at), article(s.Type), show(v))
}

func conformObject(s *jsonschema.Schema, v map[string]any, at string) error {
	for _, name := range slices.Sorted(maps.Keys(v)) {
		property := s.Properties[name]
		if property == nil && s.AdditionalProperties != nil && !refusesOthers(s) {
			property = s.AdditionalProperties
		}
		if property == nil {
			return Errorf(InvalidArgument, "unknown field %s; %s may have %s",
				strconv.Quote(sanitize.Short(name, maxShown)), place(at), strings.Join(s.PropertyOrder, ", "))
		}
		if v[name] == nil && !slices.Contains(s.Required, name) {
			delete(v, name)
			continue
		}
		var err error
		if v[name], err = conform(property, v[name], join(at, name)); err != nil {
			return err
		}
	}
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return Errorf(InvalidArgument, "%s is missing; %s must have %s",
				place(join(at, name)), place(at), strings.Join(s.Required, ", "))
		}
	}
	return nil
}

func conformNumber(s *jsonschema.Schema, v json.Number, at string) (any, error) {
	f, err := v.Float64()
	if err != nil {
		return nil, Errorf(InvalidArgument, "%s is out of range: %s", place(at), show(v))
	}
	if s.Minimum != nil && f < *s.Minimum {
		return nil, Errorf(InvalidArgument, "%s must be at least %s, not %s", place(at), plain(*s.Minimum), show(v))
	}
	if s.Maximum != nil && f > *s.Maximum {
		return nil, Errorf(InvalidArgument, "%s must be at most %s, not %s", place(at), plain(*s.Maximum), show(v))
	}
	if s.Type == "number" {
		return v, nil
	}
	if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return nil, Errorf(InvalidArgument, "%s must be a whole number, not %s", place(at), show(v))
	}
	return json.Number(strconv.FormatInt(int64(f), 10)), nil
}

// maxShown is how many bytes of a client's text an error message repeats.
const maxShown = 60

func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

func place(at string) string {
	if at == "" {
		return "the arguments"
	}
	return "field " + strconv.Quote(sanitize.Short(at, 2*maxShown))
}

func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		return "the string " + strconv.Quote(sanitize.Short(v, maxShown))
	}
	return sanitize.Short(fmt.Sprint(v), maxShown)
}

func article(schemaType string) string {
	switch schemaType {
	case "integer":
		return "a whole number"
	case "array", "object":
		return "an " + schemaType
	}
	return "a " + schemaType
}

func list(values []any) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", v)
	}
	return b.String()
}
