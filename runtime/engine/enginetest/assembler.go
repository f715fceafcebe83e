// Package enginetest assembles a hostile WebAssembly module. It is for tests, and in no binary.
package enginetest

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"
)

// Import is a function that the module imports. Parameters and result are i32.
type Import struct {
	Name   string // module.name
	Params int
}

// Imports are the functions that the engine provides.
func Imports() []Import {
	return []Import{{"env.host_call", 5}, {"env.host_interrupt", 0}}
}

// HostileModule is a guest written by hand. It has every export that the host calls, with answers that the test sets. For every import it
// also has an export "poke <name>", which passes its arguments on to the import.
//
//	set answer N    what the exports return from now on
//	set mode N      what wasm_malloc and qjs_call do before: see the modes
func HostileModule(extraImports ...string) []byte {
	const i32 = 0x7f
	var types, importSection, functions, exports, code section
	typeOf := func(params int, result bool) uint64 {
		t := append([]byte{0x60}, leb(uint64(params))...)
		for range params {
			t = append(t, i32)
		}
		if result {
			t = append(t, 1, i32)
		} else {
			t = append(t, 0)
		}
		types.add(t...)
		return types.count - 1
	}
	importIndex := map[string]uint64{}
	all := Imports()
	for _, name := range extraImports {
		all = append(all, Import{Name: name, Params: 1})
	}
	for _, i := range all {
		from, name, _ := strings.Cut(i.Name, ".")
		entry := append(text(from), text(name)...)
		if name == "memory" {
			importSection.add(append(entry, 2, 0, 1)...)
			continue
		}
		importIndex[i.Name] = uint64(len(importIndex))
		importSection.add(append(append(entry, 0), leb(typeOf(i.Params, true))...)...)
	}
	export := func(name string, params int, result bool, body ...byte) {
		functions.add(leb(typeOf(params, result))...)
		index := uint64(len(importIndex)) + functions.count - 1
		exports.add(append(append(text(name), 0), leb(index)...)...)
		body = append([]byte{0}, append(body, end)...)
		code.add(append(leb(uint64(len(body))), body...)...)
	}
	hostCall := importIndex["env.host_call"]
	whenMode := func(mode byte, then ...byte) []byte {
		return append(append([]byte{getGlobal, modeGlobal, constant, mode, equal, ifVoid, noResult}, then...), end)
	}
	reenter := append(append([]byte{constant, 0, constant, 0, constant, 0, constant, 1, constant, 0, call}, leb(hostCall)...), drop)
	recurse := leb(uint64(len(importIndex))) // the first export
	answer := []byte{getGlobal, answerGlobal}

	export("recurse", 0, false, append([]byte{call}, recurse...)...)
	export("set answer", 1, false, getLocal, 0, setGlobal, answerGlobal)
	export("set mode", 1, false, getLocal, 0, setGlobal, modeGlobal)
	export("grow", 1, true, getLocal, 0, growMemory, 0)
	export("wasm_malloc", 1, true, append(whenMode(ModeReenter, reenter...), answer...)...)
	called := append(whenMode(ModeTrap, unreachable), whenMode(ModeOverflow, append([]byte{call}, recurse...)...)...)
	export("qjs_call", 4, true, append(called, answer...)...)
	for name, params := range map[string]int{
		"wasm_free": 1, "qjs_free_value": 1, "qjs_new_string": 2, "qjs_get_prop_string": 2, "qjs_get_global": 0,
		"qjs_get_string_len": 2, "qjs_free_cstring": 1, "qjs_is_exception": 1, "qjs_get_exception": 0,
		"qjs_get_undefined": 0, "qjs_run_gc": 0, "qjs_set_gc_threshold": 1, "qjs_get_gc_threshold": 0,
		"qjs_set_runtime_and_context": 2, "JS_SetMaxStackSize": 2,
		"_initialize": 0,
	} {
		export(name, params, name != "_initialize" && name != "JS_SetMaxStackSize", bodyOf(name, answer)...)
	}
	for _, i := range Imports() {
		var body []byte
		for p := range i.Params {
			body = append(body, getLocal, byte(p))
		}
		export("poke "+i.Name, i.Params, true, append(append(body, call), leb(importIndex[i.Name])...)...)
	}
	exports.add(append(text("memory"), 2, 0)...)
	exports.add(append(text("__stack_pointer"), 3, 2)...)
	var memory, globals section
	if len(extraImports) == 0 || !strings.HasSuffix(extraImports[0], ".memory") {
		memory.add(0, 1) // no maximum: the host has to have one
	}
	for range 3 {
		globals.add(i32, 1, constant, 0, end)
	}
	return module(map[byte]section{1: types, 2: importSection, 3: functions, 5: memory, 6: globals, 7: exports, 10: code})
}

// module puts the sections together, in the order of their numbers.
func module(sections map[byte]section) []byte {
	out := binary.LittleEndian.AppendUint32([]byte("\x00asm"), 1)
	for _, id := range slices.Sorted(maps.Keys(sections)) {
		s := sections[id]
		body := append(leb(s.count), s.data...)
		out = append(append(append(out, id), leb(uint64(len(body)))...), body...)
	}
	return out
}

func bodyOf(name string, answer []byte) []byte {
	if name == "_initialize" || name == "JS_SetMaxStackSize" {
		return nil
	}
	return answer
}

// The modes of HostileModule.
const (
	ModeReenter  = iota + 1 // wasm_malloc calls a host function, which calls wasm_malloc
	ModeTrap                // qjs_call traps
	ModeOverflow            // qjs_call recurses for ever
)

const (
	answerGlobal, modeGlobal = 0, 1

	unreachable, ifVoid, end, call, drop                        = 0x00, 0x04, 0x0b, 0x10, 0x1a
	noResult                                                    = 0x40
	getLocal, getGlobal, setGlobal, constant, equal, growMemory = 0x20, 0x23, 0x24, 0x41, 0x46, 0x40
)

// section is a vector of entries.
type section struct {
	count uint64
	data  []byte
}

func (s *section) add(entry ...byte) {
	s.count++
	s.data = append(s.data, entry...)
}

func leb(n uint64) []byte { return binary.AppendUvarint(nil, n) }

func text(s string) []byte { return append(leb(uint64(len(s))), s...) }
