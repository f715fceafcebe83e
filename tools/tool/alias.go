package tool

import (
	"bytes"
	"context"
	"encoding/json"
)

// Accepting lets a tool take arguments in another form than its schema says: under names that other systems use, or
// as a string. The schema stays as it is, for the models that read it.
func (t Tool) Accepting(rewrite func(arguments map[string]any)) Tool {
	handle := t.Handle
	t.Handle = func(ctx context.Context, c *Call) (Answer, error) {
		d := json.NewDecoder(bytes.NewReader(c.Arguments))
		d.UseNumber()
		var arguments map[string]any
		if d.Decode(&arguments) == nil && arguments != nil { // what is no object is refused by the tool
			rewrite(arguments)
			raw, err := json.Marshal(arguments)
			if err != nil {
				return Answer{}, err
			}
			c.Arguments = raw
		}
		return handle(ctx, c)
	}
	return t
}

// Alias takes an argument under another name, unless it is there under its own.
func Alias(other, own string) func(map[string]any) {
	return func(arguments map[string]any) {
		v, ok := arguments[other]
		if !ok {
			return
		}
		if _, both := arguments[own]; !both {
			delete(arguments, other)
			arguments[own] = v
		}
	}
}

// Without removes arguments that other systems have and that make no difference here.
func Without(names ...string) func(map[string]any) {
	return func(arguments map[string]any) {
		for _, name := range names {
			delete(arguments, name)
		}
	}
}

// NullMeans replaces a null argument by the value that null stands for in other systems.
func NullMeans(name string, value any) func(map[string]any) {
	return func(arguments map[string]any) {
		if v, ok := arguments[name]; ok && v == nil {
			arguments[name] = value
		}
	}
}
