//go:build ignore

// Applies a plan of tsplan, all of it or nothing: go run apply.go < plan.json, with what `tsplan ... --json --full-hashes` or get_plan answers.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

type position struct{ Line, Character int }

type textEdit struct {
	Range   struct{ Start, End position }
	NewText string
}

type plan struct {
	Edits []struct {
		FilePath, SHA256, SHA256After string
		TextEdits                     []textEdit
	}
	FsMoves    []struct{ From, To string }
	LeftOut    string
	NextOffset int
}

// edited returns the bytes of a file after its edits. Lines and characters count from 0, characters in UTF-16 units, after a byte order mark.
func edited(data []byte, edits []textEdit) []byte {
	units, lines := utf16.Encode([]rune(string(data))), []int{0}
	if strings.HasPrefix(string(data), "\uFEFF") {
		lines[0] = 1
	}
	for i, u := range units {
		if u == '\n' || u == '\r' && (i+1 == len(units) || units[i+1] != '\n') {
			lines = append(lines, i+1)
		}
	}
	var after []uint16
	done := 0
	for _, e := range edits { // sorted, and without overlaps
		after = append(after, units[done:lines[e.Range.Start.Line]+e.Range.Start.Character]...)
		after = append(after, utf16.Encode([]rune(e.NewText))...)
		done = lines[e.Range.End.Line] + e.Range.End.Character
	}
	return []byte(string(utf16.Decode(append(after, units[done:]...))))
}

// apply changes files only after it has checked all hashes and moves, and after all new content is on the disk.
func apply(p plan) error {
	after := map[string][]byte{}
	for _, f := range p.Edits {
		data, err := os.ReadFile(f.FilePath)
		if err != nil {
			return err
		}
		if hash(data) != f.SHA256 {
			return fmt.Errorf("%s has changed since the plan was made", f.FilePath)
		}
		after[f.FilePath] = edited(data, f.TextEdits)
		if hash(after[f.FilePath]) != f.SHA256After {
			return fmt.Errorf("the edits of %s lead to other bytes than the plan says", f.FilePath)
		}
	}
	there := map[string]bool{} // paths that moves have made or left
	exists := func(path string) bool {
		_, err := os.Lstat(path)
		known, ok := there[path]
		return ok && known || !ok && err == nil
	}
	for _, m := range p.FsMoves {
		if !exists(m.From) || exists(m.To) && !strings.EqualFold(m.From, m.To) {
			return fmt.Errorf("%s is not there, or %s is there already", m.From, m.To)
		}
		there[m.From], there[m.To] = false, true
	}
	for path, data := range after {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		beside, err := os.OpenFile(path+".tsplan", os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode())
		if err != nil {
			return err
		}
		defer os.Remove(beside.Name()) // if it was not renamed
		_, err = beside.Write(data)
		if err = errors.Join(err, beside.Close()); err != nil {
			return err
		}
	}
	for path := range after {
		if err := os.Rename(path+".tsplan", path); err != nil {
			return err
		}
	}
	for _, m := range p.FsMoves {
		if err := errors.Join(os.MkdirAll(filepath.Dir(m.To), 0o777), os.Rename(m.From, m.To)); err != nil {
			return err
		}
	}
	return nil
}

func hash(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

func main() {
	var p plan
	if err := json.NewDecoder(os.Stdin).Decode(&p); err != nil || p.Edits == nil || p.LeftOut != "" || p.NextOffset != 0 {
		log.Fatal("this is no whole plan")
	}
	if err := apply(p); err != nil {
		log.Fatal(err)
	}
}
