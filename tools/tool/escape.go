package tool

import (
	"bytes"
	"encoding/json"

	"tsplan/tools/sanitize"
)

// exact are the fields of answers that keep every character, since programs use them: text to be written into a file,
// and paths. Paths have no hidden characters: hostfs skips files with such names.
var exact = map[string]bool{
	`"newText"`: true, `"patch"`: true,
	`"filePath"`: true, `"file_path"`: true, `"relative_path"`: true, `"file"`: true, `"from"`: true, `"to"`: true,
}

// escapeHidden escapes hidden and control characters in compact JSON, as sanitize.Source does, in all strings except those of exact fields.
func escapeHidden(raw []byte) ([]byte, error) {
	var out []byte // what was copied up to done; nil as long as nothing is escaped
	done := 0
	var field string
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			continue
		}
		end, suspect := stringEnd(raw, i)
		text := raw[i:end]
		i = end - 1
		switch {
		case end < len(raw) && raw[end] == ':':
			field = string(text)
		case suspect && !exact[field]:
			var s string
			if err := json.Unmarshal(text, &s); err != nil {
				return nil, err
			}
			escaped, err := marshal(sanitize.Source(s))
			if err != nil {
				return nil, err
			}
			out = append(append(out, raw[done:end-len(text)]...), escaped...)
			done = end
		}
	}
	if done == 0 {
		return raw, nil
	}
	return append(out, raw[done:]...), nil
}

// stringEnd returns where the JSON string that starts at i ends. It is suspect if it may have a hidden or control character.
func stringEnd(raw []byte, i int) (end int, suspect bool) {
	for i++; i < len(raw) && raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
			suspect = suspect || bytes.IndexByte([]byte("bfru"), raw[i]) >= 0
		} else if raw[i] >= 0x7f {
			suspect = true
		}
	}
	return i + 1, suspect
}
