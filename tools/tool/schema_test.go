package tool

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"tsplan/tools/sanitize"
)

type toyIn struct {
	Text  string  `json:"text"`
	Times int     `json:"times,omitempty"`
	Loud  *bool   `json:"loud,omitempty"`
	At    *toyAt  `json:"at,omitempty"`
	More  []toyAt `json:"more,omitempty"`
	Mode  string  `json:"mode,omitempty"`
}

type toyAt struct {
	Line uint32  `json:"line"`
	Fine float64 `json:"fine,omitempty"`
}

func TestDecode(t *testing.T) {
	yes := true
	schema := SchemaOf[toyIn]()
	schema.Properties["mode"].Enum = []any{"soft", "hard"}
	for _, test := range []struct {
		in   string
		want toyIn
		err  string
	}{
		{in: `{"text":"a"}`, want: toyIn{Text: "a"}},
		{in: `{"text":"a<b\u2028","times":9007199254740991,"loud":true,"mode":"soft"}`,
			want: toyIn{Text: "a<b\u2028", Times: 9007199254740991, Loud: &yes, Mode: "soft"}},
		{in: `{"text":"a","at":{"line":4294967295,"fine":-0.5},"more":[{"line":0}]}`,
			want: toyIn{Text: "a", At: &toyAt{4294967295, -0.5}, More: []toyAt{{}}}},
		{in: `{"text":"a","times":3.0,"loud":null,"at":null,"more":[]}`, want: toyIn{Text: "a", Times: 3, More: []toyAt{}}},
		{in: `{"text":"a","times":3e2}`, want: toyIn{Text: "a", Times: 300}},
		{in: ``, err: `field "text" is missing; the arguments must have text`},
		{in: `null`, err: `field "text" is missing`},
		{in: `{`, err: `the arguments are not JSON: unexpected EOF`},
		{in: `7`, err: `the arguments must be an object, not 7`},
		{in: `{"text":null}`, err: `field "text" must be a string, not null`},
		{in: `{"Text":"a"}`, err: `unknown field "Text"; the arguments may have text, times, loud, at, more, mode`},
		{in: `{"text":"a","\u001b[1m\u202e":0}`, err: `unknown field "\\u{001B}[1m\\u{202E}"`},
		{in: `{"text":{}}`, err: `field "text" must be a string, not an object`},
		{in: `{"text":true}`, err: `field "text" must be a string, not true`},
		{in: `{"text":"a","times":"3"}`, err: `field "times" must be a whole number, not the string "3"`},
		{in: `{"text":"a","times":1.5}`, err: `field "times" must be a whole number, not 1.5`},
		{in: `{"text":"a","times":9007199254740994}`, err: `field "times" must be a whole number, not 9007199254740994`},
		{in: `{"text":"a","times":1e999}`, err: `field "times" is out of range: 1e999`},
		{in: `{"text":"a","loud":0}`, err: `field "loud" must be a boolean, not 0`},
		{in: `{"text":"a","at":[]}`, err: `field "at" must be an object, not an array`},
		{in: `{"text":"a","at":{}}`, err: `field "at.line" is missing; field "at" must have line`},
		{in: `{"text":"a","at":{"line":-1}}`, err: `field "at.line" must be at least 0, not -1`},
		{in: `{"text":"a","at":{"line":4294967296}}`, err: `field "at.line" must be at most 4294967295, not 4294967296`},
		{in: `{"text":"a","more":{}}`, err: `field "more" must be an array, not an object`},
		{in: `{"text":"a","more":[{"line":1},null]}`, err: `field "more[1]" must be an object, not null`},
		{in: `{"text":"a","mode":"loud"}`, err: `field "mode" must be one of "soft", "hard", not the string "loud"`},
	} {
		t.Run(test.in, func(t *testing.T) {
			var got toyIn
			err := Decode(json.RawMessage(test.in), schema, &got)
			var refused *Error
			if test.err == "" && err != nil || test.err != "" &&
				(!errors.As(err, &refused) || refused.Code != InvalidArgument || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("got %v, want %q", err, test.err)
			}
			if err == nil && !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestDecodeRepeatsLittle(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, in := range []string{`{"` + long + `":1}`, `{"text":"a","times":"` + long + `"}`, `{"text":"a","mode":"` + long + `"}`} {
		schema := SchemaOf[toyIn]()
		schema.Properties["mode"].Enum = []any{"soft"}
		if err := Decode(json.RawMessage(in), schema, new(toyIn)); err == nil || len(err.Error()) > 300 {
			t.Errorf("got an error of %d bytes", len(err.Error()))
		}
	}
}

// FuzzDecode wants every argument to be taken or refused with an *Error that is fit to be shown, and
// what is taken to be what encoding/json makes of it.
func FuzzDecode(f *testing.F) {
	f.Add(`{"text":"a","times":3.0,"loud":null,"at":{"line":1},"more":[{"line":2}]}`)
	f.Add(`{"text":"\ud800","mode":"x"}`)
	f.Add(`{"text":"a","times":-0,"text":"b"}`)
	schema := SchemaOf[toyIn]()
	f.Fuzz(func(t *testing.T, in string) {
		var got, want toyIn
		err := Decode(json.RawMessage(in), schema, &got)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Code != InvalidArgument || len(e.Message) > 600 || !utf8.ValidString(e.Message) {
				t.Fatalf("%q: %v", in, err)
			}
			return
		}
		if in == "" || json.Unmarshal([]byte(in), &want) != nil {
			return // what decode takes and encoding/json does not: nothing at all, and 3.0
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q became %+v, want %+v", in, got, want)
		}
	})
}

func TestEncode(t *testing.T) {
	raw, err := Encode(map[string]any{"said": []string{"Map<K, V> & 'é'"}, "count": 9007199254740993})
	if want := `{"count":9007199254740993,"said":["Map<K, V> & 'é'"]}`; err != nil || string(raw) != want {
		t.Errorf("got %s, %v; want %s", raw, err, want)
	}
}

// A client decodes texts that were made safe, but for exact fields.
func FuzzEncode(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b\a\b\f\v\u009b\u202e\u200b\U000e0041\x7f\u2028\ufeff")
	f.Add("\"newText\":\"\x1b")
	f.Add("a\r\nb\rc\\")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		raw, err := Encode([]map[string]any{{"a": s, "list": []string{s, "x"}, "newText": s}, {"newText": "y", "z": s}})
		if err != nil {
			t.Fatal(err)
		}
		var got []map[string]any
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		safe := sanitize.Source(s)
		want := []map[string]any{{"a": safe, "list": []any{safe, "x"}, "newText": s}, {"newText": "y", "z": safe}}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
