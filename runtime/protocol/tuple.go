package protocol

import "encoding/json"

// tuple is a struct that is an array in JSON.
type tuple interface {
	elements() []any // pointers to the fields, in the order of the array
}

func readTuple(data []byte, t tuple) error {
	elements := t.elements()
	return json.Unmarshal(data, &elements)
}
