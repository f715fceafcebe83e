;; What quickjs-wasi offers a host to decide and tsplan does not: no time zone, no module loader, no word about promises
;; that were rejected. What remains are the imports of wasm.Imports.
(module
  (func (export "host_get_timezone_offset") (param i32 i32) (result i32) (i32.const 0))
  (func (export "host_promise_rejection") (param i32 i32 i32))
  (func (export "host_module_normalize") (param i32 i32) (result i32) (i32.const 0))
  (func (export "host_module_load") (param i32 i32) (result i32) (i32.const 0)))
