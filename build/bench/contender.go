package bench

import (
	"context"
	"path/filepath"
	"time"
)

// contender is a program that answers renames and moves.
type contender struct {
	name  string
	start func(ctx context.Context, p *project) (server, error)
	// forget deletes what the contender keeps of projects between processes. It is nil if the contender keeps nothing.
	forget func() error
	only   string // the one project that it is asked about, or empty
}

// server is one running process of a contender. Files are named by absolute paths. The answers are numbers of edits.
type server interface {
	rename(q question) (edits int, err error)
	move(m move) (edits int, err error)
	// edited tells the server that a file changed on disk, if the server needs to be told.
	edited(file string) error
	Close() error
	PID() int
	// Used returns the processor time that the process took. Call it after the process has ended.
	Used() time.Duration
}

// settler is a server that may answer before it has loaded a project. Its method settle loads the project first, and then answers.
type settler interface {
	settle(q question) (edits int, err error)
}

// question asks for the rename of a symbol. Line and character are 0-based.
type question struct {
	File      string `json:"file"` // relative to the root; absolute once prepare is done
	Line      int    `json:"line"`
	Character int    `json:"character"`
	NewName   string `json:"newName"`
	edits     int    // how many the language service gives
}

// move asks for the move of a file or a directory.
type move struct {
	OldPath   string `json:"oldPath"`
	NewPath   string `json:"newPath"`
	directory bool
	edits     int
}

func uri(path string) string { return "file://" + filepath.ToSlash(path) }
