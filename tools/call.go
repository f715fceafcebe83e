package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

// Tool is one MCP tool: its description for the model, its schemas, and what it does.
type Tool struct {
	Name        string // at most 40 of [A-Za-z0-9_-]: hosts put a prefix before it
	Title       string
	Description string // at most 2 KiB, which is what hosts show to a model
	Input       *jsonschema.Schema
	Output      *jsonschema.Schema
	Handle      func(ctx context.Context, c *Call) (Answer, error)
}

// Call is one call of a tool.
type Call struct {
	Arguments json.RawMessage

	// Progress says how much is done, of a total that is 0 while it is unknown. If the client wants to
	// know, the first report, the one that reaches the total, and ten a second in between are sent.
	// It is never nil.
	Progress func(done, total float64, message string)

	// Root finds the root that holds a directory, given as the client wrote it, and the directory's
	// place in it. See RootPolicy.Find. Handlers return its error as it is: it may be a question to
	// the client, after which the handler is called again.
	Root func(projectRoot string) (Place, error)
}

// Answer is what a tool gives back. Hosts show a model either JSON, which is therefore complete, or
// Text.
type Answer struct {
	JSON json.RawMessage // compact, an object
	Text string          // "" for the same JSON as text
}

// Texter is an output with a text of its own, for example in Markdown. Others are shown as JSON.
type Texter interface{ Text() string }

// tool makes a Tool out of a function. In and Out are structs whose fields have json tags and, for
// the model, jsonschema tags with descriptions. What the tags cannot say, such as an enum, can be
// changed in the schemas that Input and Output point to.
func tool[In, Out any](name, title, description string,
	handle func(ctx context.Context, c *Call, in In) (Out, error),
) Tool {
	input := schemaOf[In]()
	return Tool{
		Name:        name,
		Title:       title,
		Description: description,
		Input:       input,
		Output:      schemaOf[Out](),
		Handle: func(ctx context.Context, c *Call) (Answer, error) {
			var in In
			if err := decode(c.Arguments, input, &in); err != nil {
				return Answer{}, err
			}
			out, err := handle(ctx, c, in)
			if err != nil {
				return Answer{}, err
			}
			return answerOf(out)
		},
	}
}

func answerOf(out any) (Answer, error) {
	raw, err := encode(out)
	if err != nil {
		return Answer{}, fmt.Errorf("encoding the answer: %w", err)
	}
	if t, ok := out.(Texter); ok {
		return Answer{JSON: raw, Text: t.Text()}, nil
	}
	return Answer{JSON: raw}, nil
}

// encode writes v as compact JSON in which <, > and & stay as they are: answers are full of
// TypeScript, and models read them.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
