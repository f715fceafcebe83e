package runtime

import (
	"encoding/binary"
	"strings"

	"tsplan/wasm"
)

// hostileModule is a guest written by hand. It has every export that the host calls, with answers that the test sets,
// and for every import an export "poke <name>" that passes on what it is called with.
//
//	set answer N    what the exports return from now on
//	set mode N      what wasm_malloc and qjs_call do before: see the modes
func hostileModule(extraImports ...string) []byte {
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
	all := imports()
	for _, name := range extraImports {
		all = append(all, hostImport{name: name, params: 1})
	}
	for _, i := range all {
		module, name, _ := strings.Cut(i.name, ".")
		entry := append(text(module), text(name)...)
		if name == "memory" {
			importSection.add(append(entry, 2, 0, 1)...)
			continue
		}
		importIndex[i.name] = uint64(len(importIndex))
		importSection.add(append(append(entry, 0), leb(typeOf(i.params, true))...)...)
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
	export("wasm_malloc", 1, true, append(whenMode(modeReenter, reenter...), answer...)...)
	called := append(whenMode(modeTrap, unreachable), whenMode(modeOverflow, append([]byte{call}, recurse...)...)...)
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
	for _, i := range imports() {
		var body []byte
		for p := range i.params {
			body = append(body, getLocal, byte(p))
		}
		export("poke "+i.name, i.params, true, append(append(body, call), leb(importIndex[i.name])...)...)
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
	out := binary.LittleEndian.AppendUint32([]byte("\x00asm"), 1)
	for _, s := range []struct {
		id byte
		section
	}{{1, types}, {2, importSection}, {3, functions}, {5, memory}, {6, globals}, {7, exports}, {10, code}} {
		body := append(leb(s.count), s.data...)
		out = append(append(append(out, s.id), leb(uint64(len(body)))...), body...)
	}
	return out
}

func bodyOf(name string, answer []byte) []byte {
	if name == "_initialize" || name == "JS_SetMaxStackSize" {
		return nil
	}
	return answer
}

const (
	modeReenter  = iota + 1 // wasm_malloc calls a host function, which calls wasm_malloc
	modeTrap                // qjs_call traps
	modeOverflow            // qjs_call recurses for ever
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

// hostileTemplate is the hand-written guest as a template, with an image of one page.
func hostileTemplate(e Engine) *template {
	page := make([]byte, 64<<10)
	return &template{engine: e, image: &image{bytes: page, size: int64(len(page))}, guest: wasm.Manifest{}}
}
