package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"tsplan/hostfs"
)

// limitFlags bound what one request may cost. Who reaches a limit is told which flag raises it.
type limitFlags struct {
	fileMB, readMB, namesMB       int64
	dirEntries, pathLength, depth int
	fileCount, dirs, entries      int
	stackMB                       uint32
	answerMB, running, queue      int
	flags                         *pflag.FlagSet
}

func (l *limitFlags) add(f *pflag.FlagSet) {
	l.flags = f
	f.Int64Var(&l.fileMB, "max-file-size", 16, "largest file that is read, in MiB")
	f.Int64Var(&l.readMB, "max-read", 2048, "bytes that one request reads, in MiB")
	f.Int64Var(&l.namesMB, "max-names", 256, "memory for the names that a project's session remembers, in MiB")
	f.IntVar(&l.fileCount, "max-files", 200_000, "files that one request reads")
	f.IntVar(&l.dirs, "max-dirs", 100_000, "directories that one request lists")
	f.IntVar(&l.entries, "max-entries", 1_000_000, "directory entries that one request lists")
	f.IntVar(&l.dirEntries, "max-dir-entries", 100_000, "entries of one directory, and of a directory that is moved")
	f.IntVar(&l.pathLength, "max-path-length", 4096, "bytes of a path below the root")
	f.IntVar(&l.depth, "max-path-depth", 256, "segments of a path below the root")
	f.Uint32Var(&l.stackMB, "max-guest-stack", 63, "stack of one project's sandbox, in MiB, at most 63")
	f.IntVar(&l.answerMB, "max-answer", 8, "largest answer, in MiB")
	f.IntVar(&l.running, "max-running", 16, "calls that run at a time")
	f.IntVar(&l.queue, "max-queue", 256, "calls that wait for their turn; more are refused")
}

// check refuses limits that are no limits.
func (l *limitFlags) check() error {
	var errs []error
	l.flags.VisitAll(func(f *pflag.Flag) {
		value := f.Value.String()
		if strings.HasPrefix(f.Name, "max-") && (value == "0" || strings.HasPrefix(value, "-")) {
			errs = append(errs, fmt.Errorf("--%s: must be at least 1", f.Name))
		}
	})
	return errors.Join(errs...)
}

// files are the limits of a single read.
func (l *limitFlags) files() hostfs.Limits {
	return hostfs.Limits{
		FileSize:   l.fileMB << 20,
		DirEntries: l.dirEntries,
		NameBytes:  l.pathLength,
		Depth:      l.depth,
	}
}

// budget bounds all reads of a request together.
func (l *limitFlags) budget() hostfs.Budget {
	return hostfs.Budget{
		Files:   l.fileCount,
		Dirs:    l.dirs,
		Entries: l.entries,
		Bytes:   l.readMB << 20,
		Memory:  l.namesMB << 20,
	}
}
