package hostfs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"syscall"
	"unicode/utf8"
)

// The errors of reads. Others are fs.ErrNotExist for a name with nothing behind it, and fs.ErrPermission for one that the
// operating system refuses. Test all of them with errors.Is.
var (
	ErrOutside    = errors.New("leads out of the root")
	ErrNotRegular = errors.New("not a regular file")
	ErrName       = errors.New("not a valid name")
	ErrTooLarge   = errors.New("too large to read")
	ErrBudget     = errors.New("request reads too much")
	ErrChanged    = errors.New("changed while it was in use, ask again")
	ErrGone       = errors.New("root directory was moved or replaced while it was in use, ask again")
)

// Both are kinds of fs.ErrNotExist.
var (
	errNotDir = fmt.Errorf("not a directory: %w", fs.ErrNotExist)
	errLoop   = fmt.Errorf("too many symbolic links: %w", fs.ErrNotExist)
)

// errManyEntries is the ErrTooLarge of a directory. See also BudgetError.
var errManyEntries = fmt.Errorf("%w: the directory has more entries than --max-dir-entries allows", ErrTooLarge)

// errLargeFile is the ErrTooLarge of a file.
var errLargeFile = fmt.Errorf("%w: the file is larger than --max-file-size allows", ErrTooLarge)

// BudgetError is the ErrBudget of a request that reads more than it may, or of a walk that finds more entries than it may.
type BudgetError struct {
	Max  int64
	Unit string // what Max counts
	Flag string // the option that raises it
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("%v: more than %d %s; raise %s or ask about a smaller project", ErrBudget, e.Max, e.Unit, e.Flag)
}

func (e *BudgetError) Unwrap() error { return ErrBudget }

// PathError says what was asked for and what came of it. Name is the name below the root, or the
// path as the caller wrote it: never one that was found by following a link.
type PathError struct {
	Op   string // "read", "stat", "list", "realpath", "resolve", "walk"
	Name string
	Err  error
}

func (e *PathError) Error() string { return e.Op + " " + printable(e.Name) + ": " + e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }

func wrap(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &PathError{Op: op, Name: name, Err: err}
}

// Reason gives the stable word for an error of this package, for answers that programs read:
// outside_root, not_regular, invalid_name, too_large, budget, changed, not_found, unreadable,
// deadline, or "" for anything else.
func Reason(err error) string {
	for _, r := range []struct {
		err  error
		word string
	}{
		{ErrOutside, "outside_root"},
		{ErrNotRegular, "not_regular"},
		{ErrName, "invalid_name"},
		{ErrTooLarge, "too_large"},
		{ErrBudget, "budget"},
		{ErrChanged, "changed"},
		{ErrGone, "changed"},
		{fs.ErrNotExist, "not_found"},
		{fs.ErrPermission, "unreadable"},
		{context.DeadlineExceeded, "deadline"},
		{context.Canceled, "deadline"},
	} {
		if errors.Is(err, r.err) {
			return r.word
		}
	}
	return ""
}

// settled returns the sentinel for an error that says something lasting about the tree. It returns false for other errors (no descriptors
// left, an input error, a change during the read), which must not be remembered.
func settled(err error) (error, bool) {
	for _, s := range settledErrors() {
		if errors.Is(err, s) {
			return s, true
		}
	}
	return nil, false
}

// settledErrors are the sentinels that may be remembered. Saved views hold the errors' positions in this list.
func settledErrors() []error {
	return []error{
		ErrOutside, ErrNotRegular, ErrName, errManyEntries, errLargeFile, ErrTooLarge, errLoop,
		fs.ErrNotExist, fs.ErrPermission,
	}
}

// bare returns the cause of an error of package os, without the wrapping that holds a host path.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// gaveUp reports whether os.Root stopped at a link that it does not follow: one that is absolute, one that leads out, or one too many. For
// the first two os.Root has no error value, but they have no error number, which all other errors have from the operating system.
func gaveUp(err error) bool {
	var pe *fs.PathError
	if !errors.As(err, &pe) {
		return false
	}
	var errno syscall.Errno
	if errors.As(pe, &errno) {
		return errno == syscall.ELOOP || errno == syscall.ENAMETOOLONG
	}
	return !errors.Is(pe, fs.ErrClosed)
}

// classify turns what os.Root says about a name without links into this package's errors.
func classify(err error) error {
	var pe *fs.PathError
	switch {
	case !errors.As(err, &pe):
		return err
	case errors.Is(err, fs.ErrNotExist),
		errors.Is(err, syscall.ENOTDIR),
		errors.Is(err, syscall.ENAMETOOLONG):
		return fs.ErrNotExist
	case errors.Is(err, fs.ErrPermission):
		return fs.ErrPermission
	case errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.ENODEV):
		return ErrNotRegular // how opening a socket or an absent device fails
	case gaveUp(err):
		return ErrChanged // a link where there was none a moment ago
	default:
		return pe.Err
	}
}

// gone reports whether err says that a listed entry is no longer there, or is no longer of the listed kind.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotRegular)
}

// printable makes any string fit to stand in a message: one line, nothing invisible, not long.
func printable(s string) string {
	const most = 256 // bytes
	text := s
	if len(text) > most {
		text = text[:most]
		for len(text) > 0 && !utf8.ValidString(text) && utf8.ValidString(s) {
			text = text[:len(text)-1]
		}
	}
	if badText(text) != "" || text == "" {
		text = strconv.QuoteToASCII(text)
	}
	if len(s) > most {
		text += "..."
	}
	return text
}
