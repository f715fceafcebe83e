package protocol

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tsplan/runtime/paths"
)

// types returns the types of the parameters and of the answer.
func (m Method[Params, Answer]) types() (params, answer reflect.Type) {
	return reflect.TypeFor[Params](), reflect.TypeFor[Answer]()
}

// TestProtocol compares the types of this package with those of wasm/guest/protocol. Both must have the same methods, and the same fields in the
// parameters and the answer of each. A field may be absent on both sides or on none.
func TestProtocol(t *testing.T) {
	script, guestDir := filepath.Join("testdata", "types.mjs"), filepath.Join("..", "..", "wasm", "guest")
	files, err := filepath.Glob(filepath.Join(guestDir, "protocol", "*.ts"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, script) {
		if _, err := os.ReadFile(file); err != nil { // so that go test runs this test again when the file changes
			t.Fatal(err)
		}
	}
	out, err := exec.Command("node", script, guestDir).Output()
	if err != nil {
		t.Fatal(err)
	}
	var guest map[string]string
	if err := json.Unmarshal(out, &guest); err != nil {
		t.Fatal(err)
	}
	host := map[string]string{
		"request":    print(t, reflect.TypeFor[Request](), nil),
		"reply":      print(t, reflect.TypeFor[Reply[any]](), nil),
		"extensions": `["` + strings.Join(Extensions, `", "`) + `"]`,
	}
	for name, bit := range map[string]int{"code": HasCode, "static": IsStatic, "exported": IsExported, "bodiless": Bodiless, "private": IsPrivate} {
		host["flag "+name] = strconv.Itoa(bit)
	}
	for _, method := range []interface {
		types() (params, answer reflect.Type)
	}{
		Load, Rename, RenameEarly, Move, Verify, LeftOut, Outline, Reexports, EditSymbol, SameSymbol, References, Definitions, Implementations,
		Hierarchy, FileErrors, Outputs, Report,
	} {
		params, answer := method.types()
		host[fmt.Sprintf("parameters of %s", method)] = print(t, params, nil)
		host[fmt.Sprintf("answer of %s", method)] = print(t, answer, nil)
	}
	if diff := cmp.Diff(guest, host); diff != "" {
		t.Errorf("the guest has -, the host +:\n%s", diff)
	}
}

// print prints a type as testdata/types.mjs does.
func print(t *testing.T, typ reflect.Type, around []reflect.Type) string {
	t.Helper()
	if i := slices.Index(around, typ); i >= 0 {
		return fmt.Sprintf("^%d", len(around)-i)
	}
	if typ == reflect.TypeFor[paths.Part]() {
		return "string | {path: string}"
	}
	if typ.Kind() == reflect.Struct {
		around = append(around[:len(around):len(around)], typ)
	}
	if value, ok := reflect.New(typ).Interface().(tuple); ok {
		return printTuple(t, value, around)
	}
	switch typ.Kind() {
	case reflect.String:
		return "string"
	case reflect.Int:
		return "number"
	case reflect.Bool:
		return "boolean"
	case reflect.Interface:
		return "unknown"
	case reflect.Pointer:
		return print(t, typ.Elem(), around)
	case reflect.Slice:
		return "[](" + print(t, typ.Elem(), around) + ")"
	case reflect.Struct:
		fields := printFields(t, typ, false, around)
		slices.Sort(fields)
		return "{" + strings.Join(fields, "; ") + "}"
	}
	t.Fatalf("%v has no type in the guest", typ)
	return ""
}

// printTuple prints the types of the elements. An element is optional if a zero value has no such element in its JSON.
func printTuple(t *testing.T, value tuple, around []reflect.Type) string {
	t.Helper()
	typ := reflect.TypeOf(value).Elem()
	required := typ.NumField()
	for i, element := range value.elements() {
		if element != reflect.ValueOf(value).Elem().Field(i).Addr().Interface() {
			t.Errorf("element %d of %v is not its field %d", i, typ, i)
		}
	}
	if _, ok := value.(json.Marshaler); ok {
		data, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var written []any
		if err := json.Unmarshal(data, &written); err != nil {
			t.Fatal(err)
		}
		required = len(written)
	}
	var printed []string
	for i := range typ.NumField() {
		text := printField(t, typ.Field(i), around)
		if i >= required {
			text += "?"
		}
		printed = append(printed, text)
	}
	return "[" + strings.Join(printed, ", ") + "]"
}

func printFields(t *testing.T, typ reflect.Type, optional bool, around []reflect.Type) (fields []string) {
	t.Helper()
	for field := range typ.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		mayBeAbsent := optional || strings.HasPrefix(options, "omit")
		if field.Anonymous {
			fields = append(fields, printFields(t, field.Type, mayBeAbsent, around)...)
			continue
		}
		if mayBeAbsent {
			name += "?"
		}
		fields = append(fields, name+": "+printField(t, field, around))
	}
	return fields
}

// printField prints the type of a field. The tag words has all values that a string can have.
func printField(t *testing.T, field reflect.StructField, around []reflect.Type) string {
	t.Helper()
	words := strings.Fields(field.Tag.Get("words"))
	if len(words) == 0 {
		return print(t, field.Type, around)
	}
	slices.Sort(words)
	return `"` + strings.Join(words, `" | "`) + `"`
}
