//go:build unix

package hostfs

import (
	"os"
	"syscall"
)

const hostStyle = Posix

// Without O_NONBLOCK, opening a FIFO would wait for a writer; without O_NOCTTY, a terminal could become this process's controlling
// terminal.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC
