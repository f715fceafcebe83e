// Package tool has what all tools share: their schemas, how their arguments are read, how their answers are kept to a size, and the errors
// that they may fail with.
//
// It may import tools/sanitize, and nothing else of tsplan.
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"tsplan/tools/sanitize"
)

// Tool is one MCP tool: its description for the model, its schemas, and what it does.
type Tool struct {
	Name        string // at most 40 of [A-Za-z0-9_-]: hosts put a prefix before it
	Title       string
	Description string // at most 2 KiB, which is what hosts show to a model
	Input       *jsonschema.Schema
	Output      *jsonschema.Schema
	Plans       bool // its answers are plans with a planId
	Handle      func(ctx context.Context, c *Call) (Answer, error)
}

// Rooted is the argument projectRoot of tools whose calls may leave it out.
type Rooted struct {
	ProjectRoot string `json:"projectRoot,omitempty" jsonschema:"If there are several roots"`
}

// Call is one call of a tool.
type Call struct {
	Arguments json.RawMessage

	// Progress says how much is done, of a total that is 0 while it is unknown. If the client wants to
	// know, the first report, the one that reaches the total, and ten a second in between are sent.
	// It is never nil.
	Progress func(done, total float64, message string)

	// Root finds the root that holds a directory, given as the client wrote it, and the directory's
	// place in it. Handlers return the error of Root as it is: it may be a question to the client, after which the handler is called again.
	Root func(projectRoot string) (Place, error)
}

// Loading reports the files of a project as they are loaded, and as a proof type-checks them.
func (c *Call) Loading() Progress {
	return func(files int, name string) { c.Progress(float64(files), 0, "at "+name) }
}

// Progress is told how many files have been loaded or type-checked, and which one is next (project-relative).
type Progress func(files int, name string)

// Place is a directory in a root.
type Place struct {
	Root string // absolute, as the operator or the client wrote it
	Name string // the directory's name below Root, "." for Root itself
}

// Answer is what a tool gives back. Hosts show a model either JSON, which is therefore complete, or
// Text.
type Answer struct {
	JSON     json.RawMessage // compact, an object
	Text     string          // "" for the same JSON as text
	LongPlan string          // planId, if the answer is long or has only the beginning of its plan; else ""
}

// Texter is an output with a text of its own, for example in Markdown. Others are shown as JSON.
type Texter interface{ Text() string }

// New makes a Tool out of a function. In and Out are structs whose fields have json tags and, for
// the model, jsonschema tags with descriptions. What the tags cannot say, such as an enum, can be
// changed in the schemas that Input and Output point to.
func New[In, Out any](name, title, description string,
	handle func(ctx context.Context, c *Call, in In) (Out, error),
) Tool {
	input := SchemaOf[In]()
	var none Out
	_, plans := any(none).(Planned)
	return Tool{
		Name:        name,
		Title:       title,
		Description: description,
		Input:       input,
		Output:      SchemaOf[Out](),
		Plans:       plans,
		Handle: func(ctx context.Context, c *Call) (Answer, error) {
			var in In
			if err := Decode(c.Arguments, input, &in); err != nil {
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

// Planned is an output with a plan. It returns the planId, "" if there is no plan, and whether the output has only the beginning of the plan.
type Planned interface {
	Plan() (planID string, cut bool)
}

// longPlan is the length in bytes above which an answer links to its plan. A host can then apply the plan without a model that reads it.
const longPlan = 20_000

func answerOf(out any) (Answer, error) {
	raw, err := Encode(out)
	if err != nil {
		return Answer{}, fmt.Errorf("encoding the answer: %w", err)
	}
	answer := Answer{JSON: raw}
	if t, ok := out.(Texter); ok {
		answer.Text = sanitize.Source(t.Text())
	}
	if p, ok := out.(Planned); ok {
		if id, cut := p.Plan(); cut || len(raw) > longPlan {
			answer.LongPlan = id
		}
	}
	return answer, nil
}

// Encode writes an answer as compact JSON. This is the one place where text from a repository is made safe to show, so
// that no tool can forget it: see exact for what is left as it is.
func Encode(v any) (json.RawMessage, error) {
	raw, err := marshal(v)
	if err != nil {
		return nil, err
	}
	return escapeHidden(raw)
}

// marshal writes v as compact JSON in which <, > and & stay as they are: answers are full of TypeScript, and models read
// them.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
