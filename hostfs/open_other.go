//go:build !unix && !windows

package hostfs

import "os"

const hostStyle = Posix

const openFlags = os.O_RDONLY
