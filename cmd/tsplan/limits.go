package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tsplan/hostfs"
)

// limitFlags bound what one request may cost. An error about a limit names the flag that raises it.
type limitFlags struct {
	load                          time.Duration
	memoryMB                      uint64
	allMemoryMB, projectCacheMB   int64
	sessions                      int
	fileMB, readMB, namesMB       int64
	dirEntries, pathLength, depth int
	fileCount, dirs, entries      int
	stackMB                       uint32
	answerMB, running, queue      int
	flags                         *pflag.FlagSet
}

func (l *limitFlags) add(f *pflag.FlagSet) {
	l.flags = f
	f.DurationVar(&l.load, "load-timeout", 10*time.Minute, "time limit of loading a project, which goes on when a request ends")
	f.Uint64Var(&l.memoryMB, "max-guest-memory", 2048, "memory cap of one project's sandbox, in MiB, at most 4095")
	f.Int64Var(&l.allMemoryMB, "max-memory", 4096, "memory of all projects that are loaded or being loaded, in MiB; 170 of each are shared; at the limit the least recently used project is closed, and a project that needs more waits")
	f.IntVar(&l.sessions, "max-projects", 8, "projects kept loaded at a time")
	f.Int64Var(&l.projectCacheMB, "project-cache-size", 4096, "images of loaded projects that are kept, in MiB; the least recently used go first")
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

// topic is the page of help about the limits, which the help of commands leaves out. It has to be made before the flags are hidden.
func (l *limitFlags) topic() *cobra.Command {
	return &cobra.Command{
		Use:   "limits",
		Short: "Limits of memory, time and reading, with the flags that change them",
		Long:  "Every command takes these flags. Whoever reaches a limit reads in the error which flag raises it.\n\n" + l.flags.FlagUsages(),
	}
}

// check refuses --max flags that are 0 or negative.
func (l *limitFlags) check() error {
	var errs []error
	l.flags.VisitAll(func(f *pflag.Flag) {
		value := f.Value.String()
		if strings.HasPrefix(f.Name, "max-") && (value == "0" || strings.HasPrefix(value, "-")) {
			errs = append(errs, fmt.Errorf("--%s: must be at least 1", f.Name))
		}
	})
	if len(errs) > 0 {
		return callError{errors.Join(errs...)}
	}
	return nil
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
