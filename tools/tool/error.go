package tool

import (
	"errors"
	"fmt"
)

// Code names a kind of failure. Clients may rely on it; the message beside it is for reading.
type Code string

// The codes of tool errors. There are no others. docs/errors.md has a paragraph about each.
const (
	OutsideRoot     Code = "outside_root"       // a path that leads out of the roots
	NotRegular      Code = "not_regular"        // not a regular file
	InvalidName     Code = "invalid_name"       // a path or name that cannot be one
	TooLarge        Code = "too_large"          // a file or an answer over its limit
	Budget          Code = "budget"             // a limit on how much one request, or all, may use
	Deadline        Code = "deadline"           // out of time
	Memory          Code = "memory"             // the guest is out of memory
	GuestFault      Code = "guest_fault"        // the guest failed and was dropped
	BadConfig       Code = "bad_config"         // a tsconfig.json or package.json that cannot be used
	Changed         Code = "changed"            // a file changed while it was used
	NotFound        Code = "not_found"          // no such file or symbol
	InvalidArgument Code = "invalid_argument"   // an argument that the tool does not take
	LocateNotFound  Code = "locate_not_found"   // a locate whose text is not where it says
	LocateAmbiguous Code = "locate_ambiguous"   // a locate that fits several symbols; the message tells them apart
	MarkerAmbiguous Code = "marker_ambiguous"   // a locate in whose find no marker occurs exactly once
	SymbolNotFound  Code = "symbol_not_found"   // a symbol path or name path that leads nowhere
	SymbolAmbiguous Code = "symbol_ambiguous"   // a name path that fits several symbols
	OutOfRange      Code = "scope_out_of_range" // lines that the file does not have
	Unreadable      Code = "unreadable"         // the operating system does not let tsplan read it
	Cancelled       Code = "cancelled"          // the client does not want the answer any more
	Internal        Code = "internal"           // a defect of tsplan; the log has the details
)

// Error is a failure that the client is told about, as "code: message". The message is lower case,
// says what to do about it, and names nothing outside the root. Detail is for the log only. Cause is for callers that explain the error to
// other readers.
type Error struct {
	Code    Code
	Message string
	Detail  string
	Cause   error
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }
func (e *Error) Unwrap() error { return e.Cause }

// Errorf makes an Error with a formatted message. The error that %w wraps is its cause.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: err.Error(), Cause: errors.Unwrap(err)}
}

// Invalid makes an Error of an argument that the tool does not take.
func Invalid(format string, args ...any) *Error { return Errorf(InvalidArgument, format, args...) }
